"""Courses for SLAM: runs of the SnakeSys robot with images of a stereo camera on its head, and the true poses."""

from reproductions.snakesys.courses.course import COURSES, Course, run_course

__all__ = ["COURSES", "Course", "run_course"]
