"""Data of the 3-D view of a report page: body, surfaces, forces, propellers, maps."""
