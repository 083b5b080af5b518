"""Figures of a recording: an overview, one for each kind of quantity at the width of a journal's column, any variable."""
