// Map points, keyframes as pyramids, the estimated body next to the true one, and ellipsoids of two standard deviations at its ends and its middle.
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, Points, PointsMaterial, SphereGeometry } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { indexBefore } from '../series.js';

const SMALLEST = 1e-3; // half axis of an ellipsoid that is still drawn [m]
const SPHERE = new SphereGeometry(1, 20, 12);

export class Mapped {
  group = new Group();
  #dots = new PointsMaterial({ size: 2.5, sizeAttenuation: false, transparent: true, opacity: 0.75 });
  #edges = new LineBasicMaterial();
  #line = new LineMaterial({ linewidth: 3, depthTest: false, transparent: true });
  #glass = new MeshBasicMaterial({ transparent: true, opacity: 0.35, depthWrite: false, depthTest: false });
  #ellipsoids = [];
  #points = null;
  #keyframes = null;

  constructor({ map }, track) {
    this.track = track;
    if (map && !track.empty) this.take(map);
  }

  /** Show a map in place of the one before; of a live run, it has the present estimate only. */
  take(map) {
    const before = this.map ?? {};
    this.map = map;
    if (map.points !== before.points) this.#points = this.#replaced(this.#points, map.points && new Points(dots(map.points), this.#dots));
    if (map.keyframes !== before.keyframes) this.#keyframes = this.#replaced(this.#keyframes, map.keyframes && new LineSegments(dots(map.keyframes), this.#edges));
    this.#showBody(map, before);
  }

  #replaced(before, after) {
    if (before) this.group.remove(before);
    before?.geometry.dispose();
    if (after) this.group.add(after);
    return after || null;
  }

  #showBody({ body, ellipsoids, places }, before) {
    const known = Boolean(body);
    if (known && (!this.curve || body.nCurves !== before.body?.nCurves)) {
      this.places = body.nCurves / 3;
      this.curve = this.#replaced(this.curve, new Line2(new LineGeometry(), this.#line));
      this.curve.frustumCulled = false;
      this.curve.renderOrder = 2; // seen through the true body
    }
    const wanted = known && ellipsoids ? places : [];
    while (this.#ellipsoids.length > wanted.length) this.group.remove(this.#ellipsoids.pop().mesh);
    wanted.forEach((place, i) => {
      if (!this.#ellipsoids[i]) {
        const mesh = new Mesh(SPHERE, this.#glass);
        mesh.matrixAutoUpdate = false;
        this.#ellipsoids.push({ mesh, place });
        this.group.add(mesh);
      }
      this.#ellipsoids[i].place = place;
    });
    if (this.curve) this.curve.visible = known;
  }

  update(time) {
    if (!this.map?.body) return;
    const { times } = this.map; // of a replay in the studio, whose track has one frame
    const frame = times ? indexBefore(times.curve(0), time + 1e-9) : this.track.frame;
    const { body, ellipsoids } = this.map;
    const at = (array, k) => array.data[k * array.nRows + frame];
    const points = Array.from({ length: 3 * this.places }, (_, k) => at(body, k));
    this.curve.geometry.setPositions(points);
    this.#ellipsoids.forEach(({ mesh, place }, i) => {
      const m = (j) => at(ellipsoids, 9 * i + j);
      const matrix = new Matrix4().set(m(0), m(1), m(2), points[3 * place], m(3), m(4), m(5), points[3 * place + 1], m(6), m(7), m(8), points[3 * place + 2], 0, 0, 0, 1);
      for (const j of [0, 5, 10]) matrix.elements[j] = Math.max(matrix.elements[j], SMALLEST);
      mesh.matrix.copy(matrix);
    });
  }

  paint(points, estimate) {
    this.#dots.color.set(points);
    this.#edges.color.set(estimate);
    this.#line.color.set(estimate);
    this.#glass.color.set(estimate);
  }
}

function dots(points) {
  const n = points.nRows;
  const places = new Float32Array(3 * n);
  for (let i = 0; i < n; i++) for (const axis of [0, 1, 2]) places[3 * i + axis] = points.data[axis * n + i];
  return new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3));
}
