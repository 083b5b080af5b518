"""Heights from images and tables: the right way up, between the stated heights, and an error for a wrong file."""

import numpy as np
import pytest
from PIL import Image, TiffImagePlugin

import snakelab as sl
from snakelab.errors import WorldError
from snakelab.geometry import height_maps
from snakelab.geometry.mesh_files import ReadingLimits

RAMP = np.linspace(0, 1, 12).reshape(3, 4)  # the first row is the upper one


def image(folder, values, name="map.png", **options):
    path = folder / name
    Image.fromarray(values).save(path, **options)
    return str(path)


def terrain(relief, spacing=0.1):
    return sl.Terrain(relief, (0.3, 0.2), spacing).heights


@pytest.mark.parametrize(("kind", "most"), [(np.uint8, 255), (np.uint16, 65535)])
def test_black_is_low_white_is_high_and_the_upper_edge_has_the_greatest_y(tmp_path, kind, most):
    path = image(tmp_path, np.round(RAMP * most).astype(kind))
    heights = terrain(sl.geometry.HeightImage(path, cell=0.1, low=-0.1, high=0.3))
    assert heights == pytest.approx(-0.1 + 0.4 * RAMP[::-1], abs=0.4 / most)


def test_between_pixels_heights_are_bilinear_and_level_beyond_the_edge(tmp_path):
    path = image(tmp_path, np.round(RAMP * 65535).astype(np.uint16))
    relief = sl.geometry.HeightImage(path, cell=0.1, low=0, high=1, centre=(1, 2))
    fine = sl.Terrain(relief, (0.5, 0.4), 0.05, centre=(1, 2)).heights
    assert fine[2:7:2, 2:9:2] == pytest.approx(RAMP[::-1], abs=2e-5)
    assert fine[3, 3] == pytest.approx(RAMP[::-1][:2, :2].mean(), abs=2e-5)
    assert [fine[0, 0], fine[-1, -1]] == pytest.approx([fine[2, 2], fine[-3, -3]])


def test_colours_count_by_their_brightness(tmp_path):
    grey = np.full((2, 2, 3), (51, 51, 51), dtype=np.uint8)
    assert sl.Terrain(
        sl.geometry.HeightImage(image(tmp_path, grey), 0.1, 0, 1), (0.1, 0.1), 0.1
    ).heights == pytest.approx(0.2)


def geotiff(folder, values, model=1, no_data=None):
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[33550] = (0.1, 0.1, 0.0)
    tags.tagtype[33550] = 12
    tags[34735] = (1, 1, 0, 1, 1024, 0, 1, model)
    tags.tagtype[34735] = 3
    if no_data is not None:
        tags[42113] = str(no_data)
    return image(folder, values.astype(np.float32), "map.tif", tiffinfo=tags)


def test_a_geotiff_tells_its_heights_and_its_cells(tmp_path):
    assert terrain(sl.geometry.HeightImage(geotiff(tmp_path, RAMP))) == pytest.approx(RAMP[::-1], abs=1e-6)
    with pytest.raises(WorldError, match="in degrees or not square; write cell=30"):
        terrain(sl.geometry.HeightImage(geotiff(tmp_path, RAMP, model=2)))
    with pytest.raises(WorldError, match="has 1 cells without a height; fill them first"):
        terrain(sl.geometry.HeightImage(geotiff(tmp_path, np.where(RAMP > 0.99, -9999, RAMP), no_data=-9999)))


ASC = "NCOLS 4\nnrows 3\nxllcorner 500000\nyllcorner 4e6\ncellsize 0.1\nNODATA_value -1\n"


