"""Live run of a studio: the session's thread, its pace and engine, replays, and saved results."""
