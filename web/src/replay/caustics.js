// Caustics: the moving web of light that a rippled surface throws on what is below it.
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from 'three';
import { noise, random } from './textures.js';

const SIDE = 256; // pixels of the texture
const SHARP = 2.6; // exponent that narrows the bright lines
const STRENGTH = 2.1;
const TILE = 0.5; // length of one repetition, of a body's reach

export class Caustics {
  #uniforms;

  constructor(reach) {
    this.#uniforms = { web: { value: web() }, webTile: { value: TILE * reach }, webTime: { value: 0 } };
  }

  update(time) {
    this.#uniforms.webTime.value = time;
  }

  /** Light the upper sides of all meshes of a group. */
  light(group) {
    const seen = new Set();
    group.traverse(({ material }) => {
      if (!material?.isMeshStandardMaterial || seen.has(material)) return;
      seen.add(material);
      material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, this.#uniforms);
        shader.vertexShader = shader.vertexShader
          .replace('#include <common>', '#include <common>\nvarying vec3 webPlace;')
          .replace('#include <project_vertex>', '#include <project_vertex>\nwebPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;');
        shader.fragmentShader = shader.fragmentShader
          .replace('#include <common>', `#include <common>\n${head}`)
          .replace('#include <lights_fragment_end>', `#include <lights_fragment_end>\n${lit}`);
      };
    });
  }
}

const head = `
  varying vec3 webPlace;
  uniform sampler2D web;
  uniform float webTile;
  uniform float webTime;`;

// Lines are bright where both layers are, so that the web changes its shape while the layers pass over each other.
const lit = `
  vec2 webAt = (webPlace.xy + 0.35 * webPlace.z) / webTile;
  float bright = min(
    texture2D(web, webAt + webTime * vec2(0.021, 0.013)).r,
    texture2D(web, mat2(0.8, 0.6, -0.6, 0.8) * webAt * 1.3 - webTime * vec2(0.017, -0.019)).r);
  float upwards = clamp(inverseTransformDirection(normal, viewMatrix).z, 0.0, 1.0);
  reflectedLight.directDiffuse += diffuseColor.rgb * ${STRENGTH.toFixed(2)} * bright * upwards;`;

/** Bright lines where a smooth random field crosses its mean. */
function web() {
  const field = noise(random(23), [[6, 1], [13, 0.45], [27, 0.12]], SIDE);
  const mean = field.reduce((sum, value) => sum + value, 0) / field.length;
  const spread = Math.sqrt(field.reduce((sum, value) => sum + (value - mean) ** 2, 0) / field.length);
  const data = Uint8Array.from(field, (value) => 255 * Math.max(0, 1 - Math.abs(value - mean) / (2.2 * spread)) ** SHARP);
  const texture = new DataTexture(data, SIDE, SIDE, RedFormat);
  Object.assign(texture, { wrapS: RepeatWrapping, wrapT: RepeatWrapping, magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter, generateMipmaps: true, needsUpdate: true });
  return texture;
}
