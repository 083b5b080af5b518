// Sky, or water, as a gradient behind everything, and the light that comes from it.
import { BackSide, Color, Fog, HemisphereLight, Mesh, ShaderMaterial, SphereGeometry } from 'three';

// Colours of the zenith, the horizon, what lies below it and of the nadir; colours and intensity of the light from above and from below.
const SKIES = {
  light: { zenith: '#6aa5e0', horizon: '#e6f0f9', below: '#e3e9f0', nadir: '#e1e7ee', above: '#f4f8ff', ground: '#a39c92', intensity: 1.35 },
  dark: { zenith: '#0b1422', horizon: '#3a4d68', below: '#1c2531', nadir: '#12181f', above: '#d6dde8', ground: '#3d4149', intensity: 1.2 },
};
const WATERS = {
  light: { zenith: '#fbffff', horizon: '#d9f2f3', below: '#a5d6de', nadir: '#5da7b8', above: '#f2fdff', ground: '#93b9c2', intensity: 1.5 },
  dark: { zenith: '#4796ac', horizon: '#1c5a70', below: '#0e3445', nadir: '#051a25', above: '#a9dbe8', ground: '#2b5362', intensity: 1.5 },
};

const CLEAR = [1.6, 9]; // where water begins to swallow and where it has swallowed all, of the distance of what is looked at

export class Sky {
  #uniforms = { zenith: { value: new Color() }, horizon: { value: new Color() }, below: { value: new Color() }, nadir: { value: new Color() }, beams: { value: 0 }, time: { value: 0 } };
  #light = new HemisphereLight();
  #fog = null;

  /** @param submerged Whether everything is under water. */
  constructor(scene, submerged = false) {
    this.submerged = submerged;
    const material = new ShaderMaterial({ uniforms: this.#uniforms, vertexShader, fragmentShader, side: BackSide, depthTest: false, depthWrite: false });
    const dome = new Mesh(new SphereGeometry(1, 32, 24), material);
    dome.frustumCulled = false;
    dome.renderOrder = -100;
    this.#light.position.set(0, 0, 1);
    scene.add(dome, this.#light);
    if (submerged) scene.fog = this.#fog = new Fog('#000');
  }

  /** Move the beams of light in the water. */
  setTime(time) {
    this.#uniforms.time.value = time;
  }

  /** Let the water swallow what is several times as far away as what is looked at. */
  clear(distance) {
    if (this.#fog) Object.assign(this.#fog, { near: CLEAR[0] * distance, far: CLEAR[1] * distance });
  }

  paint(dark) {
    const colours = (this.submerged ? WATERS : SKIES)[dark ? 'dark' : 'light'];
    for (const name of ['zenith', 'horizon', 'below', 'nadir']) this.#uniforms[name].value.set(colours[name]);
    this.#uniforms.beams.value = this.submerged ? (dark ? 0.36 : 0.32) : 0;
    this.#fog?.color.set(colours.below);
    this.#light.color.set(colours.above);
    this.#light.groundColor.set(colours.ground);
    this.#light.intensity = colours.intensity;
  }
}

const vertexShader = `
  varying vec3 way;
  void main() {
    way = position;
    vec4 at = projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0);
    gl_Position = at.xyww;
  }`;

// The world's z is up. A little noise hides the steps between neighbouring shades.
const fragmentShader = `
  varying vec3 way;
  uniform vec3 zenith;
  uniform vec3 horizon;
  uniform vec3 below;
  uniform vec3 nadir;
  uniform float beams;
  uniform float time;

  // Beams that fan out from the sun, which stands high; they fade downwards.
  float beam(vec3 to) {
    const vec3 sun = vec3(0.22, 0.33, 0.918);
    float around = atan(dot(to, vec3(0.97, 0.0, -0.233)), dot(to, vec3(-0.077, 0.944, -0.321)));
    float shine = sin(9.0 * around + 0.21 * time) + 0.7 * sin(17.0 * around - 0.33 * time + 1.3) + 0.5 * sin(31.0 * around + 0.27 * time + 4.1);
    return smoothstep(-0.2, 1.9, shine) * smoothstep(-0.62, 0.35, dot(to, sun));
  }

  void main() {
    vec3 to = normalize(way);
    float up = to.z;
    vec3 sky = mix(horizon, zenith, 1.0 - exp(-2.8 * max(up, 0.0)));
    vec3 deep = mix(below, nadir, smoothstep(0.12, 0.85, -up));
    gl_FragColor = vec4(mix(deep, sky, smoothstep(-0.2, 0.02, up)), 1.0);
    if (beams > 0.0) gl_FragColor.rgb += (zenith - gl_FragColor.rgb) * beams * beam(to);
    #include <colorspace_fragment>
    gl_FragColor.rgb += (fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5) / 255.0;
  }`;
