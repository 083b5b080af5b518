"""The wheeled prototype of Bamshad et al.: path of its middle link (figure 13), and signals of its motors."""

from reproductions.planar_snake.middle import middle_path, path_figure

__all__ = ["middle_path", "path_figure"]
