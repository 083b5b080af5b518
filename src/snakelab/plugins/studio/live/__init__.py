"""Live run of a studio: session, edits, replay."""
