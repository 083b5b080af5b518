"""Web server of a studio: messages, viewers, frames and feeds."""
