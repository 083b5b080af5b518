// Drawing by hand over the height function, and the numbers of the loop.
const data = JSON.parse(document.getElementById("data").textContent);
const canvas = document.getElementById("space"), path = document.getElementById("path"), out = document.getElementById("numbers");
const pen = canvas.getContext("2d"), size = canvas.width, n = data.first.length;
const low = [data.first[0], data.second[0]], high = [data.first[n - 1], data.second[n - 1]];
const MOST_POINTS = 60; // of the loop in Python
let points = [], row = 0, drawing = false;

const toPixel = (s) => [((s[0] - low[0]) / (high[0] - low[0])) * size, (1 - (s[1] - low[1]) / (high[1] - low[1])) * size];
function toShape(event) {
  const box = canvas.getBoundingClientRect();
  const u = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1), v = Math.min(Math.max((event.clientY - box.top) / box.height, 0), 1);
  return [low[0] + u * (high[0] - low[0]), low[1] + (1 - v) * (high[1] - low[1])];
}
function background() {
  const field = data.values[row], top = Math.max(...field.flat().map(Math.abs)) || 1, picture = pen.createImageData(size, size);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const i = Math.round((x / (size - 1)) * (n - 1)), j = Math.round((1 - y / (size - 1)) * (n - 1));
      const t = field[i][j] / top, k = 4 * (y * size + x), fade = 255 - Math.round(150 * Math.min(1, Math.abs(t)));
      picture.data.set(t > 0 ? [255, fade, fade, 255] : [fade, fade, 255, 255], k);
    }
  pen.putImageData(picture, 0, 0);
}
function show() {
  background();
  if (points.length < 3) { out.textContent = "Draw a loop with the mouse or a finger."; return; }
  pen.strokeStyle = "#111"; pen.lineWidth = 2; pen.beginPath();
  points.forEach((s, k) => (k ? pen.lineTo(...toPixel(s)) : pen.moveTo(...toPixel(s))));
  if (!drawing) pen.closePath();
  pen.stroke();
  const poses = displacement(data, points), [x, y, turn] = poses[poses.length - 1];
  out.textContent = `One cycle: x ${x.toPrecision(4)} m, y ${y.toPrecision(4)} m, heading ${turn.toPrecision(4)} rad; distance ${Math.hypot(x, y).toPrecision(4)} m`;
  const step = Math.ceil(points.length / MOST_POINTS), kept = points.filter((_, k) => k % step === 0);
  document.getElementById("points").value = `sl.PolygonLoop([${kept.map(([a, b]) => `(${a.toPrecision(4)}, ${b.toPrecision(4)})`).join(", ")}])`;
  trace(poses);
}
function trace(cycle) {
  // Way of the base over five cycles.
  const whole = []; let [x, y, turn] = [0, 0, 0];
  for (let k = 0; k < 5; k++) {
    for (const [a, b] of cycle) whole.push([x + Math.cos(turn) * a - Math.sin(turn) * b, y + Math.sin(turn) * a + Math.cos(turn) * b]);
    const [a, b, w] = cycle[cycle.length - 1];
    [x, y, turn] = [x + Math.cos(turn) * a - Math.sin(turn) * b, y + Math.sin(turn) * a + Math.cos(turn) * b, turn + w];
  }
  const xs = whole.map((p) => p[0]), ys = whole.map((p) => p[1]), left = Math.min(...xs), bottom = Math.min(...ys);
  const span = Math.max(Math.max(...xs) - left, Math.max(...ys) - bottom) || 1;
  path.querySelector("polyline").setAttribute("points", whole.map((p) => `${10 + (280 * (p[0] - left)) / span},${290 - (280 * (p[1] - bottom)) / span}`).join(" "));
  path.querySelector("text").textContent = `base over five cycles, ${span.toPrecision(3)} m wide`;
}
function circle(radius) {
  const middle = [0, 1].map((k) => (low[k] + high[k]) / 2);
  points = Array.from({ length: 180 }, (_, k) => [middle[0] + radius * Math.cos((2 * Math.PI * k) / 180), middle[1] + radius * Math.sin((2 * Math.PI * k) / 180)]);
  show();
}
canvas.addEventListener("pointerdown", (event) => { drawing = true; points = [toShape(event)]; canvas.setPointerCapture(event.pointerId); });
canvas.addEventListener("pointermove", (event) => { if (drawing) { points.push(toShape(event)); show(); } });
canvas.addEventListener("pointerup", () => { drawing = false; show(); });
document.getElementById("row").addEventListener("change", (event) => { row = Number(event.target.value); show(); });
document.getElementById("radius").addEventListener("input", (event) => circle(Number(event.target.value)));
circle(Number(document.getElementById("radius").value));