def table(folder, text):
    path = folder / "map.asc"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_an_esri_ascii_grid_is_read_with_its_cells_and_scaled(tmp_path):
    path = table(tmp_path, ASC + "\n".join(" ".join(map(str, row)) for row in RAMP))
    assert terrain(sl.geometry.HeightTable(path)) == pytest.approx(RAMP[::-1])
    marked = table(tmp_path, "\ufeff" + (tmp_path / path).read_text(encoding="utf-8"))  # as some editors save it
    assert terrain(sl.geometry.HeightTable(marked)) == pytest.approx(RAMP[::-1])
    assert terrain(sl.geometry.HeightTable(path, cell=0.2, scale=0.01), 0.2)[0, 0] == pytest.approx(
        0.01 * RAMP[1:, :2].mean()
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ASC + "1 2 3", "must have 3 rows of 4 heights, got 3 numbers"),
        (ASC + " ".join(11 * ["0"] + ["-1"]), "has 1 cells without a height"),
        (ASC + " ".join(11 * ["0"] + ["nan"]), "has 1 cells without a height"),
        ("ncols 4\n" + 12 * "1 ", "its header lacks nrows, cellsize"),
        ("dear diary today", "is not an ESRI ASCII grid"),
        (ASC.replace("0.1", "0") + 12 * "1 ", "cellsize of .* must be greater than 0"),
        (ASC.replace("NCOLS 4", "NCOLS nan") + 12 * "1 ", "ncols of .* must be a whole number of at least 1, got nan"),
        (ASC.replace("NCOLS 4", "NCOLS inf") + 12 * "1 ", "ncols of .* must be a whole number of at least 1, got inf"),
        (ASC.replace("NCOLS 4", "NCOLS 4.5") + 12 * "1 ", "ncols of .* must be a whole number of at least 1, got 4.5"),
        (ASC.replace("NCOLS 4", "NCOLS 1e300") + 12 * "1 ", r"must have 3 rows of 1e\+300 heights, got 12 numbers"),
        (ASC + " ".join(["inf", *11 * ["0"]]), "has 1 cells without a height"),
    ],
)
def test_a_damaged_table_is_reported(tmp_path, text, message):
    with pytest.raises(WorldError, match=message):
        terrain(sl.geometry.HeightTable(table(tmp_path, text)))


def test_what_is_no_image_or_not_there_is_reported(tmp_path):
    with pytest.raises(WorldError, match=r"there is no file .*nowhere.png"):
        terrain(sl.geometry.HeightImage("nowhere.png", 0.1, 0, 1))
    with pytest.raises(WorldError, match="cannot be read as an image"):
        terrain(sl.geometry.HeightImage(table(tmp_path, "text"), 0.1, 0, 1))
    path = image(tmp_path, np.zeros((2, 2), np.uint8))
    with pytest.raises(WorldError, match=r"write cell=0\.05"):
        terrain(sl.geometry.HeightImage(path, low=0, high=1))
    with pytest.raises(WorldError, match=r"8 bits of grey and no heights; write low=0, high=0\.2"):
        terrain(sl.geometry.HeightImage(path, 0.1))
    with pytest.raises(WorldError, match="both or neither"):
        sl.geometry.HeightImage(path, 0.1, low=0)
    with pytest.raises(WorldError, match="cell must be greater than 0"):
        sl.geometry.HeightImage(path, 0)


@pytest.mark.parametrize("values", [RAMP * 255, np.full((40, 40), 200)])
def test_a_png_that_ends_before_its_end_mark_is_refused(tmp_path, values):
    whole = image(tmp_path, values.astype(np.uint8))
    data = (tmp_path / "map.png").read_bytes()
    terrain(sl.geometry.HeightImage(whole, 0.1, 0, 1))
    for length in range(1, len(data) - 4):  # the last four bytes are the checksum of the end mark
        (tmp_path / "map.png").write_bytes(data[:length])
        with pytest.raises(WorldError, match=r"map.png cannot be read as an image"):
            terrain(sl.geometry.HeightImage(whole, 0.1, 0, 1))


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (3, 1)])
def test_a_map_of_less_than_two_by_two_is_refused(tmp_path, shape):
    path = image(tmp_path, np.zeros(shape, dtype=np.uint8))
    with pytest.raises(WorldError, match=f"has {shape[1]} by {shape[0]} pixels; a map needs at least 2 by 2"):
        terrain(sl.geometry.HeightImage(path, 0.1, 0, 1))
    table = tmp_path / "map.asc"
    table.write_text(f"ncols {shape[1]}\nnrows {shape[0]}\ncellsize 0.1\n" + "0 " * (shape[0] * shape[1]))
    with pytest.raises(WorldError, match=f"has {shape[0]} rows of {shape[1]} heights; a map needs at least 2 by 2"):
        terrain(sl.geometry.HeightTable(str(table)))


