// Connection to the studio's server: messages out, frames and messages in; it comes back by itself after an interruption.

const RETRY = [500, 1000, 2000, 4000]; // waits between attempts [ms]

export class Connection {
  #socket = null;
  #attempt = 0;
  #token = location.hash.slice(1);
  bytes = 0;

  /** @param handlers {frame(ArrayBuffer), message(object), open(), lost(words)} */
  constructor(handlers) {
    this.handlers = handlers;
    this.#connect();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message; false if there is no connection. */
  send(message) {
    if (!this.open) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * The answer to a request whose content is a file.
   * @throws with one line on why there is none.
   */
  async file(path, message) {
    const answer = await fetch(path, { method: 'POST', body: JSON.stringify({ ...message, token: this.#token }) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.blob();
  }

  #connect() {
    const socket = new WebSocket(`ws://${location.host}/live`);
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.#attempt = 0;
      this.send({ do: 'hello', token: this.#token });
      this.handlers.open();
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') return this.handlers.message(JSON.parse(data));
      this.bytes += data.byteLength;
      this.handlers.frame(data);
    };
    socket.onclose = ({ code }) => {
      if (code === 4401) return this.handlers.lost('This page has no valid token. Open the address that `snakelab studio` printed, with all that follows the #.');
      if (code === 4403) return this.handlers.lost('The server refused the connection of this page.');
      this.handlers.lost('Connection lost. Reconnecting ...');
      setTimeout(() => this.#connect(), RETRY[Math.min(this.#attempt++, RETRY.length - 1)]);
    };
  }
}
