"""The gaits of an orthogonal snake beside one another and beside what their paper prints: speeds, ratios, torques, lags."""

from reproductions.snakesys.orthogonal_gaits.figure import tracks_figure
from reproductions.snakesys.orthogonal_gaits.published import PUBLISHED
from reproductions.snakesys.orthogonal_gaits.table import EXACT, Row, run_case, table_text

__all__ = ["EXACT", "PUBLISHED", "Row", "run_case", "table_text", "tracks_figure"]
