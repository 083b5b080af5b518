"""Robot files of other tools: URDF and MJCF, import with a report and export."""
