"""Data of the page: its form, the scene, frames of the live view, and the state of the run."""
