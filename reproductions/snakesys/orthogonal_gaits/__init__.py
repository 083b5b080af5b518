"""Gaits of an orthogonal snake compared with each other and with the paper: speeds, ratios, torques, lags."""

from reproductions.snakesys.orthogonal_gaits.figure import tracks_figure
from reproductions.snakesys.orthogonal_gaits.published import PUBLISHED
from reproductions.snakesys.orthogonal_gaits.table import EXACT, Row, run_case, table_text

__all__ = ["EXACT", "PUBLISHED", "Row", "run_case", "table_text", "tracks_figure"]
