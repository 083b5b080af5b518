"""Back end of the ROS 2 node that only remembers, for tests without a network."""

import time

from snakelab.plugins.ros.topics import decoded, template


class Memory:
    """Back end that keeps what is published, and hands in messages."""

    label = "memory"

    def __init__(self):
        self.sent, self.handlers, self.services, self.declared, self.set = {}, {}, {}, {}, None

    def publisher(self, topic):
        return lambda content: self.sent.setdefault(topic.name, []).append(content)

    def subscribe(self, topic, handler):
        self.handlers[topic.name] = handler
        return True

    def serve(self, service, answer):
        self.services[service.name] = answer
        return True

    def declare(self, parameters, set_value):
        self.declared = {parameter.path: parameter for parameter in parameters}
        self.set = set_value
        return True

    def close(self):
        pass

    def say(self, topic, values):
        """Hand in a message."""
        self.handlers[topic.name](template(topic.kind, values).content)

    def last(self, topic):
        return decoded(self.sent[topic.name][-1], topic.kind)


def until(condition, timeout=500.0):
    """Wait for a condition."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.01)
