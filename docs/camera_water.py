"""Picture of a robot with propellers in water with a surface, as its cameras would see it from four places.

python docs/camera_water.py
"""

import tempfile
from pathlib import Path

import numpy as np
from PIL import Image
from scipy.spatial.transform import Rotation

import snakelab as sl

IMAGE = Path(__file__).parent / "images" / "camera_water.webp"
SIZE = (560, 350)  # of one image [pixel]
MIDDLE = np.array([0.1, 0.0, 0.0])  # of the robot, relative to the tail end of its middle link, 0.5 m below the surface
PLACES = [(-0.5, 0.9, -0.6), (-0.9, 0.9, 0.9), (0.05, 0.35, -0.9), (-0.5, 0.7, 0.1)]
MEDIA = "world.media=[gravity, {fluid: {surface: 0}}, {contact: {surface: {plane: {point: [0, 0, -2]}}}}]"


def turn_to(way: np.ndarray) -> tuple[float, ...]:
    """Return the turn of a camera that looks along a direction."""
    yaw, pitch = np.arctan2(way[1], way[0]), -np.arctan2(way[2], np.hypot(*way[:2]))
    return tuple(Rotation.from_euler("ZY", (yaw, pitch)).as_rotvec().tolist())


def main() -> None:
    """Draw the picture."""
    run = sl.run_scenario(sl.load_scenario("pilot_depth_heading", [MEDIA, "duration=0.1"]))
    sensor = sl.robots.ImageSensor(colour=True)
    cameras = [
        sl.Camera("middle", point=place, rotation=turn_to(MIDDLE - place), image_sensor=sensor, name=f"view{i}")
        for i, place in enumerate(PLACES)
    ]
    with tempfile.TemporaryDirectory() as folder:
        with sl.plugins.mujoco.render_cameras(run, Path(folder) / "images.h5", cameras, end=0.0) as images:
            shots = [Image.fromarray(images.camera(one.name).image(0)).resize(SIZE) for one in cameras]
    rows = [np.hstack([np.asarray(shot) for shot in pair]) for pair in (shots[:2], shots[2:])]
    Image.fromarray(np.vstack(rows)).save(IMAGE, quality=70)
    print(IMAGE)


if __name__ == "__main__":
    main()
