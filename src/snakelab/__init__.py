"""snakelab: describe a snake robot once, then model, simulate and control it.

    import snakelab as sl

    robot = sl.Robot([sl.Link(0.11, mass=0.08), *4 * [sl.Revolute("z"), sl.Link(0.11, mass=0.08)]], base="planar")
    world = sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis")])
    gait = sl.SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)
    recording = sl.simulate(sl.build_model(robot, world), gait, duration=10.0)

Names are imported when first used, so that `import snakelab` is quick.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from snakelab.control import (
        Allocation,
        Autopilot,
        AutopilotGains,
        Controller,
        Planner,
        Seeded,
        Thrusters,
        allocate,
        reachable,
        thrust_matrix,
        thrusters_of,
    )
    from snakelab.control.engine_mpc import EngineMpc, GaitParameters, JointTargets, Trajectory
    from snakelab.control.mcmpc import MonteCarloMpc
    from snakelab.control.rollout import (
        CrossEntropy,
        EliteMean,
        Horizon,
        PathIntegral,
        PlannedWave,
        Sampling,
        TravelCost,
        roll_out,
    )
    from snakelab.errors import (
        ControlError,
        GaitError,
        MissingExtraError,
        RecordingError,
        RobotError,
        ScenarioError,
        SimulationError,
        SnakelabError,
        SnakelabWarning,
        WorldError,
    )
    from snakelab.gaits import (
        CircularArc,
        ConcertinaGait,
        CpgGait,
        CurveFit,
        CurveGait,
        DrawnCurve,
        EllipticWave,
        FunctionCurve,
        FunctionGait,
        GaitChange,
        Helix,
        HelixRollingGait,
        HopfNetwork,
        NamedGait,
        RollingGait,
        SerpenoidGait,
        SteadyGait,
        TableGait,
        ThrustGait,
        WindingGait,
        fit_curve,
    )
    from snakelab.gaits.static_equilibrium import static_equilibrium
    from snakelab.geometry.planar.pipe import HullWall, PlanarPipe
    from snakelab.geometry.planar.solids import Outline, Post
    from snakelab.geometry.shapes import Box, Cylinder, Ellipse
    from snakelab.geometry.surfaces import Block, Extruded, HeightField, Pipe, Plane, Pole, signed_distance
    from snakelab.geometry.terrain.terrain import (
        Boulders,
        HeightImage,
        HeightMesh,
        HeightTable,
        Incline,
        Ripples,
        RoughGround,
        Stairs,
        Terrain,
    )
    from snakelab.physics.command import Command, Measurement
    from snakelab.physics.lanes.model import lane_model
    from snakelab.physics.model import Model, build_model
    from snakelab.physics.queries import (
        forward_dynamics,
        forward_kinematics,
        inverse_dynamics,
        jacobian,
        linearise,
        mass_matrix,
    )
    from snakelab.physics.queries.frame_tree import FrameTree, frame_tree
    from snakelab.physics.queries.self_collision import SelfDistance, self_distance
    from snakelab.physics.state import State, initial_state
    from snakelab.physics.swimmer.joint_law import JointLaw, curvature_derivative_law
    from snakelab.physics.swimmer.state import SwimmerState, straight_state
    from snakelab.physics.swimmer.swimmer import PlanarSwimmer, elliptic_swimmer
    from snakelab.results.contents.frames import recorded_frames
    from snakelab.results.contents.sections import SectionShape, section_shapes
    from snakelab.results.metrics import metrics
    from snakelab.results.recording import Recording, load
    from snakelab.results.telling.comparison import Comparison, compare
    from snakelab.results.telling.remarks import remarks
    from snakelab.robots.actuators import Follower, Hydraulic, Motor, Passive, Pneumatic, Prescribed, Servo
    from snakelab.robots.compliance import Limits, Spring
    from snakelab.robots.frame import Frame
    from snakelab.robots.materials import Elastomer, FibreReinforcedChamber, LinearElastic, PowerLawViscosity, Yeoh
    from snakelab.robots.parts import Link, Mount, Prismatic, Revolute, SoftSection, Wheel
    from snakelab.robots.propeller import Propeller
    from snakelab.robots.robot import Robot
    from snakelab.robots.sensors import DepthSensor, Encoders, Imu, PoseSensor, TorqueSensors
    from snakelab.robots.skin import Skin
    from snakelab.scenarios import load_scenario, run_scenario
    from snakelab.sim.batch import simulate_batch
    from snakelab.sim.engine import SnakelabEngine
    from snakelab.sim.events import GoalReached, StopWhen
    from snakelab.sim.simulate import simulate
    from snakelab.sim.warmup import warmup
    from snakelab.studies.atlas import Atlas, AtlasResult, atlas_of, run_atlas
    from snakelab.studies.optimising import Optimum, optimise
    from snakelab.studies.sweeps import Sweep, SweepResult, load_sweep, run_sweep, sweep_grid
    from snakelab.view.figures.comparison import comparison_figure
    from snakelab.view.figures.contact import base_pose_figure, contact_map_figure
    from snakelab.view.figures.control import control_figure
    from snakelab.view.figures.overview import overview_figure
    from snakelab.view.figures.passage import passage_figure
    from snakelab.view.figures.quantities import (
        energies_figure,
        joints_figure,
        speeds_figure,
        torques_figure,
        trajectory_figure,
        variables_figure,
    )
    from snakelab.view.figures.swimming import (
        body_velocities_figure,
        propellers_figure,
        section_shapes_figure,
        space_path_figure,
        swimming_pose_figure,
    )
    from snakelab.view.figures.tracking import tracking_figure
    from snakelab.view.movie import movie
    from snakelab.view.report import report
    from snakelab.view.show import show
    from snakelab.worlds import (
        Contact,
        Current,
        CurrentMap,
        ExternalWrench,
        Fluid,
        Gravity,
        InertiaBoxFluid,
        LinkFriction,
        LumpedFluid,
        Region,
        SurfaceFriction,
        UserCurrent,
        UserLaw,
        UserWrench,
        ViscousFriction,
        World,
    )
    from snakelab.worlds.planar import PipeCurrent, PlanarWorld, UniformCurrent, WallLaw
    from snakelab.worlds.terrain import Bearing, grass, gravel, rocks, sand

_HOMES = {
    "control": (
        "Allocation",
        "Autopilot",
        "AutopilotGains",
        "Controller",
        "Planner",
        "Seeded",
        "Thrusters",
        "allocate",
        "reachable",
        "thrust_matrix",
        "thrusters_of",
    ),
    "control.engine_mpc": ("EngineMpc", "GaitParameters", "JointTargets", "Trajectory"),
    "control.mcmpc": ("MonteCarloMpc",),
    "control.rollout": (
        "CrossEntropy",
        "EliteMean",
        "Horizon",
        "PathIntegral",
        "PlannedWave",
        "Sampling",
        "TravelCost",
        "roll_out",
    ),
    "errors": (
        "ControlError",
        "GaitError",
        "MissingExtraError",
        "RecordingError",
        "RobotError",
        "ScenarioError",
        "SimulationError",
        "SnakelabError",
        "SnakelabWarning",
        "WorldError",
    ),
    "gaits": (
        "CircularArc",
        "ConcertinaGait",
        "CpgGait",
        "CurveFit",
        "CurveGait",
        "DrawnCurve",
        "EllipticWave",
        "FunctionCurve",
        "FunctionGait",
        "GaitChange",
        "Helix",
        "HelixRollingGait",
        "HopfNetwork",
        "NamedGait",
        "RollingGait",
        "SerpenoidGait",
        "SteadyGait",
        "TableGait",
        "ThrustGait",
        "WindingGait",
        "fit_curve",
    ),
    "geometry.planar.pipe": ("HullWall", "PlanarPipe"),
    "geometry.planar.solids": ("Outline", "Post"),
    "gaits.static_equilibrium": ("static_equilibrium",),
    "geometry.shapes": ("Box", "Cylinder", "Ellipse"),
    "geometry.surfaces": ("Block", "Extruded", "HeightField", "Pipe", "Plane", "Pole", "signed_distance"),
    "geometry.terrain.terrain": (
        "Boulders",
        "HeightImage",
        "HeightMesh",
        "HeightTable",
        "Incline",
        "Ripples",
        "RoughGround",
        "Stairs",
        "Terrain",
    ),
    "physics.command": ("Command", "Measurement"),
    "physics.lanes.model": ("lane_model",),
    "physics.model": ("Model", "build_model"),
    "physics.queries": (
        "forward_dynamics",
        "forward_kinematics",
        "inverse_dynamics",
        "jacobian",
        "linearise",
        "mass_matrix",
    ),
    "physics.queries.frame_tree": ("FrameTree", "frame_tree"),
    "physics.queries.self_collision": ("SelfDistance", "self_distance"),
    "physics.state": ("State", "initial_state"),
    "physics.swimmer.joint_law": ("JointLaw", "curvature_derivative_law"),
    "physics.swimmer.state": ("SwimmerState", "straight_state"),
    "physics.swimmer.swimmer": ("PlanarSwimmer", "elliptic_swimmer"),
    "results.telling.comparison": ("Comparison", "compare"),
    "results.contents.frames": ("recorded_frames",),
    "results.metrics": ("metrics",),
    "results.recording": ("Recording", "load"),
    "robots.actuators": ("Follower", "Hydraulic", "Motor", "Passive", "Pneumatic", "Prescribed", "Servo"),
    "results.telling.remarks": ("remarks",),
    "results.contents.sections": ("SectionShape", "section_shapes"),
    "robots.compliance": ("Limits", "Spring"),
    "robots.frame": ("Frame",),
    "robots.materials": ("Elastomer", "FibreReinforcedChamber", "LinearElastic", "PowerLawViscosity", "Yeoh"),
    "robots.parts": ("Link", "Mount", "Prismatic", "Revolute", "SoftSection", "Wheel"),
    "robots.propeller": ("Propeller",),
    "robots.robot": ("Robot",),
    "robots.sensors": ("DepthSensor", "Encoders", "Imu", "PoseSensor", "TorqueSensors"),
    "robots.skin": ("Skin",),
    "scenarios": ("load_scenario", "run_scenario"),
    "sim.batch": ("simulate_batch",),
    "sim.engine": ("SnakelabEngine",),
    "sim.events": ("GoalReached", "StopWhen"),
    "sim.simulate": ("simulate",),
    "sim.warmup": ("warmup",),
    "studies.atlas": ("Atlas", "AtlasResult", "atlas_of", "run_atlas"),
    "studies.optimising": ("Optimum", "optimise"),
    "studies.sweeps": ("Sweep", "SweepResult", "load_sweep", "run_sweep", "sweep_grid"),
    "view.figures.comparison": ("comparison_figure",),
    "view.figures.contact": ("base_pose_figure", "contact_map_figure"),
    "view.figures.control": ("control_figure",),
    "view.figures.overview": ("overview_figure",),
    "view.figures.passage": ("passage_figure",),
    "view.figures.quantities": (
        "energies_figure",
        "joints_figure",
        "speeds_figure",
        "torques_figure",
        "trajectory_figure",
        "variables_figure",
    ),
    "view.figures.swimming": (
        "body_velocities_figure",
        "propellers_figure",
        "section_shapes_figure",
        "space_path_figure",
        "swimming_pose_figure",
    ),
    "view.figures.tracking": ("tracking_figure",),
    "view.movie": ("movie",),
    "view.report": ("report",),
    "view.show": ("show",),
    "worlds": (
        "Contact",
        "Current",
        "CurrentMap",
        "ExternalWrench",
        "Fluid",
        "Gravity",
        "InertiaBoxFluid",
        "LinkFriction",
        "LumpedFluid",
        "Region",
        "SurfaceFriction",
        "UserCurrent",
        "UserLaw",
        "UserWrench",
        "ViscousFriction",
        "World",
    ),
    "worlds.planar": ("PipeCurrent", "PlanarWorld", "UniformCurrent", "WallLaw"),
    "worlds.terrain": ("Bearing", "grass", "gravel", "rocks", "sand"),
}
_MODULE_OF = {name: f"snakelab.{module}" for module, names in _HOMES.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        from snakelab.errors import nearest
        from snakelab.renamed_names import is_renamed, renamed
        from snakelab.submodules import submodule

        if is_renamed("snakelab", name):
            return renamed("snakelab", name)
        if (module := submodule("snakelab", name)) is not None:
            return module
        # With a name and no object Python adds no "Did you mean" of its own.
        raise AttributeError(f"snakelab has no {name!r}{nearest(name, _MODULE_OF)}", name=name)
    value = getattr(importlib.import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
