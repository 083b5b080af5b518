"""ROS 2: messages, a node with two backends (rclpy, Cyclone DDS), and the description of a robot for ROS tools."""
