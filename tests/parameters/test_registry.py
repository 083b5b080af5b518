"""Registry of displays: the display of the most specific class, entry points of other packages, and their errors."""

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from fresh_process import run_and_listen, run_python
from snakelab.errors import PluginError
from snakelab.parameters import display_registry as registry
from snakelab.parameters.display_registry import Displayed, register_display, to_html


def test_a_dataclass_is_shown_with_its_attributes_until_it_has_a_display():
    @dataclass(frozen=True, slots=True)
    class Tether(Displayed):
        """A cable to the shore.

        Attributes:
            length: Unstretched length [m].
        """

        length: float
        name: str = field(default="<cable>", init=False)

    text = Tether(20.0)._repr_html_()
    assert "20 m" in text and "Unstretched length" in text and "A cable to the shore" in text
    assert not hasattr(Tether(20.0), "__dict__")

    @register_display(Tether)
    def tether_html(tether):
        return f"<b>{tether.length} m</b>"

    assert Tether(20.0)._repr_html_() == to_html(Tether(20.0)) == "<b>20.0 m</b>"


def test_the_most_specific_class_with_a_display_decides():
    class Cable:
        pass

    class Tether(Cable, Displayed):
        pass

    register_display(Cable)(lambda cable: "cable")
    assert Tether()._repr_html_() == "cable"
    register_display(Tether)(lambda tether: "tether")
    assert (to_html(Cable()), Tether()._repr_html_()) == ("cable", "tether")


def test_a_display_is_registered_by_name_without_an_import():
    class Tether:
        pass

    register_display(f"{__name__}.{Tether.__qualname__}")(lambda tether: "by name")
    assert to_html(Tether()) == "by name"


@pytest.mark.thorough
def test_a_program_replaces_a_display_of_the_package():
    code = (
        "import json, snakelab as sl; from snakelab.results.metrics import Metrics;"
        "from snakelab.parameters.display_registry import register_display;"
        "register_display(sl.World)(lambda world: 'mine'); register_display(dict)(lambda mapping: 'a dictionary');"
        "metrics = Metrics({'status': 'finished'});"
        "print(json.dumps([sl.World()._repr_html_(), metrics._repr_html_()]))"
    )
    world, metrics = run_python(code)
    assert world == "mine" and "<strong>Metrics</strong>: finished" in metrics


def test_an_object_without_a_display_is_shown_as_its_text():
    assert to_html("a < b") == "<pre>&#x27;a &lt; b&#x27;</pre>"


PLUG_IN = """
from snakelab.parameters.display_registry import register_display

@register_display("tethers.Tether")
def tether_html(tether):
    return f"<b>{tether.length} m</b>"
"""
CLASS = """
from snakelab.parameters.display_registry import Displayed

class Tether(Displayed):
    def __init__(self, length):
        self.length = length
"""


def installed_package(folder, entries):
    """A small package of a third party, as an installer leaves it."""
    (folder / "tethers.py").write_text(CLASS, encoding="utf-8")
    (folder / "tether_displays.py").write_text(PLUG_IN, encoding="utf-8")
    information = folder / "tethers-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: tethers\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text(f"[snakelab.display]\n{entries}\n", encoding="utf-8")


SHOW = """
import json, sys
sys.path.insert(0, {folder!r})
import tethers, snakelab as sl
before = "tether_displays" in sys.modules
print(json.dumps([tethers.Tether(2.0)._repr_html_(), sl.Link(0.1, mass=0.1)._repr_html_()[:40], before]))
"""


@pytest.mark.thorough
def test_an_entry_point_of_another_package_shows_its_objects(tmp_path):
    installed_package(tmp_path, "tethers = tether_displays")
    shown, link, before = run_python(SHOW.format(folder=str(tmp_path)))
    assert shown == "<b>2.0 m</b>" and "Link" in link and not before


@pytest.mark.thorough
def test_a_broken_entry_point_is_named_in_a_warning_and_all_else_is_shown(tmp_path):
    installed_package(tmp_path, "missing = no_such_displays\ntethers = tether_displays")
    (shown, link, _), said = run_and_listen(SHOW.format(folder=str(tmp_path)))
    assert shown == "<b>2.0 m</b>" and "Link" in link
    assert "'missing' of the package 'tethers' (entry point 'no_such_displays' in snakelab.display)" in said
    assert "ModuleNotFoundError" in said and said.count("SnakelabWarning") == 1


def test_without_metadata_the_displays_of_the_core_are_loaded(monkeypatch):
    registry.load_displays()
    loaded = []

    def not_installed(group):
        raise PluginError("install it again")

    monkeypatch.setattr(registry, "entry_points", not_installed)
    monkeypatch.setattr(registry, "importlib", SimpleNamespace(import_module=loaded.append))
    registry.load_displays.__wrapped__()
    assert loaded == [registry.CORE_DISPLAYS]
