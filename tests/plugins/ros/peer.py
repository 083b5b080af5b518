"""A real ROS 2 node (rclpy), in an environment of its own: what it sees of the node, and what it sends to it, as JSON.

python peer.py SECONDS [SEND], with SEND a topic of commands: cmd_vel, joy, joint_commands, joint_trajectory, gait, stop or
emergency_stop; imu, which sends an IMU from the beginning; services, which calls them and sets parameters; or stop_service.
"""

import json
import math
import statistics
import sys
import time

import rclpy
from builtin_interfaces.msg import Duration
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_sensor_data
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import BatteryState, CameraInfo, Image, Imu, JointState, Joy, PointCloud2, Temperature
from std_msgs.msg import Bool, Empty, String
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
OUT = {
    "/joint_states": (JointState, 10),
    "/odom": (Odometry, 10),
    "/imu": (Imu, qos_profile_sensor_data),
    "/clock": (Clock, 10),
    "/diagnostics": (DiagnosticArray, 10),
    "/battery_state": (BatteryState, 10),
    "/robot_description": (String, LATCHED),
    "/servos/joint2/temperature": (Temperature, 10),
    "/camera/image_rect": (Image, qos_profile_sensor_data),
    "/camera/camera_info": (CameraInfo, qos_profile_sensor_data),
    "/depth/points": (PointCloud2, qos_profile_sensor_data),
}
JOINT = float(sys.argv[3]) if len(sys.argv) > 3 else 0.3


def messages(names):
    """The message of each topic of commands."""
    twist = Twist()
    twist.linear.x, twist.angular.z = 0.1, 0.0
    point = JointTrajectoryPoint(positions=[JOINT], time_from_start=Duration(sec=0, nanosec=200_000_000))
    return {
        "cmd_vel": ("/cmd_vel", twist),
        "joy": ("/joy", Joy(axes=[0.0, 1.0], buttons=[0, 0])),
        "joint_commands": ("/joint_commands", JointState(name=names[:1], position=[JOINT])),
        "joint_trajectory": ("/joint_trajectory", JointTrajectory(joint_names=names[:1], points=[point])),
        "gait": ("/snakelab/gait", String(data="planar_viscous")),
        "stop": ("/snakelab/stop", Empty()),
        "emergency_stop": ("/emergency_stop", Bool(data=True)),
        "imu": ("/head/imu", imu_message()),
    }


def imu_message():
    """An IMU that turns with 0.25 rad/s, without an attitude."""
    message = Imu()
    message.header.stamp.sec, message.header.stamp.nanosec = divmod(time.time_ns(), 10**9)
    message.angular_velocity.z, message.linear_acceleration.z = 0.25, 9.81
    message.orientation_covariance[0] = -1.0
    return message


def called(node, kind, name, request):
    """The answer of a service; None without one."""
    client = node.create_client(kind, name)
    if not client.wait_for_service(timeout_sec=5.0):
        return None
    future = client.call_async(request)
    rclpy.spin_until_future_complete(node, future, timeout_sec=5.0)
    return future.result()


def answers(node):
    """Answers of the node's services, and of its parameters."""
    from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
    from rcl_interfaces.srv import DescribeParameters, GetParameters, SetParameters
    from std_srvs.srv import SetBool, Trigger

    def change(name, value):
        kind = ParameterType.PARAMETER_STRING if isinstance(value, str) else ParameterType.PARAMETER_DOUBLE
        key = "string_value" if isinstance(value, str) else "double_value"
        request = SetParameters.Request(
            parameters=[Parameter(name=name, value=ParameterValue(type=kind, **{key: value}))]
        )
        result = called(node, SetParameters, "/snakelab/set_parameters", request).results[0]
        return [result.successful, result.reason]

    name = "controller.amplitude"
    by_name = {
        "pause": called(node, SetBool, "/snakelab/pause", SetBool.Request(data=True)).success,
        "go on": called(node, SetBool, "/snakelab/pause", SetBool.Request(data=False)).success,
        "reset": called(node, Trigger, "/snakelab/reset", Trigger.Request()).success,
        "amplitude": change(name, 0.3),
        "wrong": change(name, math.nan),
        "gait parameter": change("gait", "planar_viscous"),
        "gait": called(node, Trigger, "/snakelab/gait", Trigger.Request()).success,
        "no gait": [change("gait", "none"), called(node, Trigger, "/snakelab/gait", Trigger.Request()).message],
    }
    got = called(node, GetParameters, "/snakelab/get_parameters", GetParameters.Request(names=[name]))
    by_name["value"] = got.values[0].double_value
    about = called(node, DescribeParameters, "/snakelab/describe_parameters", DescribeParameters.Request(names=[name]))
    by_name["description"] = about.descriptors[0].description
    return by_name