def test_a_map_of_grey_in_16_bit_is_no_map_of_heights_in_kilometres(tmp_path):
    path = image(tmp_path, np.round(RAMP * 65535 / 2).astype(np.uint16), "map.pgm")
    with pytest.raises(WorldError, match=r"has 16 bits of grey and no heights; write low=0, high=0.2"):
        terrain(sl.geometry.HeightImage(path, cell=0.1))
    assert terrain(sl.geometry.HeightImage(path, cell=0.1, low=0, high=2)) == pytest.approx(RAMP[::-1], abs=4e-5)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_transparent_has_no_height(tmp_path, mode):
    grey = Image.fromarray(np.round(RAMP * 255).astype(np.uint8))
    shown = grey.convert(mode)
    shown.save(tmp_path / "whole.png")
    assert terrain(sl.geometry.HeightImage(str(tmp_path / "whole.png"), 0.1, 0, 1)) == pytest.approx(
        RAMP[::-1], abs=0.003
    )
    if mode == "P":
        shown.save(tmp_path / "holes.png", transparency=shown.getpixel((0, 0)))
    else:
        shown.putalpha(Image.fromarray(np.where(RAMP == 0, 40, 255).astype(np.uint8)))
        shown.save(tmp_path / "holes.png")
    with pytest.raises(WorldError, match=r"has 1 transparent pixels, which have no height; fill them"):
        terrain(sl.geometry.HeightImage(str(tmp_path / "holes.png"), 0.1, 0, 1))


def test_heights_that_overflow_are_reported(tmp_path):
    path = image(tmp_path, np.round(RAMP * 255).astype(np.uint8))
    with pytest.raises(WorldError, match=r"must have heights of at most.*HeightImage"):
        terrain(sl.geometry.HeightImage(path, cell=0.1, low=1e308, high=-1e308))


def test_only_the_listed_formats_are_opened_whatever_the_file_is_called(tmp_path):
    Image.new("L", (4, 4)).save(tmp_path / "map.eps")  # Pillow gives an EPS to Ghostscript
    (tmp_path / "map.png").write_bytes((tmp_path / "map.eps").read_bytes())
    for name in ("map.eps", "map.png"):
        with pytest.raises(
            WorldError, match=r"cannot be read as an image: it is none of PNG, TIFF, PPM, JPEG, BMP, GIF, WEBP"
        ):
            terrain(sl.geometry.HeightImage(str(tmp_path / name), cell=0.1, low=0, high=1))


def test_an_image_of_too_many_pixels_is_refused_before_it_is_decoded(tmp_path, monkeypatch):
    path = image(tmp_path, np.zeros((30, 40), np.uint8))
    monkeypatch.setattr(height_maps, "LIMITS", ReadingLimits(pixels=1199))
    monkeypatch.setattr(Image.Image, "convert", lambda *_: pytest.fail("decoded"))
    with pytest.raises(WorldError, match=r"map\.png has 40 by 30 pixels; at most 1199 are read"):
        terrain(sl.geometry.HeightImage(path, cell=0.1, low=0, high=1))


def test_a_file_that_is_no_table_is_not_quoted(tmp_path):
    path = tmp_path / "private"
    path.write_text("root:x:0:0:secret:/root\n")
    with pytest.raises(WorldError, match="it contains words that are not numbers") as caught:
        terrain(sl.geometry.HeightTable(str(path)))
    assert "secret" not in str(caught.value) and caught.value.__cause__ is None
