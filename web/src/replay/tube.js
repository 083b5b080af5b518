// A soft section: a smooth tube through its slices, made anew for every frame.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Quaternion, Vector3 } from 'three';

const AROUND = 28; // points of a ring
const BETWEEN = 5; // rings from one slice to the next
const EDGE = 4; // rings of a rounded end
const HEAD = 0.16; // of the section's length that is marked where it ends in the head
const STRIPE = 0.62; // brightness of the line along the tube that shows how it rolls

const circle = Array.from({ length: AROUND + 1 }, (_, k) => {
  const angle = (2 * Math.PI * k) / AROUND;
  return [Math.cos(angle), Math.sin(angle)];
});

export class Tube {
  #centre = new Vector3();
  #turn = new Quaternion();
  #other = new Quaternion();
  #y = new Vector3();
  #z = new Vector3();
  #x = new Vector3();
  #points;
  #forwards;
  #turns;

  /** @param nose +1 if the last slice is the head end, -1 if the first is, 0 for none. */
  constructor(track, links, part, nose) {
    Object.assign(this, { track, part, nose });
    this.radius = links[part.first].width / 2;
    this.count = part.last - part.first + 1;
    this.rings = ringsOf(this.count, this.radius, links[part.first].length);
    this.#points = Array.from({ length: this.count }, () => new Vector3());
    this.#forwards = Array.from({ length: this.count }, () => new Vector3());
    this.#turns = Array.from({ length: this.count }, () => new Quaternion());
    this.geometry = new BufferGeometry();
    const size = this.rings.length * (AROUND + 1);
    for (const name of ['position', 'normal', 'color']) {
      this.geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * size), 3).setUsage(DynamicDrawUsage));
    }
    this.geometry.setIndex(faces(this.rings.length));
  }

  /** Move the tube to the track's time. */
  update() {
    for (let i = 0; i < this.count; i++) {
      this.track.positionInto(this.part.first + i, this.#points[i]);
      this.track.turnInto(this.part.first + i, this.#turns[i]);
      this.#forwards[i].set(1, 0, 0).applyQuaternion(this.#turns[i]);
    }
    const { position, normal } = this.geometry.attributes;
    let k = 0;
    for (const ring of this.rings) {
      this.#place(ring);
      this.#y.set(0, 1, 0).applyQuaternion(this.#turn);
      this.#z.set(0, 0, 1).applyQuaternion(this.#turn);
      this.#x.set(1, 0, 0).applyQuaternion(this.#turn);
      const across = Math.sqrt(1 - ring.tilt * ring.tilt);
      for (const [c, s] of circle) {
        const [rx, ry, rz] = [c * this.#y.x + s * this.#z.x, c * this.#y.y + s * this.#z.y, c * this.#y.z + s * this.#z.z];
        position.setXYZ(k, this.#centre.x + ring.radius * rx, this.#centre.y + ring.radius * ry, this.#centre.z + ring.radius * rz);
        normal.setXYZ(
          k,
          across * rx + ring.tilt * this.#x.x,
          across * ry + ring.tilt * this.#x.y,
          across * rz + ring.tilt * this.#x.z,
        );
        k++;
      }
    }
    position.needsUpdate = true;
    normal.needsUpdate = true;
    this.geometry.computeBoundingSphere();
  }

  /** @param colourOf Fills a Color for slice `i` of the section; `accent` is the head's colour, null where nothing is marked. */
  paint(colourOf, accent) {
    const colours = this.geometry.attributes.color;
    const made = new Color();
    const next = new Color();
    let k = 0;
    for (const ring of this.rings) {
      colourOf(ring.slice, made);
      if (ring.share > 0) made.lerp(colourOf(ring.slice + 1, next), ring.share);
      const along = (ring.slice + ring.share) / (this.count - 1);
      const marked = accent && this.nose !== 0 && (this.nose > 0 ? along > 1 - HEAD : along < HEAD);
      for (let j = 0; j <= AROUND; j++) {
        // On a lid the stripe would be a wedge: the faces there meet in its middle.
        const striped = ring.offset === 0 && ring.tilt === 0 && (j <= 1 || j >= AROUND - 1);
        const shade = striped ? STRIPE : 1;
        const from = marked ? accent : made;
        colours.setXYZ(k++, shade * from.r, shade * from.g, shade * from.b);
      }
    }
    colours.needsUpdate = true;
  }

  /** Centre and attitude of a ring: a cubic through the slices, with their forward axes as directions. */
  #place({ slice, share, offset }) {
    const [a, b] = [slice, Math.min(slice + 1, this.count - 1)];
    const [p, q] = [this.#points[a], this.#points[b]];
    this.#turn.copy(this.#turns[a]);
    this.#centre.copy(p);
    if (share > 0) {
      const gap = p.distanceTo(q);
      const [s, s2, s3] = [share, share ** 2, share ** 3];
      this.#centre
        .multiplyScalar(2 * s3 - 3 * s2 + 1)
        .addScaledVector(this.#forwards[a], (s3 - 2 * s2 + s) * gap)
        .addScaledVector(q, 3 * s2 - 2 * s3)
        .addScaledVector(this.#forwards[b], (s3 - s2) * gap);
      this.#turn.slerp(this.#other.copy(this.#turns[b]), share);
    }
    this.#centre.addScaledVector(this.#x.set(1, 0, 0).applyQuaternion(this.#turn), offset);
  }
}

/** Rings from end to end: a lid, a rounded edge, the tube, a rounded edge, a lid. Tilt is the normal's share along x. */
function ringsOf(count, radius, step) {
  const edge = Math.min(0.3 * radius, 0.4 * step);
  const rings = [];
  const lid = (slice, side) => [
    { slice, share: 0, offset: 0, radius: 0, tilt: side },
    { slice, share: 0, offset: 0, radius: radius - edge, tilt: side },
  ];
  const rounded = (slice, side) =>
    Array.from({ length: EDGE }, (_, k) => {
      const angle = ((k + 1) / (EDGE + 1)) * (Math.PI / 2);
      return {
        slice,
        share: 0,
        offset: -side * edge * (1 - Math.cos(angle)),
        radius: radius - edge * (1 - Math.sin(angle)),
        tilt: side * Math.cos(angle),
      };
    });
  rings.push(...lid(0, -1), ...rounded(0, -1));
  const inside = edge / step;
  for (let i = 0; i < count - 1; i++) {
    for (let k = 0; k < BETWEEN; k++) {
      const place = Math.min(Math.max(i + k / BETWEEN, inside), count - 1 - inside);
      rings.push({ slice: Math.floor(place), share: place - Math.floor(place), offset: 0, radius, tilt: 0 });
    }
  }
  rings.push({ slice: count - 2, share: 1 - inside, offset: 0, radius, tilt: 0 });
  rings.push(...rounded(count - 1, 1).reverse(), ...lid(count - 1, 1).reverse());
  return rings;
}

function faces(nRings) {
  const index = [];
  const stride = AROUND + 1;
  for (let i = 0; i < nRings - 1; i++) {
    for (let j = 0; j < AROUND; j++) {
      const a = i * stride + j;
      index.push(a, a + 1, a + stride, a + stride, a + 1, a + stride + 1);
    }
  }
  return index;
}
