// Reads the container that the Python side packs; the format is documented at its class `Packer`
// in snakelab/plugins/studio/page/scene_data.py.

/** The head of the container, with every packed array replaced by a `Curves`. */
export async function readPayload(base64) {
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser is too old to unpack the data (it has no DecompressionStream). Browsers released since 2023 have it.');
  }
  const packed = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const buffer = await new Response(stream).arrayBuffer();
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const start = Math.ceil((4 + length) / 8) * 8;
  const known = new Map(); // arrays that several charts share are unpacked once
  return unpacked(head, (array) => {
    if (!known.has(array.at)) known.set(array.at, unpack(buffer, start, array));
    return known.get(array.at);
  });
}

/** Rows of numbers over time; NaN where there is none. */
export class Curves {
  /** @param error By how much the packing may have changed a value. */
  constructor(nCurves, nRows, data, error = 0) {
    Object.assign(this, { nCurves, nRows, data, error });
  }

  curve(i) {
    return this.data.subarray(i * this.nRows, (i + 1) * this.nRows);
  }
}

function unpacked(value, read) {
  if (Array.isArray(value)) return value.map((entry) => unpacked(entry, read));
  if (value === null || typeof value !== 'object') return value;
  if ('coding' in value && 'at' in value) return read(value);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, unpacked(entry, read)]));
}

function unpack(buffer, start, { at, coding, shape: [nCurves, nRows] }) {
  const size = nCurves * nRows;
  if (coding === 'float64') return new Curves(nCurves, nRows, new Float64Array(buffer, start + at, size));
  if (coding === 'float32') {
    return new Curves(nCurves, nRows, Float64Array.from(new Float32Array(buffer, start + at, size)));
  }
  if (coding === 'bytes') return new Uint8Array(buffer, start + at, size);
  const scales = new Float64Array(buffer, start + at, 2 * nCurves);
  const lowBytes = new Uint8Array(buffer, start + at + 16 * nCurves, size);
  const highBytes = new Uint8Array(buffer, start + at + 16 * nCurves + size, size);
  const data = new Float64Array(size);
  for (let i = 0, k = 0; i < nCurves; i++) {
    const low = scales[2 * i];
    const step = scales[2 * i + 1];
    let difference = 0;
    let code = 0;
    for (let row = 0; row < nRows; row++, k++) {
      difference = (difference + lowBytes[k] + 256 * highBytes[k]) & 0xffff;
      code = (code + difference) & 0xffff;
      data[k] = code === 0 ? NaN : low + (code - 1) * step;
    }
  }
  const largestStep = Math.max(0, ...Array.from({ length: nCurves }, (_, i) => scales[2 * i + 1]));
  return new Curves(nCurves, nRows, data, largestStep / 2);
}
