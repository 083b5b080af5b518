"""A valid call of every public function and class: wrong calls are made from these by replacing one argument."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import snakelab as sl
from snakelab.perception.camera_models import PinholeModel

Arguments = dict[str, Any]
# Records that the library makes and returns; nobody is asked to call these classes.
RETURNED = {
    "Allocation", "Comparison", "Connection", "CurveFit", "CycleDisplacement", "DistanceGrid",
    "Endurance", "Estimate", "FrameTree", "GaitOptimum", "HeightFunctions", "Identification", "ImageFile", "JointLaw",
    "Measurement", "Model", "OptimalLoop", "Optimum", "Parameter", "PlanarSwimmer", "PoseSolution", "Record",
    "Recording", "RenderedSequence", "RunStatus", "StepCheck",
    "SectionShape", "SelfDistance", "State", "StatusKind", "StepEffect", "Subscription", "Sweep", "SweepResult", "SwimmerState",
    "Thrusters", "Trajectory",
}  # fmt: skip
INTERFACES = {"Controller", "LiveEngine", "Planner", "PoseEstimator", "Seeded", "Sensor"}


SERVOS = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z", sl.Servo(kp=1.0)), sl.Link(0.1, 0.1)], base="planar")


TINY = sl.StereoCamera(lens=sl.robots.Lens(16, 8))


@cache
def robot() -> sl.Robot:
    return sl.Robot([sl.Link(0.1, 0.1, name="tail"), sl.Revolute(), sl.Link(0.1, 0.1)], base="planar")


@cache
def model() -> sl.Model:
    return sl.build_model(robot(), sl.World([sl.ViscousFriction(0.1, 1.0)]))


@cache
def swimmer() -> sl.Model:
    """A floating robot with a propeller in water."""
    body = sl.Robot([sl.Link(0.4, 3.0)], propellers=[sl.Propeller("link1", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))])
    return sl.build_model(body, sl.World([sl.Fluid(1000.0)]))


@cache
def tall() -> sl.Model:
    """A robot with joints about both axes, for gaits along a curve."""
    parts = [sl.Link(0.1, 0.1)]
    for i in range(7):
        parts += [sl.Revolute("yz"[i % 2]), sl.Link(0.1, 0.1)]
    return sl.build_model(sl.Robot(parts))


@cache
def state() -> sl.State:
    return sl.initial_state(model())


@cache
def recording() -> sl.Recording:
    return sl.simulate(model(), sl.SerpenoidGait(0.5, 1.0, 0.5), 0.02, step=0.01)


@cache
def servo_recording() -> sl.Recording:
    servo = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute(actuator=sl.Servo(1.0)), sl.Link(0.1, 0.1)], base="planar")
    return sl.simulate(sl.build_model(servo), sl.SerpenoidGait(0.5, 1.0, 0.5), 0.02, step=0.01)


@cache
def geared_recording() -> sl.Recording:
    joints = [sl.Revolute(actuator=actuator) for actuator in (sl.Servo(1.0), sl.robots.Passive())]
    link = sl.Link(0.1, 0.1)
    robot = sl.Robot([link, joints[0], link, joints[1], link], gears=[sl.robots.Gear("joint2", "joint1")])
    return sl.simulate(sl.build_model(robot), None, 0.02, step=0.01)


@cache
def swimming() -> sl.Recording:
    return sl.simulate(swimmer(), None, 0.02, step=0.01)


@cache
def soft_recording() -> sl.Recording:
    """A soft section on level ground."""
    soft = sl.Robot([sl.SoftSection(0.1, 0.1, 0.01, 0.02)], skin=sl.Skin())
    model = sl.build_model(soft, sl.World([sl.Gravity(), sl.Contact()]))
    return sl.simulate(model, None, 0.02, step=0.01, state=sl.initial_state(model, position=(0.0, 0.0, 0.02)))


@cache
def shapes() -> sl.gaits.ShapeSpace:
    """Two joints under viscous friction."""
    link = sl.Link(0.1, 0.1)
    chain = sl.Robot([link, sl.Revolute(), link, sl.Revolute(), link], base="planar")
    return sl.gaits.ShapeSpace(sl.build_model(chain, sl.World([sl.ViscousFriction(0.1, 1.0)])))


TASK = {"period": 0.05, "observation": ["q", "v"], "action": "joint_targets"}
CONFIGURATION = {
    "scenario": "planar_viscous",
    "set": {"duration": 0.02, "solver": {"step": 0.01}},
    "parameters": {"controller.serpenoid_gait.amplitude": {"from": 0.4, "to": 0.5, "count": 2}},
}


@cache
def table() -> Any:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return sl.run_sweep(CONFIGURATION, folder, workers=1).dataset


PINHOLE = PinholeModel(64, 40, 32.0, 32.0, 32.0, 20.0)


def calibration_file() -> str:
    return str(*sl.perception.save_calibration(PINHOLE, "camera.yaml", "ros"))


def imu_file() -> str:
    keys = (
        "accelerometer_noise_density",
        "accelerometer_random_walk",
        "gyroscope_noise_density",
        "gyroscope_random_walk",
    )
    Path("imu.yaml").write_text("".join(f"{key}: 0.001\n" for key in keys), encoding="utf-8")
    return "imu.yaml"


def images_file() -> str:
    """A file of the images of a stereo camera, of one instant."""
    from dataclasses import asdict

    from snakelab.results.recorded_images import ImageWriter

    facts = {"kind": "StereoCamera", **asdict(TINY), "carrier": "head"}
    facts |= {"T_carrier_camera": np.eye(4).tolist(), "T_carrier_imu": np.eye(4).tolist()}
    poses = {"time": np.zeros(1), "position": np.zeros((1, 3)), "quaternion": np.array([[1.0, 0.0, 0.0, 0.0]])}
    with ImageWriter("images.h5", {"run": "run"}) as writer:
        writer.add_camera("stereo", facts, {"left": ((8, 16), "u1"), "right": ((8, 16), "u1")}, **poses)
        writer.add("stereo", left=np.zeros((8, 16)), right=np.zeros((8, 16)))
    return "images.h5"


@cache
def lanes() -> Arguments:
    snake = sl.plugins.lanes.elliptic_swimmer()
    return {
        "model": sl.plugins.lanes.lane_model(snake, sl.plugins.lanes.curvature_derivative_law(9)),
        "state": sl.plugins.lanes.straight_state(snake),
        "nominal": np.zeros(4),
        "sampling": sl.control.Sampling(n_samples=2),
        "cost": sl.plugins.lanes.TravelCost((1.0, 0.0)),
        "horizon": sl.control.Horizon(steps=4),
    }


def run() -> Arguments:
    return {"recording": recording()}


def steered() -> Arguments:
    """A run whose controller noted its plans."""
    data = recording().dataset.copy()
    data["control_time"] = ("control_time", np.array([0.0, 0.01]))
    data["control_cost"] = ("control_time", np.array([2.0, 1.0]))
    return {"recording": sl.Recording(data, "finished")}


def soft() -> Arguments:
    return {"recording": soft_recording()}


def law(x, v, *rest):  # pragma: no cover
    """A function of a user's, never called."""
    return 0.0


