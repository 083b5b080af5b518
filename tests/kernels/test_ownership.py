"""Compiled code is loaded only from folders in which no other user can put files: loading it can run any code."""

import os
import pickle
import subprocess
from pathlib import Path

import pytest

from fresh_process import run_and_listen
from snakelab.kernels import cache as folder
from snakelab.kernels import cache as notice
from snakelab.kernels.cache import is_own_file, make_private, refusal
from snakelab.kernels.code_files import _seal
from snakelab.kernels.decorator import kernel

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
STRANGER = 12345  # a user that has no entry
needs_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def place(tmp_path):
    """An empty folder of this user."""
    (tmp_path / "place").mkdir(mode=0o700)
    return tmp_path / "place"


def as_other_user(monkeypatch):
    """Every file of this test belongs to another user from here on."""
    uid = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: uid + STRANGER)


def test_a_folder_of_this_user_is_used_and_so_is_one_that_can_be_made(place):
    assert refusal(place) == refusal(place / "not" / "yet") == ""


@pytest.mark.parametrize("mode", [0o777, 0o702, 0o1777])
def test_a_folder_that_others_can_write_to_is_refused(place, mode):
    place.chmod(mode)
    assert refusal(place).startswith(f"other users can write to {place} (mode {mode:o}; chmod go-w")


def test_a_folder_below_one_that_others_can_write_to_is_refused(place):
    (place / "below").mkdir(mode=0o700)
    place.chmod(0o777)
    assert str(place) in refusal(place / "below") and str(place) in refusal(place / "not" / "yet")


def test_a_folder_of_another_user_is_refused(place, monkeypatch):
    if os.geteuid() == 0:
        os.chown(place, STRANGER, -1)
    else:
        as_other_user(monkeypatch)
    assert "belongs to another user (uid " in refusal(place)
    assert "belongs to another user (uid " in refusal(place / "not yet")


@needs_root
def test_a_sticky_folder_of_root_may_lie_above_and_one_of_another_user_may_not(place):
    (place / "below").mkdir(mode=0o700)
    place.chmod(0o1777)
    assert refusal(place / "below") == ""
    os.chown(place, STRANGER, -1)
    assert "another user" in refusal(place / "below")


def test_a_link_is_judged_by_where_it_leads(place, tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    (place / "link").symlink_to(tmp_path / "open")
    (tmp_path / "open" / "back").symlink_to(place)
    assert "other users can write" in refusal(place / "link")
    assert refusal(tmp_path / "open" / "back") == ""


def in_groups(monkeypatch, members):
    """This user's group is called like the user and has these members, and the other user has it as the first group."""
    import grp
    import pwd

    entry = pwd.struct_passwd(("me", "x", os.geteuid(), os.getegid(), "", "/", ""))
    others = [pwd.struct_passwd((name, "x", STRANGER, os.getegid(), "", "/", "")) for name in members["first"]]
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: entry)
    monkeypatch.setattr(pwd, "getpwall", lambda: [entry, *others])
    monkeypatch.setattr(grp, "getgrgid", lambda gid: grp.struct_group(("me", "x", gid, members["also"])))


@pytest.mark.parametrize(
    ("members", "used"),
    [
        ({"first": [], "also": []}, True),
        ({"first": [], "also": ["me"]}, True),
        ({"first": [], "also": ["mallory"]}, False),
        ({"first": ["mallory"], "also": []}, False),
    ],
)
def test_a_group_may_write_where_it_has_no_other_member(place, monkeypatch, members, used):
    in_groups(monkeypatch, members)
    place.chmod(0o770)
    assert (refusal(place) == "") is used


def test_a_group_without_an_entry_may_not_write(place, monkeypatch):
    import pwd

    def absent(uid):
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", absent)
    place.chmod(0o770)
    assert "other users can write" in refusal(place)


def test_an_access_list_may_let_other_users_write(place, monkeypatch):
    in_groups(monkeypatch, {"first": [], "also": []})
    place.chmod(0o770)
    monkeypatch.setattr(os, "getxattr", lambda path, name: b"a list", raising=False)
    assert "other users can write" in refusal(place)


def test_a_file_that_others_can_write_to_is_not_ones_own(place, monkeypatch):
    (place / "file").touch(mode=0o600)
    assert is_own_file((place / "file").stat())
    (place / "file").chmod(0o606)
    assert not is_own_file((place / "file").stat())


def test_folders_are_made_for_this_user_only(tmp_path):
    before = os.umask(0)
    try:
        make_private(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("a", "a/b")] == [0o700, 0o700]
    (tmp_path / "file").touch()
    with pytest.raises(OSError):
        make_private(tmp_path / "file" / "below")


# ---- no foreign code runs ------------------------------------------------------------------------------------------
class Foreign:
    """A file of compiled code that runs a program when it is read."""

    def __init__(self, proof: Path):
        self.proof = proof

    def __reduce__(self):
        return os.mkdir, (str(self.proof),)


