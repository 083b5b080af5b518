"""The node: a live run that publishes its records, and accepts commands, through one of the backends."""

import sys
import threading
import time as clock
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.bridges.robot_logs.bag import ERROR, OK, LiveLog, diagnostics, log_live
from snakelab.bridges.ros2.backends.backend import Backend
from snakelab.bridges.ros2.camera_publisher import CameraPublisher
from snakelab.bridges.ros2.inputs import DriveScale, Inputs, _library_name
from snakelab.bridges.ros2.live_run import LiveRun
from snakelab.bridges.ros2.messages.frames import ODOM, WORLD
from snakelab.bridges.ros2.messages.publication import Publications, publications
from snakelab.bridges.ros2.messages.servo_status import servo_statuses, source_of_imu
from snakelab.bridges.ros2.messages.topics import (
    CALL_EMERGENCY_STOP,
    CHANGE_GAIT,
    DIAGNOSTICS,
    IN,
    PAUSE,
    RESET,
    STOPPING,
    Topic,
)
from snakelab.errors import SimulationError
from snakelab.parameter_declarations.parameters import Parameter, parameters_of
from snakelab.robots.cameras import StereoCamera
from snakelab.sim.engines.live_engine import LiveEngine
from snakelab.sim.simulation import Record, Simulation, Subscription

WARN = 1
QUEUE = 100  # records that a slow network may lag behind [-]


