"""Program for an environment of its own: ORB-SLAM3 (GPL-3.0, wheel pyorbslam3) on image pairs in an npz file.

    /path/to/its/venv/bin/python orb_slam3.py PAIRS.npz VOCABULARY.txt OUT.npz

snakelab neither imports nor ships it; `compare.py` runs it as a process.
"""

import sys
import time
from pathlib import Path

import numpy as np
import pyorbslam3

SETTINGS = """%YAML:1.0
File.version: "1.0"
Camera.type: "PinHole"
Camera1.fx: {f}
Camera1.fy: {f}
Camera1.cx: {cx}
Camera1.cy: {cy}
Camera1.k1: 0.0
Camera1.k2: 0.0
Camera1.p1: 0.0
Camera1.p2: 0.0
Camera2.fx: {f}
Camera2.fy: {f}
Camera2.cx: {cx}
Camera2.cy: {cy}
Camera2.k1: 0.0
Camera2.k2: 0.0
Camera2.p1: 0.0
Camera2.p2: 0.0
Stereo.T_c1_c2: !!opencv-matrix
   rows: 4
   cols: 4
   dt: f
   data: [1.0,0.0,0.0,{b}, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0]
Camera.width: {width}
Camera.height: {height}
Camera.fps: {fps}
Camera.RGB: 1
Stereo.ThDepth: 40.0
ORBextractor.nFeatures: 1000
ORBextractor.scaleFactor: 1.2
ORBextractor.nLevels: 8
ORBextractor.iniThFAST: 20
ORBextractor.minThFAST: 7
Viewer.KeyFrameSize: 0.05
Viewer.KeyFrameLineWidth: 1.0
Viewer.GraphLineWidth: 0.9
Viewer.PointSize: 2.0
Viewer.CameraSize: 0.08
Viewer.CameraLineWidth: 3.0
Viewer.ViewpointX: 0.0
Viewer.ViewpointY: -0.7
Viewer.ViewpointZ: -1.8
Viewer.ViewpointF: 500.0
Viewer.imageViewScale: 1.0
"""


def main() -> None:
    """Track all pairs at the rate at which they were taken, and write poses, validity and times."""
    pairs, vocabulary, out = sys.argv[1:4]
    data = np.load(pairs)
    left, right, times = data["left"], data["right"], data["time"]
    height, width = left.shape[1:]
    period = float(np.median(np.diff(times)))
    settings = Path(out).with_suffix(".yaml")
    numbers = {key: float(data[key]) for key in ("f", "cx", "cy", "b")}
    settings.write_text(
        SETTINGS.format(**numbers, width=width, height=height, fps=round(1.0 / period)), encoding="utf-8"
    )
    slam = pyorbslam3.Slam(vocabulary, str(settings), pyorbslam3.Sensor.STEREO)
    poses, valid, seconds = [], [], []
    for k, stamp in enumerate(times):
        began, cpu = time.perf_counter(), time.thread_time()
        tracked = slam.track_stereo(left[k], right[k], float(stamp))
        seconds.append(time.thread_time() - cpu)
        known = bool(tracked.pose_valid) and tracked.pose_wc is not None
        poses.append(np.array(tracked.pose_wc) if known else np.eye(4))
        valid.append(known)
        time.sleep(max(0.0, period - (time.perf_counter() - began)))  # its mapping runs in threads of its own
    slam.shutdown()
    np.savez(out, poses=np.array(poses), valid=np.array(valid), seconds=np.array(seconds))


if __name__ == "__main__":
    main()
