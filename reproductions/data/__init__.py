"""Data of the project, made again by commands: recordings of the library, courses for SLAM, the study of the pipe entry."""

from reproductions.data.collection import DATA, Data, chosen
from reproductions.data.digests import Content, content_of, digest

__all__ = ["DATA", "Content", "Data", "chosen", "content_of", "digest"]