def stream(position, time, parameters, velocity):  # pragma: no cover
    velocity[0] = 0.1


def drag(pose, twist, load, parameters, wrench, damping, stiffness):  # pragma: no cover
    wrench[0] = 0.1


def push(time, parameters, wrench):  # pragma: no cover
    wrench[0] = 0.1


LEVEL = {"size": (1.0, 1.0), "spacing": 0.5}
ROWS = [[0.0, 0.0], [0.0, 0.0]]
PIPE = {"line": [(0.0, 0.0), (1.0, 0.0)], "radii": 0.2}
GAIT = {"amplitude": 0.5, "angular_frequency": 1.0, "phase_lag": 0.5}


def urdf_text() -> str:
    from snakelab.plugins.mujoco.robot_files.urdf_export import to_urdf

    return to_urdf(robot()).xml


FUNCTIONS: dict[str, Callable[[], Arguments]] = {
    "allocate": lambda: {"matrix": np.eye(6), "wrench": np.zeros(6), "minimum": -np.ones(6), "maximum": np.ones(6)},
    "base_pose_figure": soft,
    "body_velocities_figure": lambda: {"recording": swimming()},
    "build_model": lambda: {"robot": robot()},
    "circle_loop": lambda: {"radius": 0.5},
    "compare": lambda: {"recordings": [recording(), recording()]},
    "step_check": lambda: {"recording": recording()},
    "step_effect": lambda: {"recording": recording(), "finer": recording()},
    "chassis_frames": run,
    "comparison_figure": lambda: {"recordings": [recording(), recording()]},
    "connection": lambda: {"model": model(), "shape": [0.0]},
    "connection_figure": lambda: {"heights": sl.gaits.height_functions(shapes(), 1.0, 5)},
    "contact_map_figure": soft,
    "control_figure": steered,
    "couplings_figure": lambda: {"recording": geared_recording()},
    "curvature_derivative_law": lambda: {"n_joints": 3},
    "cycle_displacement": lambda: {"space": shapes(), "loop": sl.gaits.circle_loop(0.5), "intervals": 4},
    "elliptic_swimmer": dict,
    "energies_figure": run,
    "environment": lambda: {"source": sl.build_model(SERVOS, sl.World([sl.ViscousFriction(0.1, 1.0)])), "threads": 1},
    "fit_curve": lambda: {"model": tall(), "curve": sl.gaits.CircularArc(2.0, 0.8), "samples": 6},
    "forward_dynamics": lambda: {"model": model(), "state": state()},
    "forward_kinematics": lambda: {"model": model(), "state": state()},
    "frame_tree": lambda: {"model": model()},
    "grass": lambda: {"size": (1.0, 1.0), "spacing": 0.5},
    "gravel": lambda: {"size": (1.0, 1.0), "spacing": 0.5},
    "wave_modes": lambda: {"model": model()},
    "shape_loop_page": lambda: {"space": shapes(), "path": "loops.html", "limits": 1.0, "n": 5},
    "height_function_figure": lambda: {"heights": sl.gaits.height_functions(shapes(), 1.0, 5)},
    "height_functions": lambda: {"space": shapes(), "limits": 1.0, "n": 5},
    "initial_state": lambda: {"model": model()},
    "inverse_dynamics": lambda: {"model": model(), "state": state(), "acceleration": [0.0, 0.0, 0.0, 0.0]},
    "jacobian": lambda: {"model": model(), "state": state()},
    "joints_figure": run,
    "lane_model": lambda: {
        "snake": sl.plugins.lanes.elliptic_swimmer(),
        "law": sl.plugins.lanes.curvature_derivative_law(9),
    },
    "linearise": lambda: {"model": model(), "state": state()},
    "load_calibration": lambda: {"path": calibration_file()},
    "load_imu_noise": lambda: {"path": imu_file()},
    "load_images": lambda: {"path": images_file()},
    "load": lambda: {"path": recording().save("run.nc")},
    "load_sequence": lambda: {"path": images_file()},
    "load_scenario": lambda: {"name_or_path": "planar_viscous"},
    "load_sweep": lambda: {"configuration": CONFIGURATION},
    "identify": lambda: {
        "logs": [recording()],
        "configuration": {
            "scenario": "planar_prototype",
            "set": {"solver.step": 0.01},
            "parameters": {"world.media.0.mu_normal": {}},
            "profile": False,
        },
        "out": "fit",
        "threads": 1,
    },
    "loop_gait": lambda: {"space": shapes(), "loop": sl.gaits.circle_loop(0.5), "period": 2.0},
    "InverseKinematics": lambda: {"model": model(), "point": "head"},
    "Battery": lambda: {"voltage": 12.0, "capacity": 2.0},
    "ElectricDrive": lambda: {"torque_constant": 0.5, "resistance": 2.0},
    "endurance": lambda: {
        "recording": recording(),
        "drive": sl.results.ElectricDrive(0.5, 2.0),
        "battery": sl.results.Battery(12.0, 2.0),
    },
    "motor_signals_csv": run,
    "motor_table": run,
    "table_csv": run,
    "mass_matrix": lambda: {"model": model(), "state": state()},
    "metrics": run,
    "movie": lambda: {"recording": recording(), "path": "run.gif", "view": "top", "fps": 5.0, "size": (64, 64)},
    "optimise": lambda: {
        "configuration": CONFIGURATION,
        "out": "optimum",
        "minimise": "mean_speed",
        "trials": 4,
        "workers": 1,
    },
    "optimal_loop": lambda: {"space": shapes()},
    "optimise_gait": lambda: {
        "model": model(),
        "gait": sl.SerpenoidGait(0.5, 1.0, 0.5),
        "ranges": {"amplitude": (0.1, 0.5)},
        "duration": 0.02,
        "step": 0.01,
        "generations": 1,
        "population": 4,
        "threads": 1,
    },
    "overview_figure": run,
    "passage_figure": run,
    "propellers_figure": lambda: {"recording": swimming()},
    "static_equilibrium": lambda: {"model": model(), "commands": [0.0]},
    "reachable": lambda: {"model": swimmer()},
    "recorded_frames": lambda: {"model": model(), "recording": recording()},
    "remarks": run,
    "render_cameras": lambda: {"recording": recording(), "path": "images.h5", "cameras": [TINY]},
    "report": lambda: {"recording": recording(), "folder": "report", "figures": False},
    "loose_poppy_seed": dict,
    "close_poppy_seed": dict,
    "generic_grains": dict,
    "rocks": lambda: {"size": (1.0, 1.0), "spacing": 0.5},
    "roll_out": lanes,
    "parameters_of": lambda: {"owner": robot()},
    "run_scenario": lambda: {"scenario": sl.load_scenario("planar_viscous", ["duration=0.02", "solver.step=0.01"])},
    "start_scenario": lambda: {"scenario": sl.load_scenario("planar_viscous", ["duration=0.02"])},
    "run_sweep": lambda: {"configuration": CONFIGURATION, "out": "sweep", "workers": 1},
    "sand": lambda: {"size": (1.0, 1.0), "spacing": 0.5},
    "save_network": lambda: {
        "path": "policy.npz",
        "weights": [np.zeros((2, 1))],
        "biases": [np.zeros(1)],
        "task": TASK,
    },
    "section_shapes": soft,
    "section_shapes_figure": soft,
    "save_calibration": lambda: {"model": PINHOLE, "path": "camera.yaml", "format": "ros"},
    "self_distance": lambda: {"model": model()},
    "show": lambda: {"recordings": recording()},
    "signed_distance": lambda: {"surface": sl.Plane(), "point": (0.0, 0.0, 1.0)},
    "simulate": lambda: {"model": model(), "controller": None, "duration": 0.02, "step": 0.01},
    "simulate_batch": lambda: {"models": model(), "controllers": None, "duration": 0.02, "step": 0.01, "workers": 1},
    "space_path_figure": lambda: {"recording": swimming()},
    "speeds_figure": run,
    "straight_state": lambda: {"snake": sl.plugins.lanes.elliptic_swimmer()},
    "studio": lambda: {"model": model(), "folder": "studio"},
    "sweep_grid": lambda: {"table": table()},
    "swimming_pose_figure": lambda: {"recording": swimming()},
    "thrust_matrix": lambda: {"model": swimmer(), "state": sl.initial_state(swimmer())},
    "thrusters_of": lambda: {"model": swimmer()},
    "torques_figure": run,
    "tracking_figure": lambda: {"recording": servo_recording()},
    "trajectory_figure": run,
    "variables_figure": lambda: {"recording": recording(), "words": ["q"]},
    "virtual_chassis": lambda: {"model": model(), "shape": [0.5]},
    "warmup": lambda: {"say": None},
}

