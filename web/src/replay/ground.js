// The ground: a grid with a scale that fades away, and the shadows that fall on it.
import { Color, DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3 } from 'three';

const MAJOR = 5; // small squares in a large one
const SIZE = 400; // side of the ground that is drawn, of a body's reach

/** 1, 2 or 5 times a power of ten, the nearest below. */
export function roundDown(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const front = value / power;
  return power * (front >= 5 ? 5 : front >= 2 ? 2 : 1);
}

/** Lines at round distances in x and y that fade away from what is looked at, to lay on any surface. */
export class Grid {
  #uniforms;
  #least;

  constructor(reach) {
    this.cell = roundDown(reach / 2.2);
    this.#least = 9 * reach;
    this.radius = this.#least; // at which the lines have faded away
    this.focus = new Vector3();
    this.#uniforms = {
      cell: { value: this.cell },
      radius: { value: this.radius },
      focus: { value: this.focus },
      ink: { value: new Color() },
      strength: { value: 1 },
    };
    this.material = new ShaderMaterial({ uniforms: this.#uniforms, vertexShader, fragmentShader, transparent: true, depthWrite: false, side: DoubleSide });
  }

  /** Where the lines are strongest. */
  centre(point) {
    this.focus.copy(point);
  }

  /** Let the lines reach as far as is seen from a distance. */
  spread(distance) {
    this.radius = Math.max(this.#least, distance);
    this.#uniforms.radius.value = this.radius;
  }

  paint(ink, strength) {
    this.#uniforms.ink.value.set(ink);
    this.#uniforms.strength.value = strength;
  }

  /** Sides of the small and the large squares [m]. */
  get sides() {
    return [this.cell, MAJOR * this.cell];
  }
}

export class Ground {
  group = new Group();
  #lines;
  #shadow;

  /** @param thing {kind: "plane" or "grid", height}; a grid is for orientation, so its shadows are faint. */
  constructor(thing, reach) {
    this.#lines = new Grid(reach);
    this.height = thing.height;
    const size = SIZE * reach;
    const grid = new Mesh(new PlaneGeometry(size, size), this.#lines.material);
    this.#shadow = new Mesh(new PlaneGeometry(size, size), new ShadowMaterial({ transparent: true, depthWrite: false }));
    this.#shadow.receiveShadow = true;
    this.#shadow.renderOrder = -1;
    grid.renderOrder = -2;
    this.group.add(grid, this.#shadow);
    this.group.position.z = thing.height;
    this.solid = thing.kind === 'plane';
  }

  /** Keep the middle of the grid below the robot; the lines stay where they are in the world. */
  centre(point) {
    this.group.position.set(point.x, point.y, this.height);
    this.#lines.centre(this.group.position);
  }

  paint(ink, strength, shade) {
    this.#lines.paint(ink, strength);
    this.#shadow.material.opacity = this.solid ? shade : 0.5 * shade;
  }

  /** The lines, and the plane in which they lie. */
  get squares() {
    return { lines: this.#lines, normal: new Vector3(0, 0, 1), point: this.group.position };
  }
}

const vertexShader = `
  varying vec3 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

// Lines one pixel wide at any distance; where squares become smaller than pixels, they fade before they flicker.
const fragmentShader = `
  varying vec3 place;
  uniform float cell;
  uniform float radius;
  uniform vec3 focus;
  uniform vec3 ink;
  uniform float strength;

  float lines(float width, float weight) {
    vec2 at = place.xy / width;
    vec2 slope = fwidth(at);
    vec2 away = abs(fract(at - 0.5) - 0.5) / max(slope, vec2(1e-6));
    vec2 line = 1.0 - min(away / weight, vec2(1.0));
    vec2 fade = 1.0 - smoothstep(vec2(0.2), vec2(0.5), slope);
    line *= fade;
    return max(line.x, line.y);
  }

  void main() {
    float far = 1.0 - smoothstep(0.15, 1.0, distance(place.xy, focus.xy) / radius);
    float shown = max(0.42 * lines(cell, 1.0), lines(cell * ${MAJOR}.0, 1.3));
    gl_FragColor = vec4(ink, shown * far * strength);
    #include <colorspace_fragment>
  }`;
