"""Viewers of a studio: their messages and requests, and the frames, layers and images sent to them."""
