#!/bin/sh
# Makes the environment of the real ROS 2 peer, of wheels (250 MB), and prints what to set for the tests.
# It is apart from that of snakelab, because a .pth file of the wheels starts Python a second time.
set -e
folder=${1:-.venv-ros}
${PYTHON:-python3} -m venv "$folder"
"$folder/bin/python" -m pip install -q --disable-pip-version-check \
    ros-jazzy-rclpy ros-jazzy-rmw-fastrtps-cpp ros-jazzy-std-srvs ros-jazzy-std-msgs \
    ros-jazzy-sensor-msgs ros-jazzy-geometry-msgs ros-jazzy-nav-msgs \
    ros-jazzy-diagnostic-msgs ros-jazzy-trajectory-msgs ros-jazzy-rosgraph-msgs
echo "export SNAKELAB_ROS_PEER=$(cd "$folder" && pwd)/bin/python"