def picture(image):
    """Facts of an image."""
    data = bytes(image.data)
    facts = {"height": image.height, "width": image.width, "encoding": image.encoding, "levels": len(set(data))}
    return facts | {"frame": image.header.frame_id, "bytes": len(data)}


def main():
    duration, word = float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    rclpy.init()
    node = rclpy.create_node("peer")
    counts, last, latencies = {}, {}, []

    def got(topic):
        def take(message):
            counts[topic] = counts.get(topic, 0) + 1
            last[topic] = message
            if topic == "/joint_states":
                stamp = message.header.stamp
                latencies.append(time.time() - stamp.sec - 1e-9 * stamp.nanosec)

        return take

    for topic, (kind, quality) in OUT.items():
        node.create_subscription(kind, topic, got(topic), quality)
    publisher, due, begin, sent = None, 0.0, time.time(), 0
    while time.time() - begin < duration:
        rclpy.spin_once(node, timeout_sec=0.005)
        if word and not word.endswith(("services", "service")) and ("/joint_states" in last or word == "imu"):
            names = list(last["/joint_states"].name) if "/joint_states" in last else []
            topic, message = messages(names)[word]
            publisher = publisher or node.create_publisher(type(message), topic, 10)
            if (
                time.time() > due
                and publisher.get_subscription_count()
                and (sent < 3 or word in ("cmd_vel", "joy", "imu"))
            ):
                publisher.publish(message)
                due, sent = time.time() + (0.01 if word == "imu" else 0.1), sent + 1
    services = answers(node) if word == "services" else {}
    if word == "stop_service":
        from std_srvs.srv import Trigger

        response = called(node, Trigger, "/snakelab/emergency_stop", Trigger.Request())
        services = {"stop": [response.success, response.message] if response else []}
    state = last.get("/joint_states")
    hashes = {
        topic: str(info.topic_type_hash)
        for topic in OUT
        for info in node.get_publishers_info_by_topic(topic)
        if info.node_name == "snakelab"
    }
    print(json.dumps({
        "nodes": [name for name, _ in node.get_node_names_and_namespaces()],
        "topics": dict(node.get_topic_names_and_types()),
        "counts": counts,
        "names": list(state.name) if state else [],
        "position": list(state.position) if state else [],
        "effort": list(state.effort) if state else [],
        "urdf": last["/robot_description"].data if "/robot_description" in last else "",
        "odom": [last["/odom"].header.frame_id, last["/odom"].child_frame_id] if "/odom" in last else [],
        "imu": last["/imu"].header.frame_id if "/imu" in last else "",
        "imu_rate": last["/imu"].angular_velocity.z if "/imu" in last else math.nan,
        "imu_attitude_known": bool(last["/imu"].orientation_covariance[0] != -1.0) if "/imu" in last else False,
        "voltage": last["/battery_state"].voltage if "/battery_state" in last else math.nan,
        "temperature": last["/servos/joint2/temperature"].temperature if "/servos/joint2/temperature" in last else math.nan,
        "image": picture(last["/camera/image_rect"]) if "/camera/image_rect" in last else {},
        "focal_length": last["/camera/camera_info"].k[0] if "/camera/camera_info" in last else math.nan,
        "points": last["/depth/points"].width if "/depth/points" in last else 0,
        "servos": [[one.name, one.message] for one in last["/diagnostics"].status[1:]] if "/diagnostics" in last else [],
        "status": last["/diagnostics"].status[0].message if "/diagnostics" in last else "",
        "values": {v.key: v.value for v in last["/diagnostics"].status[0].values} if "/diagnostics" in last else {},
        "services": services,
        "hashes": hashes,
        "sent": sent,
        "latency": statistics.median(latencies) if latencies else math.nan,
        "latency_95": sorted(latencies)[int(0.95 * len(latencies))] if latencies else math.nan,
    }))  # fmt: skip


main()
