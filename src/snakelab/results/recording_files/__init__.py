"""Files of recordings: required form, messages on damaged files, atomic writing."""