CLASSES: dict[str, Callable[[], Arguments]] = {
    "Batch": lambda: {"models": model(), "n": 2, "period": 0.02, "threads": 1},
    "Ball": lambda: {"radius": 0.1},
    "Bearing": dict,
    "Block": lambda: {"size": (1.0, 1.0, 1.0)},
    "Boulders": lambda: {"smallest": 0.1, "largest": 0.2},
    "Box": lambda: {"width": 0.1, "height": 0.1},
    "Branch": lambda: {"on": "link1", "parts": [sl.Revolute("z"), sl.Link(0.05, 0.02)]},
    "Camera": dict,
    "Capsule": lambda: {"radius": 0.1, "length": 0.2},
    "CircularArc": lambda: {"radius": 1.0, "length": 1.0},
    "Command": lambda: {"target": np.zeros(1)},
    "ConcertinaGait": lambda: {"winding": 0.5},
    "Contact": dict,
    "ConvexHull": lambda: {"points": [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.1)]},
    "CpgGait": lambda: {"gait": sl.gaits.NamedGait("CL")},
    "CrossEntropy": dict,
    "Cuboid": lambda: {"size": (0.1, 0.1, 0.1)},
    "Current": dict,
    "CurrentMap": lambda: {"u": ROWS, "v": ROWS},
    "CurveGait": lambda: {"curve": sl.gaits.CircularArc(1.0, 1.0), "frequency": 1.0},
    "Cylinder": lambda: {"radius": 0.1},
    "DepthCamera": dict,
    "DepthSensor": dict,
    "DrawnCurve": lambda: {"line": [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 1.0, 0.0), (3.0, 1.0, 0.0)]},
    "Elastomer": lambda: {
        "length": 0.1,
        "chamber": sl.robots.FibreReinforcedChamber(**CHAMBER),
        "elastic": sl.robots.LinearElastic(1e5),
    },
    "EliteMean": dict,
    "Ellipse": lambda: {"width": 0.1, "height": 0.1},
    "DrivingGait": dict,
    "EllipticWave": lambda: {"width": 0.1, "height": 0.1, "wavelength": 1.0, "length": 1.0},
    "Encoders": dict,
    "EngineRollouts": lambda: {"policy": PLAN(), "engine": sl.SnakelabEngine()},
    "Extruded": lambda: {"solids": [sl.geometry.Post((0.0, 0.0), 0.1)], "lower": (-1.0, -1.0), "upper": (1.0, 1.0)},
    "ExternalWrench": lambda: {"part": "link1", "force": (1.0, 0.0, 0.0)},
    "FibreReinforcedChamber": lambda: CHAMBER,
    "Fluid": dict,
    "Follower": dict,
    "Cable": lambda: {"guides": [("link1", (0.0, 0.01, 0.0)), ("link2", (0.0, 0.01, 0.0))]},
    "Frame": lambda: {"name": "camera"},
    "Gear": lambda: {"driven": "joint2", "by": "joint1"},
    "LinkMesh": lambda: {"file": "link.stl"},
    "Guide": lambda: {"on": "link1"},
    "Loop": lambda: {
        "first": "link1",
        "first_point": (0.0, 0.0, 0.0),
        "second": "link3",
        "second_point": (0.1, 0.0, 0.0),
    },
    "Muscle": lambda: {"max_force": 100.0},
    "Winch": lambda: {},
    "FunctionCurve": lambda: {"function": law},
    "FunctionGait": lambda: {"function": law},
    "ChangeController": lambda: {"controller": sl.gaits.NamedGait("CL")},
    "GaitChange": lambda: {"at": 1.0, "gait": sl.gaits.NamedGait("CL")},
    "GoalCost": lambda: {"com": (1.0, 0.0)},
    "GaitParameters": lambda: {"gait": sl.SerpenoidGait(**GAIT), "ranges": {"amplitude": (0.1, 1.0)}},
    "CudaBatch": lambda: {"models": model(), "n": 2, "period": 0.02},
    "CudaEngine": dict,
    "GoalReached": lambda: {"goal": (1.0, 0.0, 0.0), "radius": 0.1},
    "Gravity": dict,
    "GroundFriction": dict,
    "HeightField": lambda: {"heights": ROWS},
    "HeightImage": lambda: {"path": "map.png"},
    "HeightMesh": lambda: {"path": "map.obj"},
    "HeightTable": lambda: {"path": "map.asc"},
    "Helix": lambda: {"radius": 0.1, "pitch": 0.1, "length": 1.0},
    "HelixRollingGait": lambda: {"radius": 0.1},
    "HopfNetwork": dict,
    "Horizon": dict,
    "HullWall": lambda: {"pipe": sl.geometry.PlanarPipe(**PIPE)},
    "Hydraulic": lambda: {"area": 1e-4, "max_pressure": 1e5},
    "ImageSensor": dict,
    "Imu": dict,
    "Incline": lambda: {"angle": 0.1},
    "InertiaBoxFluid": dict,
    "EllipsoidFluid": dict,
    "Damper": lambda: {"part": "link1"},
    "FreeBody": lambda: {"shape": sl.worlds.Ball(0.1), "mass": 0.1, "position": (0.0, 0.0, 0.1)},
    "FrictionPatch": lambda: {"lower": (0.0, 0.0), "upper": (1.0, 1.0), "mu_tangential": 0.5},
    "RegionalFriction": lambda: {"mu_tangential": 0.5},
    "FluidEllipsoid": lambda: {"on": "link1", "semi_axes": (0.1, 0.02, 0.02)},
    "GranularMedium": lambda: {"material": sl.worlds.loose_poppy_seed(), "depth": 0.02},
    "JointTargets": lambda: {"ranges": {"joint1": (-1.0, 1.0)}},
    "Lamp": dict,
    "Lens": dict,
    "LiveCameras": lambda: {"simulation": sl.Simulation(sl.build_model(replace(robot(), cameras=[TINY])))},
    "Limits": lambda: {"lower": -1.0, "upper": 1.0},
    "GranularMaterial": lambda: dict.fromkeys(("a00", "a10", "b11", "b01", "b_11", "c11", "c01", "c_11", "d10"), 0.1),
    "LaneBatch": lambda: {"model": sl.build_model(SERVOS, sl.World([sl.ViscousFriction(0.1, 1.0)])), "n_rows": 2},
    "LaneRollouts": dict,
    "LaneStepping": dict,
    "LaneWaves": lambda: {"amplitude": 0.5, "frequency": 1.0, "lag": 0.5},
    "LinearElastic": lambda: {"modulus": 1e5},
    "Link": lambda: {"length": 0.1, "mass": 0.1},
    "LinkFriction": lambda: {"mu_tangential": 0.1, "mu_normal": 0.5},
    "LumpedFluid": dict,
    "Motor": dict,
    "Tendon": dict,
    "Mount": dict,
    "NamedGait": dict,
    "Outline": lambda: {"points": [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]},
    "Passive": dict,
    "PathIntegral": dict,
    "PlaceObject": lambda: {"name": "ball", "position": (1.0, 0.0, 0.1)},
    "PlaceObstacle": lambda: {"contact": sl.Contact(sl.Pole(0.05))},
    "AddPayload": lambda: {"part": "tail", "mass": 0.1},
    "Autopilot": lambda: {"depth": 1.0},
    "AutopilotGains": dict,
    "Pipe": lambda: {"line": [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)], "radii": 0.1},
    "PipeCurrent": lambda: {"hull": sl.geometry.HullWall(sl.geometry.PlanarPipe(**PIPE)), "speeds": 0.1},
    "PlanarPipe": lambda: PIPE,
    "PlanarWorld": dict,
    "Plane": dict,
    "PlannedWave": dict,
    "Pneumatic": lambda: {"area": 1e-4},
    "Pole": lambda: {"radius": 0.1},
    "PoseSensor": dict,
    "Policy": lambda: {"path": "policy.npz"},
    "PolygonLoop": lambda: {"points": [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]},
    "Post": lambda: {"centre": (0.0, 0.0), "radius": 0.1},
    "PowerLawViscosity": lambda: {"consistency": 1.0},
    "Prescribed": dict,
    "Prismatic": dict,
    "Propeller": lambda: {"on": "link1"},
    "Region": dict,
    "Revolute": dict,
    "Ripples": lambda: {"amplitude": 0.1, "wavelength": 1.0},
    "Robot": lambda: {"parts": [sl.Link(0.1, 0.1)]},
    "RollingGait": lambda: {"amplitude": 0.01, "frequency": 1.0},
    "RoughGround": lambda: {"deviation": 0.01, "correlation": 0.1},
    "Sampling": dict,
    "SamplingMpc": lambda: {"rollouts": sl.control.EngineRollouts(PLAN(), sl.SnakelabEngine()), "cost": law},
    "Push": lambda: {"part": "tail", "force": (1.0, 0.0, 0.0)},
    "SerpenoidGait": lambda: GAIT,
    "SetParameter": lambda: {"path": "controller.amplitude", "value": 0.5},
    "ShapeLoop": lambda: {"cosine": [1.0, 0.0], "sine": [0.0, 1.0]},
    "ShapeSpace": lambda: {"model": shapes().model},
    "Simulation": lambda: {"model": sl.build_model(robot())},
    "Scenery": lambda: {"room": (8.0, 8.0, 3.0)},
    "EndEffector": lambda: {"path": [(0.0, 0.3, 0.0, 0.0), (1.0, 0.2, 0.1, 0.0)]},
    "PumpDrive": lambda: {"motion": sl.gaits.SteadyGait([1e5])},
    "Servo": lambda: {"kp": 1.0},
    "Skin": dict,
    "SnakelabEngine": dict,
    "Rod": lambda: {"length": 0.1, "radius": 0.01, "density": 1000.0, "E": 1e6},
    "SelfContact": dict,
    "SoftSection": lambda: {"length": 0.1, "mass": 0.1, "actuator_radius": 0.01, "skin_radius": 0.02},
    "SpinningWheel": lambda: {"point": (0.05, 0.02, 0.0), "radius": 0.02, "mass": 0.05},
    "Spring": dict,
    "Stairs": lambda: {"rise": 0.1},
    "SteadyGait": dict,
    "StereoCamera": dict,
    "StopWhen": lambda: {"function": law},
    "SurfaceFriction": lambda: {"mu_tangential": 0.1},
    "BodyInMap": lambda: {"model": model(), "map": sl.perception.PointMap([[0.0, 0.0, 1.0]])},
    "BodyKinematics": lambda: {"model": model()},
    "BodyOdometry": lambda: {"model": model()},
    "PointMap": lambda: {"points": [[0.0, 0.0, 1.0]]},
    "RangeScanner": dict,
    "OdometryWithFixes": dict,
    "fit_pipe": lambda: {
        "points": [[x / 9, np.cos(a), np.sin(a)] for x in range(9) for a in range(6)],
        "path": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
        "spacing": 0.5,
    },
    "with_map": run,
    "GoalSeeker": lambda: {"gait": sl.SerpenoidGait(**GAIT), "goal": (1.0, 0.0)},
    "GazeStabiliser": lambda: {"motion": sl.SerpenoidGait(**GAIT)},
    "Teleop": lambda: {"gait": sl.SerpenoidGait(**GAIT)},
    "TableGait": lambda: {"times": [0.0, 1.0], "angles": [[0.0], [1.0]]},
    "Terrain": lambda: {"relief": sl.geometry.Ripples(0.01, 1.0), **LEVEL},
    "ThrustGait": lambda: {"joints": sl.SerpenoidGait(**GAIT), "thrust": [1.0]},
    "TorqueSensors": dict,
    "TravelCost": dict,
    "UniformCurrent": lambda: {"velocity": (0.1, 0.0)},
    "UserCurrent": lambda: {"function": stream},
    "UserLaw": lambda: {"function": drag},
    "UserWrench": lambda: {"part": "link1", "function": push},
    "ViscousFriction": lambda: {"tangential": 0.1, "normal": 1.0},
    "WallLaw": dict,
    "Wheel": lambda: {"point": (0.05, 0.0, -0.02), "radius": 0.02},
    "WindingGait": lambda: {"yaw_winding": 0.5, "pitch_winding": 0.1},
    "World": dict,
    "Yeoh": lambda: {"c10": 1e4},
}
CHAMBER = {"radius": 0.01, "wall": 0.002, "fabric": 0.001}

