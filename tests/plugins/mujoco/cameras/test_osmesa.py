"""Images by OSMesa where EGL does not work: in a process of its own, since PyOpenGL keeps the first platform."""

from ctypes.util import find_library

import pytest

from fresh_process import run_python

WITHOUT_EGL = """
import json, os
import snakelab as sl
from snakelab.plugins.mujoco.cameras import renderer as opengl

backend = opengl._backend

def without_egl(name):
    if name == "egl":
        raise OSError("no EGL")
    return backend(name)

opengl._backend = without_egl
world = sl.World([], scenery=sl.worlds.Scenery(room=(4.0, 3.0, 2.0)))
run = sl.simulate(sl.build_model(sl.Robot([sl.Link(0.2, 1.0)], base="fixed"), world), None, 0.02)
with sl.plugins.mujoco.render_cameras(run, PATH, sl.Camera(lens=sl.robots.Lens(64, 40)), None, 0.0, 0.0) as images:
    image = images.camera().image(0)
print(json.dumps([os.environ["PYOPENGL_PLATFORM"], float(image.std())]))
"""


@pytest.mark.slow
@pytest.mark.skipif(find_library("OSMesa") is None, reason="OSMesa is not installed (Debian: libosmesa6)")
def test_osmesa_renders_a_room_where_egl_fails(tmp_path, monkeypatch):
    monkeypatch.delenv("MUJOCO_GL", raising=False)
    monkeypatch.delenv("PYOPENGL_PLATFORM", raising=False)
    platform, contrast = run_python(WITHOUT_EGL.replace("PATH", repr(str(tmp_path / "images.h5"))))
    assert platform == "osmesa" and contrast > 10.0
