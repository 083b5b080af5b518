"""Messages of ROS 2: topics, their definitions, and recorded variables as CDR bytes."""