# Names of submodules that the documentation mentions.
DOCUMENTED: dict[str, Callable[[], Arguments]] = {
    "plugins.mujoco.from_mjcf": lambda: {"source": mjcf_text()},
    "plugins.mujoco.to_mjcf": lambda: {"model": model()},
    "plugins.mujoco.from_urdf": lambda: {"source": urdf_text()},
    "plugins.mujoco.to_urdf": lambda: {"model": robot()},
    "results.reference_values.judged": run,
    "robots.library.eel": dict,
    "robots.library.hybrid_underwater": dict,
    "robots.library.hydraulic_joint": dict,
    "robots.library.pipe_snake": dict,
    "robots.library.snake_iii": dict,
    "robots.library.soft_pneumatic": dict,
    "robots.library.active_wheel_snake": dict,
    "robots.library.tendon_arm": dict,
    "robots.library.with_gripper": lambda: {"robot": robot()},
    "figures.style.figure_files": lambda: {"figure": sl.figures.joints_figure(recording())},
}


def PLAN() -> sl.control.GaitParameters:
    return sl.control.GaitParameters(sl.SerpenoidGait(**GAIT), {"amplitude": (0.1, 1.0)})


def mjcf_text() -> str:
    from snakelab.plugins.mujoco.robot_files.mjcf_export import to_mjcf

    return to_mjcf(model()).xml
