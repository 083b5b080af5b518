"""Ownership of cache folders: compiled code is loaded only from folders in which no other user can put files.

Loading compiled code unpickles it, so a user who can write such a file can run code as the user who loads it.
"""

import os
import stat
from pathlib import Path

POSIX = hasattr(os, "geteuid")  # elsewhere the folders of users are private by default


def refusal(folder: Path) -> str:
    """Reason why a cache folder is unsafe; empty if only this user can write to it, or if it and its parents may be created.

    The folder must belong to this user. Every folder above it must belong to this user or to root. No other user may write to
    any of them; above the cache folder, root's sticky folders such as /tmp are allowed. Links are followed first.
    """
    place = Path(os.path.realpath(folder))
    for above in reversed(place.parents):
        if reason := refusal_of(above, is_above=True):
            return reason
    return refusal_of(place)


def is_own_file(status: os.stat_result) -> bool:
    """Return True if a file belongs to this user or to root, and no other user can write to it.

    Args:
        status: Of the open file.
    """
    return not POSIX or (status.st_uid in (0, os.geteuid()) and not _others_write(status))


def make_private(folder: Path) -> None:
    """Create a folder, and its missing parents, for this user only.

    Raises:
        OSError: if it cannot be created.
    """
    if not folder.is_dir():
        make_private(folder.parent)
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:  # by another process at the same time
            if not folder.is_dir():
                raise


def refusal_of(folder: Path, is_above: bool = False) -> str:
    """Reason why one folder is unsafe, regardless of its parents; empty if it is safe or absent.

    Args:
        folder: A path without links.
        is_above: True for parents of the cache folder.
    """
    if not POSIX:
        return ""
    try:
        status = folder.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as problem:
        return f"{folder} cannot be read ({problem.strerror})"
    if status.st_uid != os.geteuid() and not (is_above and status.st_uid == 0):
        return f"{folder} belongs to another user (uid {status.st_uid})"
    roots_sticky = status.st_uid == 0 and status.st_mode & stat.S_ISVTX
    if (_others_write(status) or _is_shared_by_list(folder, status)) and not (is_above and roots_sticky):
        return f"other users can write to {folder} (mode {stat.S_IMODE(status.st_mode):o}; chmod go-w cures it)"
    return ""


def _others_write(status: os.stat_result) -> bool:
    """Return True if another user than the owner and root can write, by the mode or through a group with other members."""
    by_group = bool(status.st_mode & stat.S_IWGRP) and not _is_private_group(status.st_gid, status.st_uid)
    return by_group or bool(status.st_mode & stat.S_IWOTH)


def _is_shared_by_list(folder: Path, status: os.stat_result) -> bool:
    """Return True if an access control list may let another user write; its mask replaces the group's permissions."""
    if not status.st_mode & stat.S_IWGRP or not hasattr(os, "getxattr"):
        return False
    try:
        return bool(os.getxattr(folder, "system.posix_acl_access"))
    except OSError:  # it has no list
        return False


def _is_private_group(gid: int, uid: int) -> bool:
    """Return True if a group has one member, the user of that number."""
    import grp
    import pwd

    try:
        name, members = pwd.getpwuid(uid).pw_name, set(grp.getgrgid(gid).gr_mem)
    except KeyError:  # no entry, so the members are not known
        return False
    return members | {user.pw_name for user in pwd.getpwall() if user.pw_gid == gid} == {name}
