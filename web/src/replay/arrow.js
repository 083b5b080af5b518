// An arrow of any length, for forces and velocities: its shaft and head keep their width.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';

const X = new Vector3(1, 0, 0);
const SHAFT = new CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0).rotateZ(-Math.PI / 2); // along x, from 0 to 1
const HEAD = new ConeGeometry(1, 1, 24).translate(0, 0.5, 0).rotateZ(-Math.PI / 2);
const SLIM = 3; // length of the head, of its radius
const WIDE = 2.4; // radius of the head, of the shaft's

export class Arrow {
  group = new Group();
  #material = new MeshStandardMaterial({ roughness: 0.6 });
  #shaft = new Mesh(SHAFT, this.#material);
  #head = new Mesh(HEAD, this.#material);
  #turn = new Quaternion();
  #way = new Vector3();

  /** @param radius Of the shaft [m]. */
  constructor(radius) {
    this.radius = radius;
    this.group.add(this.#shaft, this.#head);
    for (const mesh of [this.#shaft, this.#head]) mesh.frustumCulled = false;
  }

  /** From a point along a unit vector; one that is shorter than its head is all head. */
  point(from, along, length) {
    const head = Math.min(SLIM * WIDE * this.radius, length);
    const wide = head / SLIM;
    this.#head.scale.set(head, wide, wide);
    this.#head.position.set(length - head, 0, 0);
    this.#shaft.visible = length > head;
    this.#shaft.scale.set(Math.max(length - head, 1e-9), this.radius, this.radius);
    this.group.position.copy(from);
    this.group.quaternion.copy(this.#turn.setFromUnitVectors(X, this.#way.copy(along)));
  }

  paint(colour) {
    this.#material.color.set(colour);
  }
}
