// Camera, light and the picture: everything of the 3-D view that knows nothing of robots.
import {
  DirectionalLight, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, SRGBColorSpace, Spherical,
  Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Sky } from './sky.js';

// Directions from which each view looks at the robot; x points to the right wherever it can.
const VIEWS = {
  reset: [-0.38, -0.86, 0.345],
  top: [0, -1e-4, 1],
  side: [0, -1, 0.02],
  front: [1, 0, 0.02],
};

const FIELD = 40; // vertical angle of view [deg]
const WIDE = 62; // from the head [deg]
const LOWER = 0.055; // how far below the middle of the picture the target is, of its height: the buttons are above

/** Whether this browser can draw in 3-D; asked of a canvas of its own, because a failed renderer complains aloud. */
export function canDraw() {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

export class Stage {
  #asked = false;
  #drawn = () => {};
  filmed = null; // called after every picture while a video is recorded
  #limited = () => {};
  #size = 1;
  #looked = false;
  #fixed = null;
  riding = null;
  #focus = new Vector3();
  #moved = new Vector3();

  /** @param submerged Whether everything is under water. */
  constructor(holder, submerged = false) {
    this.holder = holder;
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.localClippingEnabled = true; // for walls that go on without end
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.canvas = this.renderer.domElement;
    holder.prepend(this.canvas);
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(FIELD, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.sky = new Sky(this.scene, submerged);
    this.#light();
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.14;
    this.controls.addEventListener('change', () => this.ask());
    new ResizeObserver(() => this.#resize()).observe(holder);
  }

  /** Width and height of the picture [px of the page]. */
  get size() {
    return { x: this.canvas.clientWidth, y: this.canvas.clientHeight };
  }

  /** Call `listener(camera)` after every picture. */
  onDrawn(listener) {
    this.#drawn = listener;
  }

  /** Call `limit(position, target)` before every picture; it may move the camera's position. */
  limitCamera(limit) {
    this.#limited = limit;
  }

  /** Draw at the next opportunity. */
  ask() {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.draw();
    });
  }

  /** Draw now. */
  draw() {
    if (this.riding) this.riding(this.camera);
    else {
      this.controls.update(); // asks again while the camera glides
      this.#limited(this.camera.position, this.controls.target);
      this.camera.lookAt(this.controls.target);
    }
    this.sky.clear(this.camera.position.distanceTo(this.controls.target));
    this.renderer.render(this.scene, this.camera);
    this.#drawn(this.camera);
    this.filmed?.();
  }

  /** @param place (camera) puts the camera into its place before every picture; null for a camera that is turned by hand. */
  ride(place) {
    this.riding = place;
    this.controls.enabled = !place;
    this.camera.fov = place ? WIDE : FIELD;
    this.#aim();
    if (!place) this.camera.up.set(0, 0, 1);
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  /** Draw pictures of another size, [width, height] in pixels, until the function that this returns is called. */
  resizeTo(size) {
    if (!size) return () => {};
    this.#fixed = size;
    this.#resize();
    return () => {
      this.#fixed = null;
      this.#resize();
    };
  }

  /** Draw once at a size, and use the picture before it is lost. */
  async drawnAt(size, use) {
    const restore = this.resizeTo(size);
    this.draw();
    try {
      return await use();
    } finally {
      restore();
    }
  }

  /** Look at a sphere from one of the named sides. */
  look(name, centre, radius) {
    this.#size = radius;
    const distance = radius * this.#distance();
    this.#looked = true;
    this.camera.near = distance / 100;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.controls.minDistance = 0.1 * radius;
    this.controls.maxDistance = 25 * distance;
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(new Vector3(...VIEWS[name]).normalize(), distance);
    this.controls.update();
    this.ask();
  }

  /** Distance from which a sphere of radius 1 fills the picture, which may be narrow. */
  #distance() {
    const { fov, aspect } = this.camera;
    const half = (fov * Math.PI) / 360;
    return 1 / Math.sin(Math.min(half, Math.atan(Math.tan(half) * aspect)));
  }

  /** Turn by angles about the target [rad]. */
  turn(sideways, upwards) {
    const away = new Vector3().subVectors(this.camera.position, this.controls.target);
    // Spherical coordinates count from y, and here z is up.
    const place = new Spherical().setFromVector3(new Vector3(away.x, away.z, -away.y));
    place.theta += sideways;
    place.phi += upwards;
    place.makeSafe();
    const { x, y, z } = new Vector3().setFromSpherical(place);
    this.camera.position.copy(this.controls.target).add(away.set(x, -z, y));
    this.ask();
  }

  zoom(factor) {
    this.camera.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
    this.ask();
  }

  /** Go farther away by a factor because what is looked at became larger by it. */
  grow(factor) {
    this.zoom(factor);
    for (const name of ['near', 'far']) this.camera[name] *= factor;
    for (const name of ['minDistance', 'maxDistance']) this.controls[name] *= factor;
    this.camera.updateProjectionMatrix();
  }

  /** Move camera and target by what the robot moved. */
  shift(by) {
    this.camera.position.add(by);
    this.controls.target.add(by);
  }

  /** Let light and shadow stand above a sphere. */
  illuminate(centre, radius) {
    this.#focus.copy(centre);
    const { shadow } = this.key;
    this.key.target.position.copy(centre);
    this.key.position.copy(centre).add(this.#moved.set(-0.8, 0.12, 1).multiplyScalar(3 * radius));
    Object.assign(shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: 0.1 * radius, far: 8 * radius });
    shadow.camera.updateProjectionMatrix();
    shadow.normalBias = 0.004 * radius;
    shadow.radius = 3;
  }

  paint(dark) {
    this.key.intensity = dark ? 2.5 : 3;
    this.key.color.set(dark ? '#f1f4fb' : '#fff6e8');
    this.eye.intensity = dark ? 0.7 : 0.55;
    this.sky.paint(dark);
    this.ask();
  }

  #light() {
    this.key = new DirectionalLight('#ffffff', 2.5);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
    // A weak light next to the camera, so that no visible side is black.
    this.eye = new DirectionalLight('#eaf1ff', 0.9);
    this.eye.position.set(0.5, 0.4, 1);
    this.camera.add(this.eye);
    this.scene.add(this.camera, this.key, this.key.target);
  }

  #resize() {
    const [width, height] = this.#fixed ?? [this.holder.clientWidth, this.holder.clientHeight];
    if (!width || !height) return;
    this.renderer.setPixelRatio(this.#fixed ? 1 : Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    const before = this.#distance();
    this.camera.aspect = width / height;
    const factor = this.#distance() / before;
    if (this.#looked && !this.riding && factor !== 1) this.grow(factor); // what fills a broad picture also fits into a narrow one
    this.#aim();
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  /** Place the target in the picture: a little below its middle; from the head, in the middle. */
  #aim() {
    const { width, height } = this.canvas;
    if (this.riding) this.camera.clearViewOffset();
    else this.camera.setViewOffset(width, height, 0, -LOWER * height, width, height);
  }
}
