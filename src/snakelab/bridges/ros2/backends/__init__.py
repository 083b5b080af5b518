"""Back ends of the node: rclpy, Cyclone DDS, and Foxglove."""
