// The data that stand in the page, taken apart once.
const data = JSON.parse(document.getElementById("data").textContent);

const rows = data.rows.map(([[run, engine, cell], [processes, rounds, iters], [min, p05, median, p95, mad],
  [ratio, low, high, share], verdict, flags, err]) => ({
  run: data.runs[run], runNumber: run, engine: data.engines[engine], cell: data.cells[cell],
  processes, rounds, iters, min, p05, median, p95, mad, ratio, low, high, share, verdict, flags, err,
}));

const controls = new Map(data.controls.map((control) => [`${control.run} ${control.cell}`, control]));
rows.forEach((row, number) => {
  const [[run, , cell]] = data.rows[number];
  row.control = controls.get(`${run} ${cell}`);
});

const timed = (row) => row.median !== null && row.err === null;
const own = (engine) => engine.source === "own";
const origin = (engine) => own(engine) ? "own" : `${engine.source} ${engine.version}`;
const colour = (engine) => !own(engine) ? "b" : engine.id.endsWith("/auto") ? "c" : "a";

// How the engine got the bytes, in one word and a number: "chunk-4096".
const modeOf = (cell) => cell.chunk > 0 ? `${cell.mode}-${cell.chunk}` : cell.mode;

// MB/s from ns of one pass.
const rate = (row, ns) => row.cell.bytes * 1e3 / ns;

// Figures as people read them; the same digits as in the Markdown tables.
const speed = (value) => value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const percent = (share) => share < 0.0995 ? `${(share * 100).toFixed(1)} %` : `${(share * 100).toFixed(0)} %`;
const times = (ratio) => ratio >= 0.1 ? ratio.toFixed(2) : ratio >= 0.01 ? ratio.toFixed(3) : ratio.toFixed(4);
const length = (bytes) => bytes >= 2 ** 30 ? `${bytes / 2 ** 30}G` : bytes >= 2 ** 20 ? `${bytes / 2 ** 20}M`
  : bytes >= 1024 ? `${bytes / 1024}K` : `${bytes}`;
const time = (ns) => ns >= 1e9 ? `${(ns / 1e9).toPrecision(4)} s` : ns >= 1e6 ? `${(ns / 1e6).toPrecision(4)} ms`
  : ns >= 1e3 ? `${(ns / 1e3).toPrecision(4)} µs` : `${ns.toPrecision(4)} ns`;
const verdictWords = (verdict) => verdict === null ? "" : verdict.replace("-", " ");

// An element with attributes and children; text is always text, never markup.
const make = (name, attributes = {}, ...children) => {
  const svg = ["svg", "path", "circle", "line", "text", "title"].includes(name);
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
};

// Everything about a row, as pairs of words.
const everything = (row) => {
  const pairs = [["median", time(row.median)], ["min", time(row.min)], ["5 %", time(row.p05)], ["95 %", time(row.p95)],
    ["MAD", time(row.mad)], ["MB/s", `${speed(rate(row, row.median))} (${speed(rate(row, row.p95))} to ${speed(rate(row, row.p05))})`]];
  if (row.ratio !== null) {
    pairs.push([`ratio to ${row.control.baseline}`, `${row.ratio.toPrecision(4)} (${row.low.toPrecision(4)} to ${row.high.toPrecision(4)})`]);
  }
  if (row.control.floor !== null) {
    pairs.push(["baseline beside itself", `${row.control.floor[0].toFixed(3)} to ${row.control.floor[1].toFixed(3)}`]);
  }
  if (row.share !== null) pairs.push(["of only reading", percent(row.share)]);
  pairs.push(["verdict", verdictWords(row.verdict)], ["flags", row.flags], ["CPU features", row.engine.isa],
    ["from", origin(row.engine)], ["samples", `${row.processes} processes, ${row.rounds} rounds, ${row.iters} passes each`],
    ["digest", row.control.digest ?? ""]);
  return pairs.filter(([, value]) => value !== "");
};

const list = (pairs) => make("dl", {}, ...pairs.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
