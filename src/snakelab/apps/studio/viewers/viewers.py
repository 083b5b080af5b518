"""Viewers of a studio, one of whom has control: the pilot."""

from collections.abc import Iterator
from typing import Any

from snakelab.apps.studio.viewers.viewer import Viewer

MAX_VIEWERS = 20


class Viewers:
    """Connected viewers in the order of their arrival.

    Attributes:
        pilot: The viewer who has control; None without viewers.
    """

    def __init__(self) -> None:
        self._present: list[Viewer] = []
        self.pilot: Viewer | None = None

    def __iter__(self) -> Iterator[Viewer]:
        return iter(tuple(self._present))

    def __len__(self) -> int:
        return len(self._present)

    @property
    def full(self) -> bool:
        """True if no other viewer can join."""
        return len(self) >= MAX_VIEWERS

    def join(self, viewer: Viewer) -> None:
        """Add a viewer; the first one has control."""
        self._present.append(viewer)
        self.pilot = self.pilot or viewer

    def leave(self, viewer: Viewer) -> bool:
        """Remove a viewer; return True if it had control, which is given to the earliest of the others."""
        self._present.remove(viewer)
        if self.pilot is not viewer:
            return False
        self.pilot = self._present[0] if self._present else None
        self.announce_roles()
        return True

    def take_control(self, viewer: Viewer) -> None:
        """Give control to a viewer."""
        self.pilot = viewer
        self.announce_roles()

    def give_control(self, viewer: Viewer) -> None:
        """Give control to another viewer than this one, if there is one."""
        self.take_control(next((other for other in self if other is not viewer), viewer))

    def say(self, **message: Any) -> None:
        """Send a message to all."""
        for viewer in self:
            viewer.say(**message)

    def announce_roles(self) -> None:
        """Send to each viewer if it has control."""
        for viewer in self:
            viewer.say(kind="role", pilot=viewer is self.pilot, viewers=len(self), taken=self.pilot is not None)

    def cameras(self) -> frozenset[str]:
        """Return the streams of images that any viewer watches."""
        return frozenset().union(*(viewer.cameras for viewer in self))
