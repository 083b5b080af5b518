// Solid ground with an edge: slopes and height fields as slabs with the albedo of their kind, darker in hollows and where steep.
import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import { LAYERED, TILE, groundTexture } from './textures.js';

const KINDS = [
  ['grass', /grass|lawn|turf|meadow|field/], ['sand', /sand|beach|dune|desert/], ['gravel', /gravel|pebble|shingle|ballast/],
  ['rock', /rock|stone|boulder|cliff|cobble/],
];
const DEPTH = 0.035; // of the slab below its lowest point, of its side
const HOLLOW = 0.75; // how much darker a hollow is than a crest, at the roughness of the terrain
const DEEP = 0.16; // depth of water at which most of the red light is lost, of a body's reach
// Wet ground is darker, and water takes away red light first. A line of foam is at the shore.
const SHORE = `
  float under = (level - spot.z) / deep;
  if (under > -1.0) {
    float wobble = 0.5 * sin(spot.x * 2.1 / deep * 0.16 + 1.7 * sin(spot.y * 0.9 / deep * 0.16)) + 0.5 * sin(spot.x * 5.3 / deep * 0.16 + 0.7);
    diffuseColor.rgb *= mix(1.0, 0.66, smoothstep(-0.22 + 0.06 * wobble, 0.0, under));
    diffuseColor.rgb *= exp(-max(under, 0.0) * vec3(0.9, 0.16, 0.1));
    float foam = smoothstep(0.03, 0.008, abs(under - 0.012 - 0.012 * wobble));
    diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.95), 0.75 * foam);
  }`;
const EARTH = { grass: '#6b5a45', sand: '#b39a6f', gravel: '#6d675f', rock: '#77726b', soil: '#8d8071' };

/** Kind of a ground by its name; "soil" where the name says nothing. */
export function kindOfGround(name) {
  return KINDS.find(([, words]) => words.test((name ?? '').toLowerCase()))?.[0] ?? 'soil';
}

/**
 * @param level Height of the surface of water; -Infinity where there is none [m].
 * @returns {{top, skirt}} the meshes of a "heights" or "slope" thing.
 */
export function terrain(thing, reach, level = -Infinity) {
  const kind = kindOfGround(thing.name);
  const { geometry, border, low } = thing.kind === 'heights' ? field(thing) : square(thing);
  // Very large robots would see the texture as a grey.
  const tile = Math.max(TILE[kind], 0.22 * reach);
  uvs(geometry, tile);
  const top = new Mesh(geometry, groundMaterial(kind, level, reach));
  const skirt = new Mesh(wall(border, low), new MeshStandardMaterial({ color: EARTH[kind], roughness: 1, side: DoubleSide, vertexColors: true }));
  top.receiveShadow = true;
  // Otherwise hills would cast shadows on the ground only where the light's frustum happens to end.
  top.castShadow = thing.kind === 'heights';
  return { top, skirt };
}

function groundMaterial(kind, level, reach) {
  const { texture, mean } = groundTexture(kind);
  const lines = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }; // which lie on it
  const material = new MeshStandardMaterial({ map: texture, roughness: 0.97, metalness: 0, vertexColors: true, side: DoubleSide, ...lines });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { mean: { value: mean }, level: { value: Math.max(level, -1e9) }, deep: { value: DEEP * reach } });
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 spot;')
      .replace('#include <project_vertex>', '#include <project_vertex>\nspot = (modelMatrix * vec4(transformed, 1.0)).xyz;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\nuniform vec3 mean;\nuniform float level;\nuniform float deep;\nvarying vec3 spot;\n${LAYERED}`)
      .replace('#include <map_fragment>', `diffuseColor.rgb *= layered(map, vMapUv, mean);\n${SHORE}`);
  };
  return material;
}