class Node:
    """Node of one live run.

    Args:
        start: Creates the simulation, at the beginning and at each reset.
        backend: Backend.
        pace: As for `LiveRun`.
        commands: Twist of full inputs, for commands from the network; None to accept none.
        wall_time: True for stamps of the computer's clock in place of the simulated time, without /clock.
        log: Folder of a bag that is also written; None for none.
        cameras: True to publish the images of the robot's cameras.
        slam: True to estimate the path with its stereo camera, too.
        report: Callback with messages for the user.
    """

    def __init__(
        self,
        start: Callable[[], Simulation],
        backend: Backend,
        *,
        pace: float | None = 1.0,
        commands: DriveScale | None = None,
        wall_time: bool = False,
        log: Path | None = None,
        cameras: bool = False,
        slam: bool = False,
        report: Callable[[str], None] = lambda line: print(line, file=sys.stderr),
    ) -> None:
        self.backend, self.report, self.wall_time = backend, report, wall_time
        self.commands = commands is not None
        self._with_cameras, self._with_slam = cameras or slam, slam
        self.cameras: CameraPublisher | None = None
        self._publish: dict[Topic, Callable[[bytes], None]] = {}
        self._log_folder = log
        self._live_log: LiveLog | None = None
        self.subscription: Subscription | None = None
        self._problem, self._printed = "", 0.0
        self.made: Publications | None = None
        self._stop = threading.Event()
        self._gait = ""
        self.run = LiveRun(start, pace, self._on_start)
        self._diagnose = self._publisher(DIAGNOSTICS)
        self._watcher = threading.Thread(target=self._watch, name="snakelab-ros2-watch", daemon=True)
        self._listen(commands or DriveScale())

    def start(self) -> None:
        """Start the run."""
        self.run.start()
        self._watcher.start()

    def close(self) -> None:
        """End the run, the log and the node. A second call has no effect."""
        if self._stop.is_set():
            return
        self._stop.set()
        self.run.close()
        if self.cameras is not None:
            self.cameras.close()
        if self.subscription is not None:
            self.subscription.join(5.0)
        if self._live_log is not None:
            self._live_log.close()
        self.backend.close()

    # ---- out -------------------------------------------------------------------------------------------------------
    def _on_start(self, simulation: Simulation) -> None:
        """Publish the records of a new simulation."""
        names = simulation.recorded
        if self._with_cameras:
            self._check_cameras(simulation)
        root = ODOM if self._with_slam else WORLD
        self.made = made = publications(simulation.model, names, clock=not self.wall_time, root=root)
        for topic, content in made.latched.items():
            if publish := self._publisher(topic):
                publish(content)
        taken = source_of_imu(simulation.engine)
        senders = {
            topic: publisher
            for topic in made.moving
            if topic.name != taken and (publisher := self._publisher(topic)) is not None
        }
        due = dict.fromkeys(senders, -np.inf)

        def send(record: Record) -> None:
            series = {name: record[name][None] for name in names}
            time = np.array([self._stamp(record)])
            for topic, publish in senders.items():
                if topic.rate:
                    if record.time < due[topic] - 1e-9:
                        continue
                    due[topic] = record.time + 1.0 / topic.rate
                publish(made.moving[topic].encode(series, time)[0])

        self.subscription = simulation.subscribe(send, size=QUEUE)
        if self._with_cameras:
            if self.cameras is not None:
                self.cameras.close()
            self.cameras = CameraPublisher(simulation, self._publisher, self._stamp, self._with_slam, self.report)
        if self._log_folder is not None and self._live_log is None:
            self._live_log = log_live(simulation, self._log_folder)

    def _stamp(self, record: Record) -> float:
        """Return the time stamp of a record [s]."""
        return clock.time() if self.wall_time else record.time

    def _check_cameras(self, simulation: Simulation) -> None:
        """Raise SimulationError for a robot without the cameras that are asked for."""
        cameras = simulation.model.robot.cameras
        if not cameras or (self._with_slam and not any(isinstance(one, StereoCamera) for one in cameras)):
            what = "stereo_camera" if self._with_slam else "camera"
            raise SimulationError(
                f"the robot has no {what}; add one under cameras in the scenario, see docs/cameras.md"
            )
        if isinstance(simulation.engine, LiveEngine) and not simulation.engine.measured >= {"link_position"}:
            raise SimulationError("images are rendered of simulated robots only; omit --cameras and --slam")

    def _publisher(self, topic: Topic) -> Callable[[bytes], None] | None:
        """Return the publisher of a topic, made when it is first needed."""
        if topic not in self._publish:
            publish = self.backend.publisher(topic)
            if publish is None:
                self.report(f"left out: {topic.name}: the messages {topic.kind.split('/')[0]} are not installed")
                return None
            self._publish[topic] = publish
        return self._publish[topic]

    def _watch(self) -> None:
        """Publish /diagnostics once per second."""
        while not self._stop.wait(1.0 / DIAGNOSTICS.rate):
            level, message, values = self.state()
            if self._diagnose is not None:
                now = clock.time() if self.wall_time else self.run.simulation.time
                servos = servo_statuses(self.run.simulation.engine)
                self._diagnose(diagnostics(now, level, message, values, servos))

    def state(self) -> tuple[int, str, dict[str, str]]:
        """Return level, message and values of /diagnostics."""
        run, simulation = self.run, self.run.simulation
        status = simulation.status
        values = {"time": f"{simulation.time:.3f}", "controller": type(simulation.controller).__name__}
        if run.pace is not None:
            values |= {"pace": f"{run.pace.achieved:.3f}", "late_periods": str(run.pace.late)}
            values["longest_delay"] = f"{run.pace.worst:.4f}"
        values |= {key: str(value) for key, value in getattr(simulation.engine, "attributes", dict)().items()}
        if self.subscription is not None:
            values["dropped_records"] = str(self.subscription.dropped)
        if self.cameras is not None:
            values["images"] = str(self.cameras.images)
            values |= {"slam": self.cameras.status} if self.cameras.status else {}
        if status is not None:
            return ERROR if status.is_error else WARN, str(status), values
        problem = self._problem or run.note
        return (WARN, problem, values) if problem else (OK, "paused" if run.paused else "running", values)

    # ---- in --------------------------------------------------------------------------------------------------------
    def _listen(self, scale: DriveScale) -> None:
        """Subscribe to the topics of commands, and offer services and parameters; without commands, the emergency stop only."""
        inputs = Inputs(self.run, scale, self._refused, self.commands)
        for topic in IN if self.commands else STOPPING:
            if not self.backend.subscribe(topic, lambda content, topic=topic: inputs.take(topic, content)):  # type: ignore[misc]
                self.report(f"left out: {topic.name}: the messages {topic.kind.split('/')[0]} are not installed")
        self.backend.serve(CALL_EMERGENCY_STOP, lambda flag: self._emergency_stop())
        if not self.commands:
            return
        self.backend.serve(RESET, lambda flag: self._answer(self.run.reset))
        self.backend.serve(PAUSE, lambda flag: self._answer(lambda: self.run.pause(bool(flag))))
        self.backend.serve(
            CHANGE_GAIT, lambda flag: self._answer(lambda: self.run.change_gait(_library_name(self._gait)))
        )
        self.backend.declare(self.parameters(), self._set)

    def parameters(self) -> tuple[Parameter, ...]:
        """Return the declared parameters of the run, and the name of the gait for the service `gait`."""
        simulation = self.run.simulation
        gait = Parameter(
            "gait", self._gait, "text", live=True, doc="Library scenario whose gait the service gait changes to."
        )
        owners = (
            ("controller", simulation.controller),
            ("world", simulation.model.world),
            ("robot", simulation.model.robot),
        )
        return (gait, *(p for name, owner in owners if owner is not None for p in parameters_of(owner, name)))

    def _set(self, path: str, value: Any) -> str:
        """Set a parameter; return the reason why not."""
        if path == "gait":
            self._gait = str(value)
            return ""
        if path.split(".")[0] not in ("controller", "world", "robot"):
            return ""  # one of ROS itself, such as use_sim_time
        return self.run.ask(lambda: self.run.set(path, value))

    def _answer(self, order: Callable[[], None]) -> tuple[bool, str]:
        problem = self.run.ask(order)
        return not problem, problem or "done"

    def _emergency_stop(self) -> tuple[bool, str]:
        self.run.emergency_stop("the ROS service", self._refused)
        return True, "stopped; start the program again to move the robot"

    def _refused(self, text: str) -> None:
        """Report a refused command, at most once per second."""
        self._problem = text
        if clock.monotonic() - self._printed > 1.0:
            self._printed = clock.monotonic()
            self.report(f"refused: {text}")
