"""Public names of the package, imported at their first use."""

from .actuators import (
    Follower as Follower,
    Hydraulic as Hydraulic,
    Limits as Limits,
    Motor as Motor,
    Passive as Passive,
    Pneumatic as Pneumatic,
    Prescribed as Prescribed,
    Servo as Servo,
    Spring as Spring,
    Tendon as Tendon,
)
from .branches import Branch as Branch
from .cameras import (
    AnyCamera as AnyCamera,
    Camera as Camera,
    DepthCamera as DepthCamera,
    ImageSensor as ImageSensor,
    Lamp as Lamp,
    Lens as Lens,
    StereoCamera as StereoCamera,
)
from .couplings import (
    Cable as Cable,
    Gear as Gear,
    Guide as Guide,
    Loop as Loop,
    Muscle as Muscle,
    Winch as Winch,
)
from .joints import Joint as Joint, Mount as Mount, Prismatic as Prismatic, Revolute as Revolute
from .link import (
    Frame as Frame,
    Link as Link,
    LinkMesh as LinkMesh,
    Propeller as Propeller,
    Skin as Skin,
    SpinningWheel as SpinningWheel,
    Wheel as Wheel,
)
from .materials import (
    Elastomer as Elastomer,
    FibreReinforcedChamber as FibreReinforcedChamber,
    LinearElastic as LinearElastic,
    PowerLawViscosity as PowerLawViscosity,
    Yeoh as Yeoh,
)
from .robot import Robot as Robot
from .rods import Rod as Rod
from .sensors import (
    DepthSensor as DepthSensor,
    Encoders as Encoders,
    Imu as Imu,
    Instant as Instant,
    Motion as Motion,
    PoseSensor as PoseSensor,
    Sensor as Sensor,
    TorqueSensors as TorqueSensors,
)
from .soft_sections import SoftSection as SoftSection

__all__ = [
    "Branch",
    "Cable",
    "Camera",
    "DepthCamera",
    "DepthSensor",
    "Elastomer",
    "Encoders",
    "FibreReinforcedChamber",
    "Follower",
    "Frame",
    "Gear",
    "Guide",
    "Hydraulic",
    "ImageSensor",
    "Imu",
    "Lamp",
    "Lens",
    "Limits",
    "LinearElastic",
    "Link",
    "LinkMesh",
    "Loop",
    "Motor",
    "Mount",
    "Muscle",
    "Passive",
    "Pneumatic",
    "PoseSensor",
    "PowerLawViscosity",
    "Prescribed",
    "Prismatic",
    "Propeller",
    "Revolute",
    "Robot",
    "Rod",
    "Sensor",
    "Servo",
    "Skin",
    "SoftSection",
    "SpinningWheel",
    "Spring",
    "Tendon",
    "StereoCamera",
    "TorqueSensors",
    "Wheel",
    "Winch",
    "Yeoh",
]
