"""Node of a live run: publication of its records and camera images, and commands from the network.

In reading order: the back ends rclpy, Cyclone DDS and Foxglove; the publisher of the cameras; the handlers of
commands; and the node, which connects them to a live run.
"""

import math
import sys
import threading
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import MissingExtraError, RecordingError, SimulationError, SnakelabError
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.parameter_descriptions import Parameter, parameters_of
from snakelab.physics.columns import PRESCRIBED, SERVO
from snakelab.plugins.ros.bag_writing import LiveLog, diagnostics, log_live
from snakelab.plugins.ros.message_encoders import Level, Publications, publications, servo_statuses, source_of_imu
from snakelab.plugins.ros.ros_frames import (
    MAP,
    ODOM,
    WORLD,
    ImageMessages,
    PointMessages,
    camera_info,
    depth_points,
    points_topic,
    streams,
)
from snakelab.plugins.ros.ros_run import RosRun
from snakelab.plugins.ros.topics import (
    CALL_EMERGENCY_STOP,
    CHANGE_GAIT,
    CMD_VEL,
    DIAGNOSTICS,
    EMERGENCY_STOP,
    GAIT,
    IN,
    JOINT_COMMAND,
    JOINT_TRAJECTORY,
    JOY,
    MAP_POINTS,
    NODE,
    PAUSE,
    RESET,
    STOP,
    STOPPING,
    TF,
    RosBackend,
    RosNetwork,
    Topic,
    decoded,
    nanoseconds_of,
    template,
)
from snakelab.plugins.slam.slam_run import LiveSlam
from snakelab.robots.cameras import AnyCamera, DepthCamera, StereoCamera
from snakelab.sim.engine import LiveEngine
from snakelab.sim.live_run import Record, Subscription
from snakelab.sim.simulation import Simulation

# ----------------------------------------------------------------------------------------------------------------------
# Back ends of the node: rclpy, Cyclone DDS and Foxglove
#
# Each is imported when it is made, because it needs a package of its own.
# ----------------------------------------------------------------------------------------------------------------------


def make_backend(name: str, network: RosNetwork, node: str = NODE) -> RosBackend:
    """Return a backend.

    Args:
        name: "rclpy", "cyclonedds", or "auto" for the first that is installed.
        network: Network of the node.
        node: Name of the node.

    Raises:
        MissingExtraError: if it is not installed.
    """
    if name in ("auto", "rclpy"):
        try:
            from snakelab.plugins.ros.rclpy_backend import RclpyBackend

            return RclpyBackend(network, node)
        except ImportError:
            if name == "rclpy":
                raise MissingExtraError(
                    "rclpy cannot be imported; source the setup file of a ROS 2 installation first, or use --backend cyclonedds"
                ) from None
    try:
        from snakelab.plugins.ros.cyclone_backend import CycloneBackend

        return CycloneBackend(network, node)
    except ImportError:
        from snakelab.system import install_line

        raise MissingExtraError(
            f"there is neither rclpy nor Cyclone DDS; source a ROS 2 installation, or type: {install_line('ros')}"
        ) from None


# ----------------------------------------------------------------------------------------------------------------------
# Publisher of the cameras of a live run: a separate thread renders images, and estimates the path if SLAM is enabled
# ----------------------------------------------------------------------------------------------------------------------

Publish = Callable[[bytes], None]
# Function that returns the publisher of a topic; None if its messages are not installed.
Publisher = Callable[[Topic], Publish | None]


