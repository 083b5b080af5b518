// Frames: the axes of every link, x red, y green, z blue.
import { Color, CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from 'three';

const COLOURS = ['#d9534a', '#2f9e62', '#3d84d6'];
const LONG = 0.85; // of the mean length of a rigid link, or of a tenth of the reach
const SLIM = 0.035; // radius, of the length
const MOST = 60; // frames; of more links, some

export class Axes {
  group = new Group();
  #matrix = new Matrix4();
  #place = new Vector3();
  #turn = new Quaternion();
  #size = new Vector3(1, 1, 1);

  constructor(replay, track, reach) {
    this.track = track;
    const rigid = replay.parts.filter(({ kind }) => kind === 'link').map(({ first }) => replay.links[first].length);
    const long = LONG * (rigid.length ? Math.min(rigid.reduce((sum, length) => sum + length, 0) / rigid.length, 0.3 * reach) : 0.1 * reach);
    const stride = Math.ceil(replay.links.length / MOST);
    this.links = replay.links.map((_, i) => i).filter((i) => i % stride === 0);
    this.meshes = COLOURS.map((colour, axis) => {
      const shape = new CylinderGeometry(SLIM * long, SLIM * long, long, 8).translate(0, long / 2, 0);
      if (axis === 0) shape.rotateZ(-Math.PI / 2);
      if (axis === 2) shape.rotateX(Math.PI / 2);
      const mesh = new InstancedMesh(shape, new MeshBasicMaterial({ color: new Color(colour), depthTest: false, transparent: true }), this.links.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      Object.assign(mesh, { frustumCulled: false, renderOrder: 6 });
      this.group.add(mesh);
      return mesh;
    });
  }

  update() {
    this.links.forEach((link, i) => {
      this.#matrix.compose(this.track.positionInto(link, this.#place), this.track.turnInto(link, this.#turn), this.#size);
      for (const mesh of this.meshes) mesh.setMatrixAt(i, this.#matrix);
    });
    for (const mesh of this.meshes) mesh.instanceMatrix.needsUpdate = true;
  }
}
