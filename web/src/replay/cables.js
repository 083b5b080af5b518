// Cables of a robot, from guide to guide, coloured by their tension.
import { Color, CylinderGeometry, Group, Mesh, MeshStandardMaterial, Quaternion, SRGBColorSpace, Vector3 } from 'three';
import { loadColour } from '../palette.js';
import { valueAt } from '../series.js';

const SLIM = 0.12; // radius, of the smallest half width of the links with guides
const UP = new Vector3(0, 1, 0);

export class Cables {
  group = new Group();
  theme = 'light';
  slack = new Color();
  #cables = [];
  #turn = new Quaternion();
  #along = new Vector3();
  #points = [];

  /** @param most Tension of the end of the scale, the same for all runs [N]; 0 for one colour. */
  constructor({ cables, links }, track, most) {
    Object.assign(this, { data: cables, track, most });
    if (!cables || track.empty) return;
    const widths = cables.links.flat().filter((link) => link !== null).map((link) => links[link].width || links[link].length / 5);
    const radius = Math.max(1e-4, (SLIM * Math.min(...widths)) / 2);
    const shape = new CylinderGeometry(radius, radius, 1, 10);
    this.#cables = cables.links.map((guides) => {
      const material = new MeshStandardMaterial({ roughness: 0.6 });
      const pieces = guides.slice(1).map(() => new Mesh(shape, material));
      for (const piece of pieces) piece.frustumCulled = false;
      this.group.add(...pieces);
      return { material, pieces };
    });
  }

  update(time) {
    this.#cables.forEach(({ material, pieces }, i) => {
      const [links, offsets] = [this.data.links[i], this.data.offsets[i]];
      links.forEach((link, k) => this.#placeInto(link, offsets[k], (this.#points[k] ??= new Vector3())));
      pieces.forEach((piece, k) => {
        const [from, to] = [this.#points[k], this.#points[k + 1]];
        const length = this.#along.subVectors(to, from).length();
        piece.visible = length > 0;
        piece.position.addVectors(from, to).multiplyScalar(0.5);
        piece.quaternion.setFromUnitVectors(UP, this.#along.divideScalar(length || 1));
        piece.scale.y = length;
      });
      const tension = this.most > 0 ? valueAt(this.track.times, this.data.tensions.curve(i), time) : 0;
      if (!(tension > 0)) material.color.copy(this.slack);
      else {
        const [red, green, blue] = loadColour(tension / this.most, this.theme);
        material.color.setRGB(red / 255, green / 255, blue / 255, SRGBColorSpace);
      }
    });
  }

  #placeInto(link, offset, point) {
    point.set(...offset);
    if (link === null) return;
    this.track.turnInto(link, this.#turn);
    point.applyQuaternion(this.#turn).add(this.track.positionInto(link, this.#along));
  }

  /** @param slack Colour of a cable without tension. */
  paint(theme, slack) {
    this.theme = theme;
    this.slack.set(slack);
  }
}