class CameraPublisher:
    """Images, camera_info and points of all cameras, and the map of SLAM. A slow renderer skips records; the run never waits.

    Args:
        simulation: The run.
        publisher: Makes publishers.
        stamp: Returns the time stamp of a record [s].
        slam: True to estimate the path with the first stereo camera, and to publish its map and the transform to odom.
        report: Called with a message if the images end.

    Attributes:
        images: Number of published images [-].
        status: Last status of SLAM; empty without one.
    """

    def __init__(
        self,
        simulation: Simulation,
        publisher: Publisher,
        stamp: Callable[[Record], float],
        slam: bool = False,
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.simulation, self.stamp, self.report = simulation, stamp, report
        self.images, self.status = 0, ""
        self._cameras = {camera.name: _Outputs(camera, publisher) for camera in simulation.model.robot.cameras}
        pairs = [camera for camera in simulation.model.robot.cameras if isinstance(camera, StereoCamera)]
        self._pair = pairs[0].name if slam else ""
        self._slam = LiveSlam(simulation, pairs[0]) if slam else None
        self._tf, self._points = (publisher(TF), publisher(MAP_POINTS)) if slam else (None, None)
        self._cloud = PointMessages(MAP)
        self._due = dict.fromkeys(self._cameras, -np.inf)
        self._subscription = simulation.subscribe(size=1)
        self._thread = threading.Thread(target=self._run, name="snakelab-ros2-cameras", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread. A second call has no effect."""
        self._subscription.close()
        if self._slam is not None:
            self._slam.close()
        self._thread.join(10.0)

    def _run(self) -> None:
        from snakelab.plugins.mujoco.cameras.camera_recording import LiveCameras

        try:
            with LiveCameras(self.simulation) as cameras:
                for record in self._subscription:
                    for name, outputs in self._cameras.items():
                        if record.time >= self._due[name] - 1e-9:
                            self._due[name] = record.time + 1.0 / outputs.camera.rate
                            self._show(name, record, cameras.images(name, record))
        except SnakelabError as problem:
            self._subscription.close()
            self.report(f"no images: {problem}")

    def _show(self, name: str, record: Record, images: dict[str, Any]) -> None:
        time = self.stamp(record)
        self.images += self._cameras[name].show(time, images)
        if self._slam is None or name != self._pair:
            return
        estimate = self._slam.estimate(record, images)
        self.status = estimate.status
        if self._tf is not None and estimate.status != "lost":
            self._tf(transform_message(self._slam.T_map_odom, time, MAP, ODOM))
        if self._points is not None and estimate.is_keyframe:
            self._points(self._cloud.message(time, self._slam.points()))


def transform_message(T: FloatArray, time: float, parent: str, child: str) -> bytes:
    """Return the message of /tf of a pose T_parent_child, shape (4, 4), at a time [s]."""
    w, x, y, z = matrix_to_quat(tuple(T[:3, :3].ravel().tolist()))
    seconds, rest = divmod(int(nanoseconds_of(np.array([time]))[0]), 10**9)
    place = dict(zip("xyz", T[:3, 3].tolist(), strict=True))
    item = {
        "header": {"stamp": {"sec": seconds, "nanosec": rest}, "frame_id": parent},
        "child_frame_id": child,
        "transform": {"translation": place, "rotation": {"w": w, "x": x, "y": y, "z": z}},
    }
    return template(TF.kind, {"transforms": [item]}).content


class _Outputs:
    """Publishers of one camera."""

    def __init__(self, camera: AnyCamera, publisher: Publisher) -> None:
        self.camera = camera
        self._streams = [
            (one, publisher(one.image), ImageMessages(one.frame), publisher(one.info), camera_info(one))
            for one in streams(camera)
        ]
        self._points = publisher(points_topic(camera)) if isinstance(camera, DepthCamera) else None

    def show(self, time: float, images: dict[str, Any]) -> int:
        """Publish the images of one time [s], and return their number."""
        from snakelab.plugins.mujoco.cameras.optics import pinhole_model

        for stream, publish, messages, publish_info, info in self._streams:
            if publish is not None:
                publish(messages.message(time, images[stream.name]))
            if publish_info is not None:
                publish_info(info.message(time))
        if self._points is not None:
            cloud = PointMessages(self._streams[0][0].frame)
            self._points(cloud.message(time, depth_points(images["depth"], pinhole_model(self.camera.lens))))
        return len(self._streams)


# ----------------------------------------------------------------------------------------------------------------------
# Commands from the network: messages of ROS, checked, as orders for a live run
# ----------------------------------------------------------------------------------------------------------------------

# Axes of /joy for driving, with their signs: the left stick; the button for a stop.
JOY_FORWARD, JOY_TURN, JOY_STOP = 1, 0, 1
# Limits of a message: names, points of a trajectory, and its duration [s].
MAX_NAMES, MAX_POINTS, MAX_DURATION = 1000, 10_000, 3600.0


@dataclass(frozen=True)
class DriveScale:
    """Twist at which the robot is driven at full input.

    Attributes:
        speed: Speed of a full forward input [m/s].
        turn: Angular velocity at full input [rad/s].
    """

    speed: float = 0.1
    turn: float = 0.5


class Inputs:
    """Handlers of the topics of commands.

    Args:
        run: The run.
        scale: Twist of full inputs.
        refused: Called with the reason why a command was not carried out.
        commands: False to accept emergency stops only.
        limited: Called with a line on targets that are carried out only up to a limit; None for `refused`.
    """

    def __init__(
        self,
        run: RosRun,
        scale: DriveScale,
        refused: Callable[[str], None],
        commands: bool = True,
        limited: Callable[[str], None] | None = None,
    ) -> None:
        self.run, self.scale, self.refused, self.commands = run, scale, refused, commands
        self.limited = limited or refused
        self.handlers: dict[Topic, Callable[[Any], None]] = {
            CMD_VEL: self._twist,
            JOY: self._joy,
            JOINT_COMMAND: self._joint_state,
            JOINT_TRAJECTORY: self._trajectory,
            GAIT: self._gait,
            STOP: lambda message: self._stop(STOP),
            EMERGENCY_STOP: self._emergency_stop,
        }

    def take(self, topic: Topic, content: bytes) -> None:
        """Process a message given as CDR bytes; invalid ones are refused."""
        try:
            self.handlers[topic](decoded(content, topic.kind))
        except SimulationError as problem:
            self.refused(f"{topic.name}: {problem}")
        except Exception as problem:  # bytes from the network can raise any exception in a decoder
            self.refused(f"{topic.name}: no valid message: {problem!r}")

    def _order(self, topic: Topic, order: Callable[[], None]) -> None:
        self.run.order(order, lambda text: self.refused(f"{topic.name}: {text}"))

    def _twist(self, message: Any) -> None:
        forward, turn = message.linear.x / self.scale.speed, message.angular.z / self.scale.turn
        self._drive(CMD_VEL, forward, turn)

    def _joy(self, message: Any) -> None:
        axes, buttons = list(message.axes), list(message.buttons)
        if len(buttons) > JOY_STOP and buttons[JOY_STOP]:
            self._stop(JOY)
        elif not self.commands:
            return
        elif len(axes) > max(JOY_FORWARD, JOY_TURN):
            self._drive(JOY, float(axes[JOY_FORWARD]), float(axes[JOY_TURN]))
        else:
            raise SimulationError(f"needs {max(JOY_FORWARD, JOY_TURN) + 1} axes, got {len(axes)}")

    def _drive(self, topic: Topic, forward: float, turn: float) -> None:
        if not (math.isfinite(forward) and math.isfinite(turn)):
            raise SimulationError("numbers must be finite")
        inputs = [min(1.0, max(-1.0, value)) for value in (forward, turn)]
        self._order(topic, lambda: self.run.drive(*inputs))

    def _joint_state(self, message: Any) -> None:
        points = self._within_limits(JOINT_COMMAND, self._point(list(message.name), message.position)[None])
        self._order(JOINT_COMMAND, lambda: self.run.follow(np.zeros(1) + 1e-9, points))

    def _trajectory(self, message: Any) -> None:
        if not 1 <= len(message.points) <= MAX_POINTS:
            raise SimulationError(f"needs 1 to {MAX_POINTS} points, got {len(message.points)}")
        times = np.array([p.time_from_start.sec + 1e-9 * p.time_from_start.nanosec for p in message.points])
        if not (0.0 <= times[0] and (np.diff(times) > 0).all() and times[-1] <= MAX_DURATION):
            raise SimulationError(f"time_from_start must increase from 0 to at most {MAX_DURATION:g} s")
        points = np.array([self._point(list(message.joint_names), p.positions) for p in message.points])
        points = self._within_limits(JOINT_TRAJECTORY, points)
        times[0] = max(times[0], 1e-9)
        self._order(JOINT_TRAJECTORY, lambda: self.run.follow(times, points))

    def _point(self, names: list[str], positions: Any) -> np.ndarray:
        """Return one number for each coordinate; NaN for those that are not named."""
        known = self.run.simulation.model.coordinate_names
        values = np.asarray(positions, dtype=np.float64)
        if len(names) != len(values) or len(names) > MAX_NAMES:
            raise SimulationError(f"needs a position for each name, got {len(values)} for {len(names)} names")
        if not np.isfinite(values).all():
            raise SimulationError("positions must be finite")
        if unknown := [name for name in names if name not in known]:
            raise SimulationError(f"there is no joint {unknown[0][:60]!r}; there are {', '.join(known[:3])}, ...")
        if len(set(names)) < len(names):
            raise SimulationError("a joint is named twice")
        chosen = [known.index(name) for name in names]
        positioned = np.isin(self.run.simulation.model.arrays.coordinates["actuator"], (SERVO, PRESCRIBED))
        if wrong := [name for name, i in zip(names, chosen, strict=True) if not positioned[i]]:
            raise SimulationError(f"{wrong[0]!r} takes no position: it has no servo; leave it out")
        point = np.full(len(known), np.nan)
        point[chosen] = values
        return point

    def _within_limits(self, topic: Topic, points: FloatArray) -> FloatArray:
        """Return targets within the limits of the joints, shape (m, n), and tell which ones were not."""
        limits = self.run.limits()
        inside = np.clip(points, limits[:, 0], limits[:, 1])  # NaN stays
        if (changed := np.abs(inside - points) > 1e-9).any():
            i, j = (int(k[0]) for k in np.nonzero(changed))
            name, n = self.run.simulation.model.coordinate_names[j], int(changed.any(axis=0).sum())
            more = f", and {n - 1} more" if n > 1 else ""
            self.limited(f"{topic.name}: {name}: {points[i, j]:.4g} is limited to {inside[i, j]:.4g}{more}")
        return np.asarray(inside)

    def _gait(self, message: Any) -> None:
        name = str(message.data)
        self._order(GAIT, lambda: self.run.change_gait(_library_name(name)))

    def _emergency_stop(self, message: Any) -> None:
        """Stop for true; false has no effect, since a stopped robot must be started again on purpose."""
        if message.data:
            self._stop(EMERGENCY_STOP)

    def _stop(self, topic: Topic) -> None:
        self.run.emergency_stop(topic.name, lambda text: self.refused(f"{topic.name}: {text}"))


def _library_name(name: str) -> str:
    """Return the name of a scenario of the library: no file may be named over the network."""
    from snakelab.errors import nearest
    from snakelab.scenarios.catalogue import library

    if name not in library():
        near = nearest(name, library())
        raise SimulationError(f"there is no scenario {name[:60]!r} in the library{near if 'mean' in near else ''}")
    return name


# ----------------------------------------------------------------------------------------------------------------------
# Node: a live run that publishes its records, and accepts commands, through one of the back ends
# ----------------------------------------------------------------------------------------------------------------------


class Node:
    """Node of one live run.

    Args:
        start: Creates the simulation, at the beginning and at each reset.
        backend: Backend.
        pace: As for `RosRun`.
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
        backend: RosBackend,
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
        self._n_logs = 0
        self.subscription: Subscription | None = None
        self._problem, self._log_problem, self._printed = "", "", 0.0
        self.made: Publications | None = None
        self._stop = threading.Event()
        self._gait = ""
        self.run = RosRun(start, pace, self._on_start, refused=self._report_refusal)
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
        try:
            if self._live_log is not None:
                self._live_log.close()
        finally:
            self.backend.close()

    # ---- out -------------------------------------------------------------------------------------------------------
    def _on_start(self, simulation: Simulation) -> None:
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

        self.subscription = simulation.subscribe(send, size=100)  # records that a slow network may lag behind
        if self._with_cameras:
            if self.cameras is not None:
                self.cameras.close()
            self.cameras = CameraPublisher(simulation, self._publisher, self._stamp, self._with_slam, self.report)
        if self._log_folder is not None:
            self._begin_log(simulation, self._log_folder)

    def _begin_log(self, simulation: Simulation, folder: Path) -> None:
        """Begin the log; after a reset that of the next run, in a folder whose name ends in _2, _3 and so on."""
        if self._n_logs == 0:
            self._n_logs, self._live_log = 1, log_live(simulation, folder)
            return
        try:
            if self._live_log is not None:
                self._live_log.close()
                self._live_log = None
            path = folder
            while path.exists() or path.with_name(f"{path.name}.part").exists():
                self._n_logs += 1
                path = folder.with_name(f"{folder.name}_{self._n_logs}")
            self._live_log = log_live(simulation, path)
            self.report(f"the log of this run is {path}")
        except (OSError, RecordingError) as problem:
            self.report(f"this run is not logged: {problem}")

    def _stamp(self, record: Record) -> float:
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
        """Publish /diagnostics once per second, whatever happens to the run."""
        while not self._stop.wait(1.0 / DIAGNOSTICS.rate):
            try:
                self._publish_state()
            except Exception as problem:  # such as that of a run that is being started again
                self._report_refusal(f"{DIAGNOSTICS.name}: {type(problem).__name__}: {problem}")

    def _publish_state(self) -> None:
        self._check_log()
        level, message, values = self.state()
        if self._diagnose is not None:
            now = clock.time() if self.wall_time else self.run.simulation.time
            servos = servo_statuses(self.run.simulation.engine)
            self._diagnose(diagnostics(now, level, message, values, servos))

    def _check_log(self) -> None:
        """Report once that the log cannot be written any more, as on a full disk."""
        log = self._live_log
        if log is not None and log.subscription.error is not None and not self._log_problem:
            self._log_problem = f"the log {log.writer.path} ends early: {log.subscription.error}"
            self.report(self._log_problem)

    def state(self) -> tuple[int, str, dict[str, str]]:
        """Return level, message and values of /diagnostics."""
        run, simulation = self.run, self.run.simulation
        status = simulation.status
        values = {"time": f"{simulation.time:.3f}", "controller": type(simulation.controller).__name__}
        if run.live.pace is not None:
            values |= {"pace": f"{run.live.pace.achieved:.3f}", "late_periods": str(run.live.pace.late)}
            values["longest_delay"] = f"{run.live.pace.worst:.4f}"
        values |= {key: str(value) for key, value in getattr(simulation.engine, "attributes", dict)().items()}
        if self.subscription is not None:
            values["dropped_records"] = str(self.subscription.dropped)
        if self.cameras is not None:
            values["images"] = str(self.cameras.images)
            values |= {"slam": self.cameras.status} if self.cameras.status else {}
        if status is not None:
            return Level.ERROR if status.is_error else Level.WARN, str(status), values
        problem = self._log_problem or self._problem or run.live.note
        return (
            (Level.WARN, problem, values) if problem else (Level.OK, "paused" if run.live.paused else "running", values)
        )

    # ---- in --------------------------------------------------------------------------------------------------------
    def _listen(self, scale: DriveScale) -> None:
        """Subscribe to the topics of commands, and offer services and parameters; without commands, the emergency stop only."""
        inputs = Inputs(self.run, scale, self._report_refusal, self.commands, self._report_limit)
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
        self.run.emergency_stop("the ROS service", self._report_refusal)
        return True, "stopped; start the program again to move the robot"

    def _report_refusal(self, text: str) -> None:
        """Report a refused command, at most once per second."""
        self._tell(f"refused: {text}", text)

    def _report_limit(self, text: str) -> None:
        """Report a command that is carried out up to a limit, at most once per second."""
        self._tell(f"limited: {text}", text)

    def _tell(self, line: str, problem: str) -> None:
        self._problem = problem
        if clock.monotonic() - self._printed > 1.0:
            self._printed = clock.monotonic()
            self.report(line)
