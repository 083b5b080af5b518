"""Where the cache lies, whatever the machine is like."""

from fresh_process import run_python


def test_no_home_and_no_access_do_not_stop_a_start(tmp_path):
    (tmp_path / "file").write_text("in the way")
    code = "import json; import snakelab.compiling as c; print(json.dumps([c.is_warm(), str(c.cache_root())]))"
    assert run_python(code, SNAKELAB_CACHE=str(tmp_path / "file" / "below"))[0] is False
    assert run_python(code, HOME=str(tmp_path), SNAKELAB_CACHE="", XDG_CACHE_HOME="")[1].endswith("snakelab")
