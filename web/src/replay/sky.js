// Sky: a gradient behind everything, and the light that comes from it.
import { BackSide, Color, HemisphereLight, Mesh, ShaderMaterial, SphereGeometry } from 'three';

// Colours of the zenith, the horizon and what lies below it; colours and intensity of the light from above and from below.
const SKIES = {
  light: { zenith: '#9dc0e6', horizon: '#f2f6fa', below: '#e3e8ee', above: '#f4f8ff', ground: '#a39c92', intensity: 1.35 },
  dark: { zenith: '#0b1422', horizon: '#31425a', below: '#1a222d', above: '#d6dde8', ground: '#3d4149', intensity: 1.2 },
};
const WATERS = {
  light: { zenith: '#f1fbfb', horizon: '#d3edf0', below: '#a9d3dc', above: '#f2fdff', ground: '#93b9c2', intensity: 1.5 },
  dark: { zenith: '#2c6b80', horizon: '#134052', below: '#0a2330', above: '#a9dbe8', ground: '#2b5362', intensity: 1.5 },
};

export class Sky {
  #uniforms = { zenith: { value: new Color() }, horizon: { value: new Color() }, below: { value: new Color() } };
  #light = new HemisphereLight();

  /** @param submerged Whether everything is under water. */
  constructor(scene, submerged = false) {
    this.submerged = submerged;
    const material = new ShaderMaterial({ uniforms: this.#uniforms, vertexShader, fragmentShader, side: BackSide, depthTest: false, depthWrite: false });
    const dome = new Mesh(new SphereGeometry(1, 32, 24), material);
    dome.frustumCulled = false;
    dome.renderOrder = -100;
    this.#light.position.set(0, 0, 1);
    scene.add(dome, this.#light);
  }

  paint(dark) {
    const colours = (this.submerged ? WATERS : SKIES)[dark ? 'dark' : 'light'];
    for (const name of ['zenith', 'horizon', 'below']) this.#uniforms[name].value.set(colours[name]);
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
  void main() {
    float up = normalize(way).z;
    vec3 sky = mix(horizon, zenith, pow(clamp(up, 0.0, 1.0), 0.55));
    gl_FragColor = vec4(mix(below, sky, smoothstep(-0.2, 0.02, up)), 1.0);
    #include <colorspace_fragment>
    gl_FragColor.rgb += (fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5) / 255.0;
  }`;
