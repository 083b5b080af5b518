"""Edits of a live run by its viewers, most of which can be undone: parameters, gait, goal, obstacles, pushes, driving."""

from typing import Any

from snakelab.apps.studio.edits import placing
from snakelab.apps.studio.edits.driving import TRANSITION
from snakelab.apps.studio.edits.scenario_changes import library_scenario
from snakelab.apps.studio.live_run.live_run import LiveRun
from snakelab.control import Teleop
from snakelab.sim.interventions import value_at


class Edits:
    """Edits of one live run.

    Args:
        run: The run.
    """

    def __init__(self, run: LiveRun) -> None:
        self._run = run

    def set(self, path: str, value: Any) -> None:
        """Change a parameter at the next boundary."""
        run, simulation = self._run, self._run.simulation
        model = simulation.model
        roots = {"robot": model.robot, "world": model.world, "controller": simulation.controller}
        before = value_at(roots, path)
        if type(before) in (int, float, bool, str) and before == value:
            return
        simulation.set(path, value, TRANSITION)
        run.changes.add(path, simulation.time, lambda: simulation.set(path, before, TRANSITION))
        run.take_effect()

    def take_back(self) -> None:
        """Undo the last change: of a parameter, the gait, the goal, a waypoint or an obstacle."""
        self._run.mover.end()
        self._run.changes.take_back()
        self._run.take_effect()

    def change_controller(self, name: str) -> None:
        """Change to the gait or controller of a library scenario."""
        simulation = self._run.simulation
        before, time = simulation.controller, simulation.time
        simulation.change_controller(library_scenario(name).controller, TRANSITION)
        self._add_controller(before, time)

    def drive(self, forward: float, turn: float, rise: float = 0.0) -> None:
        """Drive the robot by an input from -1 to 1, see `Driving`. The input ends without further orders."""
        simulation = self._run.simulation
        before, time = simulation.controller, simulation.time
        self._run.driving.drive(simulation, forward, turn, rise)
        if isinstance(simulation.controller, Teleop) and not isinstance(before, Teleop):
            self._add_controller(before, time)

    def _add_controller(self, before: Any, time: float) -> None:
        """Add the change of the controller to the undo history; changes of its parameters are separate."""
        simulation, changes = self._run.simulation, self._run.changes
        changes.add(f"controller {time}", time, lambda: simulation.change_controller(before, TRANSITION))

    def push(self, part: str, force: list[float], duration: float) -> None:
        """Push a part; a planar robot in its plane."""
        simulation = self._run.simulation
        x, y, z = force
        planar = simulation.model.robot.base == "planar"
        simulation.push(part, force=(x, y, 0.0 if planar else z), duration=duration)

    def drag(self, part: str, target: list[float]) -> None:
        """Pull a part to a point by a spring, see `Pulling`."""
        self._run.pulling.begin(self._run.simulation, part, target)

    def aim(self, kind: str, point: list[float], first: bool) -> None:
        """Set the goal, or add a waypoint."""
        run, simulation = self._run, self._run.simulation
        path = "controller.goal" if kind == "goal" else "controller.waypoints"
        before = getattr(simulation.controller, path.split(".")[1], None)
        if kind == "goal":
            placing.set_goal(simulation, point)
        else:
            placing.add_waypoint(simulation, point, first)
        # each click is a separate change
        run.changes.add(f"{path} {point}", simulation.time, lambda: simulation.set(path, before))
        run.take_effect()

    def place(self, kind: str, point: list[float]) -> None:
        """Place a post or a block."""
        run, simulation = self._run, self._run.simulation
        name = placing.place(simulation, kind, point)
        run.changes.add(f"place {name}", simulation.time, lambda: placing.remove(simulation, name))
        run.take_effect()

    def move(self, name: str, point: list[float]) -> None:
        """Move a placed obstacle towards a point, at a limited speed; at once while the run is paused."""
        run, simulation = self._run, self._run.simulation
        before = placing.named(simulation, name)
        run.mover.begin(name, point)
        run.changes.add(f"move {name}", simulation.time, lambda: simulation.place_obstacle(before))
        if not run.pacing.playing:
            run.mover.move(simulation)
            run.take_effect()

    def remove(self, name: str) -> None:
        """Remove a placed obstacle."""
        run, simulation = self._run, self._run.simulation
        run.mover.end()
        before = placing.named(simulation, name)
        placing.remove(simulation, name)
        run.changes.add(f"remove {name}", simulation.time, lambda: simulation.place_obstacle(before))
        run.take_effect()