def twice_of(x):
    return 2.0 * x


@pytest.fixture
def planted(cache, tmp_path):
    """The file of a kernel with foreign code in it, and the folder that this code makes."""
    assert kernel(twice_of)(1.0) == 2.0
    (file,) = cache.rglob("*.nbc")
    assert file.stat().st_mode & 0o777 == 0o600
    text = pickle.dumps(Foreign(tmp_path / "it ran"))
    file.write_bytes(text + _seal(text))
    return file, tmp_path / "it ran"


def test_foreign_code_runs_where_the_file_is_ones_own(planted, monkeypatch):
    """What the following tests guard against is real."""
    monkeypatch.setattr(notice, "_printed", set())
    assert kernel(twice_of)(1.0) == 2.0 and planted[1].exists()


def test_a_file_that_others_can_write_to_is_compiled_again(planted):
    file, proof = planted
    file.chmod(0o666)
    assert kernel(twice_of)(1.0) == 2.0 and not proof.exists()
    assert file.stat().st_mode & 0o777 == 0o600 and kernel(twice_of)(1.0) == 2.0


def test_a_folder_that_others_can_write_to_is_not_read(planted):
    file, proof = planted
    file.parent.chmod(0o777)
    assert kernel(twice_of)(1.0) == 2.0 and not proof.exists()


@needs_root
@pytest.mark.parametrize("foreign", ["file", "folder"])
def test_what_another_user_planted_is_not_read(planted, foreign):
    file, proof = planted
    os.chown(file if foreign == "file" else file.parent, STRANGER, STRANGER)
    assert kernel(twice_of)(1.0) == 2.0 and not proof.exists()


# ---- the folder in its place ---------------------------------------------------------------------------------------
ASK = """
import json, os
import snakelab.kernels as c
from snakelab.geometry.rotations import quat_exp
quat_exp((0.1, 0.2, 0.3))
files = [name for _, _, names in os.walk(c.cache_root()) for name in names]
print(json.dumps([str(c.cache_root()), len(files), os.stat(c.cache_root()).st_mode & 0o777, c.cache_root().exists()]))
"""


@pytest.mark.thorough
def test_instead_of_an_unsafe_folder_a_private_one_is_used_and_one_line_says_so(place, tmp_path):
    place.chmod(0o777)
    (tmp_path / "temporary").mkdir(mode=0o700)
    (root, n_files, mode, there), said = run_and_listen(
        ASK, SNAKELAB_CACHE=str(place), TMPDIR=str(tmp_path / "temporary")
    )
    assert Path(root).parent == tmp_path / "temporary" and (n_files > 0, mode, there) == (True, 0o700, True)
    assert said.count("\n") == 1 and f"other users can write to {place}" in said and "SNAKELAB_CACHE" in said
    assert not list(place.iterdir()) and not Path(root).exists()  # removed at the end


@pytest.fixture
def choosing(tmp_path, monkeypatch):
    """The choice of a folder, as at the start of a process."""
    for name in ("SNAKELAB_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(folder, "_PRIVATE", {})
    monkeypatch.setattr(notice, "_printed", set())
    monkeypatch.setattr(folder.atexit, "register", lambda *words: None)
    monkeypatch.setattr(folder.tempfile, "tempdir", str(tmp_path))
    return monkeypatch


def no_home():
    raise RuntimeError("Could not determine home directory.")


def test_without_a_home_the_folder_is_private_and_children_share_it(choosing, tmp_path, capsys):
    choosing.setattr(Path, "home", no_home)
    root = folder.cache_root()
    assert root.parent == tmp_path and root.stat().st_mode & 0o777 == 0o700
    assert folder.cache_root() == root and os.environ["SNAKELAB_CACHE"] == str(root)
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "this user has no home folder" in said
    assert folder.root_refusal() == "this user has no home folder"
    child = subprocess.run(["sh", "-c", "echo $SNAKELAB_CACHE"], capture_output=True, text=True, timeout=500)
    assert child.stdout == f"{root}\n"


def test_a_home_that_takes_no_files_is_no_reason_to_stop(choosing, tmp_path, capsys):
    (tmp_path / "file").touch()
    choosing.setenv("SNAKELAB_CACHE", str(tmp_path / "file" / "below"))
    assert folder.cache_root().parent == tmp_path
    assert f"{tmp_path / 'file'}" in capsys.readouterr().err


def test_where_there_is_no_safe_place_at_all_nothing_is_kept(choosing, tmp_path, capsys):
    choosing.setattr(Path, "home", no_home)
    tmp_path.chmod(0o777)
    assert folder.cache_root() == folder.NOWHERE
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_of_another_process_stays_when_a_forked_one_ends(tmp_path):
    (tmp_path / "root").mkdir()
    folder._remove(tmp_path / "root", os.getpid() + 1)
    assert (tmp_path / "root").exists()
    folder._remove(tmp_path / "root", os.getpid())
    assert not (tmp_path / "root").exists()
