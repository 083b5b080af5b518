"""Gaits of the snake with orthogonal joints (SnakeSys): the published figures, and trials on grass, stones and rough ground."""
