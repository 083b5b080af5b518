// The body of one run: rigid links as meshes that move, soft sections as tubes that change their shape.
import { Color, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import { baseShape, jointShape, linkShape, meshShape, wheelShape } from './link_shape.js';
import { Tube } from './tube.js';

const BEHIND = 8; // steps of the depth buffer between bodies in the same place
const SHIFT = 0.035; // lightness by which neighbouring links differ

export class Body {
  group = new Group();
  #rigid = [];
  #tubes = [];
  #joint;
  #tyre;
  #point = new Vector3();

  /**
   * @param ghost Whether other bodies may stand in the same place: then this one is seen through.
   * @param rank Order of bodies in the same place: surfaces of a higher rank are drawn behind, or both would flicker.
   */
  constructor(replay, track, ghost, rank = 0) {
    this.track = track;
    const behind = { polygonOffset: rank > 0, polygonOffsetFactor: rank, polygonOffsetUnits: BEHIND * rank };
    const settings = { roughness: 0.48, metalness: 0.08, transparent: ghost, opacity: ghost ? 0.72 : 1, ...behind };
    this.#joint = new MeshStandardMaterial({ ...settings, roughness: 0.7 });
    this.#tyre = new MeshStandardMaterial({ ...settings, roughness: 0.85, metalness: 0 });
    replay.parts.forEach((part, iPart) => {
      const head = replay.head && replay.head.link >= part.first && replay.head.link <= part.last ? replay.head.end : 0;
      if (part.kind === 'link') this.#addLink(replay, part, iPart, head, settings);
      else this.#addTube(replay, part, iPart, head, settings);
    });
    for (const wheel of replay.wheels ?? []) this.#addWheel(wheel, replay.links);
    if (replay.base) this.#addBase(replay);
    this.group.traverse((mesh) => {
      mesh.castShadow = mesh.isMesh;
      mesh.receiveShadow = mesh.isMesh;
      mesh.frustumCulled = false; // bodies are near the camera, and tubes change their bounds
    });
  }

  /** Move the body to its track's time. */
  update() {
    for (const { mesh, link } of this.#rigid) {
      this.track.positionInto(link, mesh.position);
      this.track.turnInto(link, mesh.quaternion);
    }
    for (const { tube } of this.#tubes) tube.update();
  }

  /**
   * @param colours Theme colours: body, head, joint, tyre and free bodies.
   * @param measured (part, link, colour) fills the colour of a measured value; null for the body's own colours.
   */
  paint(colours, measured) {
    const own = new Color(colours.body);
    const accent = new Color(colours.head);
    this.#joint.color.set(colours.joint);
    this.#tyre.color.set(colours.tyre);
    for (const { mesh, link, part, head, free } of this.#rigid) {
      if (free) mesh.material.color.set(colours.free);
      else if (measured) measured(part, link, mesh.material.color);
      else if (head) mesh.material.color.copy(accent);
      else mesh.material.color.copy(own).offsetHSL(0, 0, part % 2 ? SHIFT : -SHIFT);
    }
    for (const { tube, part } of this.#tubes) {
      const colourOf = measured
        ? (slice, colour) => measured(part, tube.part.first + slice, colour)
        : (_, colour) => colour.copy(own).offsetHSL(0, 0, part % 2 ? SHIFT : -SHIFT);
      tube.paint(colourOf, measured ? null : accent);
    }
  }

  #addLink(replay, part, iPart, head, settings) {
    const link = replay.links[part.first];
    const last = replay.parts.length - 1;
    // A chain that is numbered from its head goes backwards along x.
    const backwards = replay.head !== null && replay.head.end < 0;
    const before = iPart > 0 || replay.base !== null;
    const after = iPart < last;
    const ends = backwards ? [after, before] : [before, after];
    const own = meshShape(replay.meshes, part.first);
    const mesh = new Mesh(own ?? linkShape(link, ends, head), new MeshStandardMaterial(settings));
    if (!own && ends[0] && link.length > 0 && link.width > 0) {
      const joint = new Mesh(jointShape(link), this.#joint);
      joint.position.x = -link.com;
      mesh.add(joint);
    }
    this.group.add(mesh);
    this.#rigid.push({ mesh, link: part.first, part: iPart, head: head !== 0, free: link.free === true });
  }

  /** A wheel: a plain disc on its link, or a link that spins, whose spokes turn with it. */
  #addWheel({ link, offset, axle, radius, spins }, links) {
    const carrier = this.#rigid.find((one) => one.link === link);
    if (!carrier) return;
    const [tyre, hub, spokes] = wheelShape(radius, spins ? links[link].length / 2 : undefined);
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...axle));
    const wheel = new Group();
    wheel.position.set(...offset);
    wheel.quaternion.copy(turn);
    wheel.add(new Mesh(hub, this.#joint));
    if (spins) {
      carrier.mesh.clear(); // of the ball of its joint
      carrier.mesh.geometry = tyre.applyQuaternion(turn).translate(...offset);
      for (const spoke of spokes) wheel.add(new Mesh(spoke, this.#tyre));
    } else wheel.add(new Mesh(tyre, this.#tyre));
    carrier.mesh.add(wheel);
  }

  #addTube(replay, part, iPart, head, settings) {
    const tube = new Tube(this.track, replay.links, part, head);
    this.group.add(new Mesh(tube.geometry, new MeshStandardMaterial({ ...settings, vertexColors: true })));
    this.#tubes.push({ tube, part: iPart });
  }

  #addBase(replay) {
    const size = Math.max(...replay.links.slice(0, 1).map((link) => Math.max(link.width, link.height)), 1e-3);
    const base = new Mesh(baseShape(size), this.#joint);
    base.position.copy(this.#point.set(...replay.base));
    this.group.add(base);
  }
}
