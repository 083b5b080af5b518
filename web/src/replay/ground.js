// Level ground: a floor of squares, or of grass and the like, with a grid of round distances; both fade away far off.
import { Color, DoubleSide, Group, Mesh, MeshStandardMaterial, PlaneGeometry, ShaderMaterial, Vector3 } from 'three';
import { kindOfGround } from './terrain.js';
import { LAYERED, TILE, groundTexture } from './textures.js';

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
  #spread = () => {};

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
    this.#spread(this.radius);
  }

  /** Call `listener(radius)` when the lines reach farther or less far. */
  onSpread(listener) {
    this.#spread = listener;
    listener(this.radius);
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
  #floor = null;
  #fade = { focus: { value: new Vector3() }, radius: { value: 1 }, squares: { value: 1 }, tile: { value: 1 }, contrast: { value: 0 } };

  /** @param thing {kind: "plane" or "grid", height, name}; a grid is for orientation, so nothing is solid there. */
  constructor(thing, reach) {
    this.#lines = new Grid(reach);
    this.height = thing.height;
    const size = SIZE * reach;
    const grid = new Mesh(new PlaneGeometry(size, size), this.#lines.material);
    grid.renderOrder = -2;
    this.group.add(grid);
    this.group.position.z = thing.height;
    this.solid = thing.kind === 'plane';
    this.natural = this.solid && kindOfGround(thing.name) !== 'soil' ? kindOfGround(thing.name) : null;
    if (this.solid) this.#addFloor(size, reach);
  }

  /** Keep the middle of the grid below the robot; the lines stay where they are in the world. */
  centre(point) {
    this.group.position.set(point.x, point.y, this.height);
    this.#lines.centre(this.group.position);
    this.#fade.focus.value.copy(this.group.position);
  }

  paint(ink, strength, floor) {
    this.#lines.paint(ink, this.natural ? 0.55 * strength : strength);
    if (this.#floor && !this.natural) this.#floor.material.color.set(floor);
  }

  /** The lines, and the plane in which they lie. */
  get squares() {
    return { lines: this.#lines, normal: new Vector3(0, 0, 1), point: this.group.position };
  }

  #addFloor(size, reach) {
    const material = new MeshStandardMaterial({ roughness: 0.82, metalness: 0, transparent: true, depthWrite: false });
    const { texture, mean } = this.natural ? groundTexture(this.natural) : {};
    if (texture) Object.assign(material, { map: texture, roughness: 0.97 });
    this.#fade.mean = { value: mean ?? new Color(1, 1, 1) };
    this.#fade.squares.value = this.#lines.sides[1];
    this.#fade.tile.value = this.natural ? Math.max(TILE[this.natural], 0.22 * reach) : 1;
    this.#fade.contrast.value = this.natural ? 0 : 0.045;
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#fade);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec3 place;')
        .replace('#include <project_vertex>', '#include <project_vertex>\nplace = (modelMatrix * vec4(transformed, 1.0)).xyz;');
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${floorHead}`)
        .replace('#include <map_fragment>', floorColour);
    };
    this.#floor = new Mesh(new PlaneGeometry(size, size), material);
    this.#floor.receiveShadow = true;
    this.#floor.renderOrder = -3;
    this.#lines.onSpread((radius) => { this.#fade.radius.value = 1.5 * radius; });
    this.group.add(this.#floor);
  }
}

const floorHead = `
  varying vec3 place;
  uniform vec3 focus;
  uniform float radius;
  uniform float squares;
  uniform float tile;
  uniform float contrast;
  uniform vec3 mean;
  ${LAYERED}
  // Integral of a wave that is +1 and -1 in turn, for squares that blur instead of flickering.
  vec2 wave(vec2 at) { return abs(fract(at * 0.5) * 2.0 - 1.0) * 2.0; }`;

// Squares in two shades, and a distance that fades into the sky.
const floorColour = `
  vec2 at = place.xy / squares;
  vec2 wide = max(fwidth(at), vec2(1e-5));
  vec2 mixed = clamp((wave(at + 0.5 * wide) - wave(at - 0.5 * wide)) / wide * 0.5, -1.0, 1.0);
  diffuseColor.rgb *= 1.0 + contrast * mixed.x * mixed.y;
  #ifdef USE_MAP
    diffuseColor.rgb *= layered(map, place.xy / tile, mean);
  #endif
  diffuseColor.a *= 1.0 - smoothstep(0.25, 1.0, distance(place.xy, focus.xy) / radius);`;

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