function field({ x, y, z }) {
  const [nx, ny] = [x.length, y.length];
  const points = new Float32Array(3 * nx * ny);
  y.forEach((along, j) => x.forEach((across, i) => points.set([across, along, z[j][i]], 3 * (j * nx + i))));
  const index = [];
  for (let j = 0; j + 1 < ny; j++) {
    for (let i = 0; i + 1 < nx; i++) {
      const a = j * nx + i;
      index.push(a, a + 1, a + nx, a + nx, a + 1, a + nx + 1);
    }
  }
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3)).setIndex(index);
  geometry.computeVertexNormals();
  geometry.setAttribute('color', new Float32BufferAttribute(shades(z, geometry.attributes.normal), 3));
  const at = (i, j) => new Vector3(x[i], y[j], z[j][i]);
  const border = [
    ...x.map((_, i) => at(i, 0)), ...y.slice(1).map((_, j) => at(nx - 1, j + 1)),
    ...x.slice(1).map((_, i) => at(nx - 2 - i, ny - 1)), ...y.slice(1).map((_, j) => at(0, ny - 2 - j)),
  ];
  const heights = z.flat();
  const low = heights.reduce((least, height) => Math.min(least, height), Infinity);
  return { geometry, border, low: low - DEPTH * Math.max(x.at(-1) - x[0], y.at(-1) - y[0]) };
}

/** Brightness of every point: less in hollows and on steep faces. */
function shades(z, normals) {
  const [ny, nx] = [z.length, z[0].length];
  const smooth = blurred(blurred(z, 3), 3);
  let spread = 0;
  z.forEach((row, j) => row.forEach((height, i) => { spread += (height - smooth[j][i]) ** 2; }));
  spread = Math.sqrt(spread / (nx * ny)) || 1;
  const colours = new Float32Array(3 * nx * ny);
  z.forEach((row, j) => row.forEach((height, i) => {
    const k = j * nx + i;
    const relief = Math.min(Math.max((height - smooth[j][i]) / (2 * spread), -1), 1);
    const steep = 1 - normals.getZ(k);
    const shade = Math.max(0.3, 1 - 0.5 * HOLLOW * Math.max(-relief, 0) + 0.12 * Math.max(relief, 0) - 0.55 * steep);
    colours.fill(shade, 3 * k, 3 * k + 3);
  }));
  return colours;
}

/** Means over squares of 2 n + 1 points, first along rows, then along columns. */
function blurred(rows, n) {
  const along = rows.map((row) => row.map((_, i) => mean(row, i, n)));
  return along.map((row, j) => row.map((_, i) => {
    let [sum, count] = [0, 0];
    for (let k = Math.max(0, j - n); k <= Math.min(rows.length - 1, j + n); k++, count++) sum += along[k][i];
    return sum / count;
  }));
}

function mean(row, i, n) {
  let [sum, count] = [0, 0];
  for (let k = Math.max(0, i - n); k <= Math.min(row.length - 1, i + n); k++, count++) sum += row[k];
  return sum / count;
}

function square({ normal, centre, half }) {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...normal));
  const border = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([a, b]) => new Vector3(a * half, b * half, 0).applyQuaternion(turn).add(new Vector3(...centre)));
  const corners = border.slice(0, 4).flatMap((corner) => corner.toArray());
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(corners, 3)).setIndex([0, 1, 2, 0, 2, 3]);
  geometry.computeVertexNormals();
  geometry.setAttribute('color', new Float32BufferAttribute(new Float32Array(12).fill(1), 3));
  return { geometry, border, low: Math.min(...border.map(({ z }) => z)) - 2 * DEPTH * half };
}

/** Texture coordinates on x and y of the world; on steep ground, along the slope. */
function uvs(geometry, tile) {
  const { position } = geometry.attributes;
  const uv = new Float32Array(2 * position.count);
  for (let k = 0; k < position.count; k++) uv.set([position.getX(k) / tile, (position.getY(k) + 0.4 * position.getZ(k)) / tile], 2 * k);
  geometry.setAttribute('uv', new Float32BufferAttribute(uv, 2));
}

/** An upright wall from a line down to a height, darker below. */
function wall(border, low) {
  const [points, colours, index] = [[], [], []];
  const [light, dark] = [new Color(1, 1, 1), new Color(0.45, 0.45, 0.45)];
  border.forEach(({ x, y, z }, k) => {
    points.push(x, y, z, x, y, low);
    colours.push(...light.toArray(), ...dark.toArray());
    if (k) index.push(2 * k - 2, 2 * k - 1, 2 * k, 2 * k, 2 * k - 1, 2 * k + 1);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3)).setAttribute('color', new Float32BufferAttribute(colours, 3));
  geometry.setIndex(index).computeVertexNormals();
  return geometry;
}
