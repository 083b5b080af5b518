"""Public names of snakelab, each with its module: read by type checkers, and by `__init__.py` for what to import on first use."""

from . import (
    control as control,
    errors as errors,
    figures as figures,
    gaits as gaits,
    geometry as geometry,
    parameters as parameters,
    perception as perception,
    physics as physics,
    plugins as plugins,
    results as results,
    robots as robots,
    scenarios as scenarios,
    sim as sim,
    worlds as worlds,
)
from .control.autopilot import Autopilot as Autopilot
from .control.controller import Controller as Controller, Teleop as Teleop
from .control.sampling_mpc import SamplingMpc as SamplingMpc
from .errors import SnakelabError as SnakelabError, SnakelabWarning as SnakelabWarning
from .figures.report_folder import report as report
from .gaits.cpg import CpgGait as CpgGait
from .gaits.curve_fitting import CurveGait as CurveGait
from .gaits.gait import FunctionGait as FunctionGait, TableGait as TableGait
from .gaits.orthogonal_gaits import (
    ConcertinaGait as ConcertinaGait,
    HelixRollingGait as HelixRollingGait,
    WindingGait as WindingGait,
)
from .gaits.serpenoid import RollingGait as RollingGait, SerpenoidGait as SerpenoidGait
from .gaits.constant_commands import ThrustGait as ThrustGait
from .geometry.cross_sections import Box as Box, Cylinder as Cylinder, Ellipse as Ellipse
from .geometry.surfaces import Block as Block, HeightField as HeightField, Pipe as Pipe, Plane as Plane, Pole as Pole
from .geometry.terrain import Terrain as Terrain
from .physics.command import Command as Command, Measurement as Measurement
from .physics.dynamics import (
    forward_dynamics as forward_dynamics,
    inverse_dynamics as inverse_dynamics,
    linearise as linearise,
    mass_matrix as mass_matrix,
)
from .physics.inverse_kinematics import InverseKinematics as InverseKinematics
from .physics.kinematics import forward_kinematics as forward_kinematics, frame_tree as frame_tree, jacobian as jacobian
from .physics.model import Model as Model, build_model as build_model
from .physics.state import State as State, initial_state as initial_state
from .plugins.learn.environments import environment as environment
from .plugins.mujoco.cameras.movie import movie as movie
from .plugins.studies.gait_optimisation import optimise_gait as optimise_gait
from .plugins.studies.identification.identify import identify as identify
from .plugins.studies.scenario_optimisation import optimise as optimise
from .plugins.studies.sweeps.sweep_run import run_sweep as run_sweep
from .plugins.studio.server.launch import studio as studio
from .plugins.studio.page.report_page import show as show
from .results.comparisons import compare as compare
from .results.diagnostics import remarks as remarks
from .results.metrics.metric_table import metrics as metrics
from .results.recording import Recording as Recording, load as load
from .results.run_status import RunStatus as RunStatus
from .robots.actuators import (
    Hydraulic as Hydraulic,
    Limits as Limits,
    Motor as Motor,
    Passive as Passive,
    Pneumatic as Pneumatic,
    Prescribed as Prescribed,
    Servo as Servo,
    Spring as Spring,
)
from .robots.cameras import Camera as Camera, DepthCamera as DepthCamera, StereoCamera as StereoCamera
from .robots.joints import Mount as Mount, Prismatic as Prismatic, Revolute as Revolute
from .robots.link import Frame as Frame, Link as Link, Propeller as Propeller, Skin as Skin, Wheel as Wheel
from .robots.robot import Robot as Robot
from .robots.rods import Rod as Rod
from .robots.sensors import (
    DepthSensor as DepthSensor,
    Encoders as Encoders,
    Imu as Imu,
    PoseSensor as PoseSensor,
    TorqueSensors as TorqueSensors,
)
from .robots.soft_sections import SoftSection as SoftSection
from .scenarios.scenario import (
    load_scenario as load_scenario,
    run_scenario as run_scenario,
    start_scenario as start_scenario,
)
from .sim.batch import Batch as Batch
from .sim.engine import SnakelabEngine as SnakelabEngine
from .sim.interventions import Push as Push, SetParameter as SetParameter
from .sim.parallel_runs import simulate_batch as simulate_batch
from .sim.precompilation import warmup as warmup
from .sim.run_integration import GoalReached as GoalReached, StopWhen as StopWhen
from .sim.simulation import Simulation as Simulation, simulate as simulate
from .worlds.contact_laws import Contact as Contact, SurfaceFriction as SurfaceFriction
from .worlds.currents import Current as Current, Region as Region
from .worlds.external_wrench import ExternalWrench as ExternalWrench
from .worlds.fluid import Fluid as Fluid
from .worlds.friction import LinkFriction as LinkFriction, ViscousFriction as ViscousFriction
from .worlds.granular import GranularMedium as GranularMedium
from .worlds.gravity import Gravity as Gravity
from .worlds.force_law import UserLaw as UserLaw
from .worlds.world import World as World
