// What the pointer does in the live view: pulls and pushes links and free bodies, places, moves and removes things. Without these the camera turns.
import { Box3, Matrix4, Plane, Quaternion, Raycaster, Sphere, Vector2, Vector3 } from 'three';
import { Push } from './push.js';

const SENT = 60; // least time between two messages of a drag [ms]
const CLICK = 5; // way of the pointer up to which a press is a click [px]
const NEAR = 18; // greatest distance of the pointer from a thin link [px]
const PLACING = ['goal', 'waypoint', 'post', 'block', 'ball', 'box'];

export class Hands {
  #ray = new Raycaster();
  #pulled = null;
  #push = null;
  #held = null;
  #pressed = null;
  #sent = 0;

  /** @param send (message) @param live The live view. @param tools The toolbar. */
  constructor(live, send, tools) {
    Object.assign(this, { live, send, tools });
  }

  /** Listen to the canvas of another scene. */
  listen() {
    this.#pulled = this.#push = this.#held = this.#pressed = null;
    const { canvas } = this.live.view.stage;
    canvas.addEventListener('pointerdown', (event) => this.#press(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#end(event));
    for (const name of ['pointercancel', 'pointerleave']) canvas.addEventListener(name, () => this.#end(null));
  }

  /** The place of the pull: its link and target; null without one. */
  get pulled() {
    return this.#pulled;
  }

  /** Renew a pull whose pointer rests. */
  keepPulling() {
    if (this.#pulled) this.#tellPull();
  }

  #press(event) {
    if (event.button > 0) return;
    this.#aim(event);
    const tool = this.tools.chosen;
    if (tool === 'push') return this.#startPush(event);
    if (tool === 'pull' || (event.shiftKey && tool === 'look')) return this.#startPull(event);
    const hit = this.live.obstacles.hit(this.#ray);
    const body = this.#hitBody(hit ? hit.point.distanceTo(this.#ray.ray.origin) : Infinity);
    if (body && !PLACING.slice(0, 2).includes(tool)) {
      if (tool !== 'remove') return this.#startPull(event, body);
      this.#take(event);
      return this.send({ do: 'remove', name: body.part });
    }
    if (hit && !PLACING.slice(0, 2).includes(tool)) {
      this.#take(event);
      if (tool === 'remove') return this.send({ do: 'remove', name: hit.name });
      this.live.obstacles.mark(hit.name);
      const plane = new Plane().setFromNormalAndCoplanarPoint(new Vector3(0, 0, 1), hit.point);
      this.#held = { name: hit.name, plane, offset: hit.mesh.position.clone().sub(hit.point) };
      return;
    }
    if (PLACING.includes(tool)) this.#pressed = { x: event.clientX, y: event.clientY };
  }

  #move(event) {
    if (!this.#pulled && !this.#push && !this.#held) return;
    this.#aim(event);
    if (this.#push) {
      this.#push.aim(this.#ray);
      this.tools.say(this.#push.words);
      return;
    }
    const now = performance.now();
    if (this.#pulled) {
      if (!this.#ray.ray.intersectPlane(this.#pulled.plane, this.#pulled.target)) return;
      if (now - this.#sent > SENT) this.#tellPull();
      return;
    }
    const point = this.#ray.ray.intersectPlane(this.#held.plane, new Vector3());
    if (!point) return;
    this.#held.target = point.add(this.#held.offset).toArray();
    if (now - this.#sent > SENT) this.#tellMove();
  }

  #end(event) {
    if (this.#pulled) {
      this.live.spring.hide();
      this.send({ do: 'release' });
    }
    if (this.#push) {
      if (event) this.send(this.#push.release());
      else this.#push.hide();
      this.tools.say('');
    }
    if (this.#held) {
      if (this.#held.target) this.#tellMove();
      this.live.obstacles.mark(null);
    }
    const pressed = this.#pressed;
    this.#pulled = this.#push = this.#held = this.#pressed = null;
    this.live.view.stage.controls.enabled = true;
    if (event && pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < CLICK) this.#place(event);
  }

  #place(event) {
    this.#aim(event);
    const tool = this.tools.chosen;
    const point = this.live.groundPoint(this.#ray, tool === 'goal' || tool === 'waypoint')?.toArray();
    if (!point) return;
    if (tool === 'goal') this.send({ do: 'goal', point });
    else if (tool === 'waypoint') this.send({ do: 'waypoint', point, first: event.shiftKey });
    else this.send({ do: 'place', kind: tool, point });
  }

  #aim(event) {
    const { canvas, camera } = this.live.view.stage;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    this.#ray.setFromCamera(new Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height), camera);
  }

  /** The free body that the ray meets first, nearer than a distance [m]: as `#nearestLink`; null for none. */
  #hitBody(nearest) {
    const { view, replay, parts } = this.live;
    const track = view.tracks[0];
    let found = null;
    replay.parts.forEach(({ first }, iPart) => {
      const link = replay.links[first];
      if (!link.free) return;
      const place = track.positionInto(first, new Vector3());
      const round = link.section !== 'box' && link.length === link.width;
      const own = this.#ray.ray.clone().applyMatrix4(new Matrix4().compose(place, track.turnInto(first, new Quaternion()), new Vector3(1, 1, 1)).invert());
      const half = new Vector3(link.length, link.width, link.height).multiplyScalar(0.5);
      const point = round ? own.intersectSphere(new Sphere(new Vector3(), half.x), new Vector3()) : own.intersectBox(new Box3(half.clone().negate(), half), new Vector3());
      const distance = point?.distanceTo(own.origin) ?? Infinity;
      if (distance >= nearest) return;
      nearest = distance;
      found = { link: first, part: parts[iPart], place };
    });
    return found;
  }

  /** The link or free body nearest to the ray through the pointer: its number, its part and its place; null if none is near. */
  #nearestLink() {
    const { view, replay, parts } = this.live;
    const track = view.tracks[0];
    const point = new Vector3();
    const distances = replay.links.map((_, i) => this.#ray.ray.distanceToPoint(track.positionInto(i, point)));
    const link = distances.indexOf(Math.min(...distances));
    const size = Math.max(replay.links[link].length, replay.links[link].width);
    const { camera, canvas } = view.stage;
    const pixel = (2 * Math.tan((camera.fov * Math.PI) / 360) * camera.position.distanceTo(track.positionInto(link, point))) / canvas.clientHeight;
    if (distances[link] > Math.max(1.5 * size, NEAR * pixel)) return null;
    const iPart = replay.parts.findIndex(({ first, last }) => link >= first && link <= last);
    return { link, part: parts[iPart], place: track.positionInto(link, point) };
  }

  #startPull(event, near = this.#hitBody(Infinity) ?? this.#nearestLink()) {
    if (!near) return;
    this.#take(event);
    const normal = this.live.view.stage.camera.getWorldDirection(new Vector3()).negate();
    this.#pulled = { ...near, plane: new Plane().setFromNormalAndCoplanarPoint(normal, near.place), target: near.place.clone() };
    this.#tellPull();
  }

  #startPush(event) {
    const near = this.#hitBody(Infinity) ?? this.#nearestLink();
    if (!near) return;
    this.#take(event);
    this.#push = new Push(this.live, near, near.place, this.live.weights[near.part] ?? this.live.weight);
    this.tools.say(this.#push.words);
  }

  /** Keep the press from the camera. */
  #take(event) {
    event.preventDefault();
    event.stopPropagation();
    this.live.view.stage.controls.enabled = false;
  }

  #tellPull() {
    this.#sent = performance.now();
    this.send({ do: 'drag', part: this.#pulled.part, target: this.#pulled.target.toArray() });
  }

  #tellMove() {
    this.#sent = performance.now();
    this.send({ do: 'move', name: this.#held.name, point: this.#held.target });
  }
}
