// Speed against length: a chart of the engines that say most, and a table of all.
const curves = document.getElementById("curves");
const matrix = document.getElementById("matrix");
const curveClasses = ["a", "b", "c", "d", "e", "f", "g", "h"];
const dashes = ["", "7 3", "2 3", "9 3 2 3", "", "5 2", "1 2", "12 4"];

// The rows of the chart: whole messages at a line's start, short ones of the chosen kind, and buffers.
const overLengths = (choice, family, run) => rows.filter((row) => row.runNumber === run && row.cell.family === family
  && timed(row) && row.cell.mode === "whole" && row.cell.align === 0 && keeps(choice, row)
  && (row.cell.input.endsWith(`-${choice.short}`) || (row.cell.input.startsWith("buffer-") && choice.short === "independent")));

const byEngine = (some) => {
  const groups = new Map();
  for (const row of some) {
    if (!groups.has(row.engine)) groups.set(row.engine, []);
    groups.get(row.engine).push(row);
  }
  groups.forEach((group) => group.sort((a, b) => a.cell.bytes - b.cell.bytes));
  return groups;
};

// auto, classic codes, winners, then by how near to the fastest an engine comes on the whole; one by others at least.
const chosenSeries = (groups, best) => {
  const behind = (group) => group.reduce((sum, row) => sum + Math.log(row.median / best.get(row.cell.bytes).median), 0) / group.length;
  const winners = new Set([...best.values()].map((row) => row.engine));
  const rank = ([engine]) => engine.id.endsWith("/auto") ? 0 : engine.code !== null ? 1 : winners.has(engine) ? 2 : 3;
  const all = [...groups].sort((a, b) => rank(a) - rank(b) || behind(a[1]) - behind(b[1]));
  const some = all.slice(0, curveClasses.length);
  if (some.length === curveClasses.length && some.every(([engine]) => own(engine))) {
    const other = all.filter(([engine]) => !own(engine)).sort((a, b) => behind(a[1]) - behind(b[1]))[0];
    if (other) some[some.length - 1] = other;
  }
  return some;
};

const scale = (values, from, to) => {
  const [low, high] = [Math.min(...values) / 1.15, Math.max(...values) * 1.15];
  const at = (value) => from + Math.log(value / low) / Math.log(high / low) * (to - from);
  const powers = (base, most) => {
    const first = Math.ceil(Math.log(low) / Math.log(base));
    const count = Math.floor(Math.log(high) / Math.log(base)) - first + 1;
    const step = Math.max(1, Math.ceil(count / most));
    return Array.from({ length: Math.max(0, Math.ceil(count / step)) }, (_, n) => base ** (first + n * step));
  };
  return { low, high, at, powers };
};

const drawCurves = (choice, run) => {
  const family = choice.family;
  const some = overLengths(choice, family, run);
  const groups = byEngine(some);
  const best = new Map();
  for (const row of some) {
    const known = best.get(row.cell.bytes);
    if (known === undefined || row.median < known.median) best.set(row.cell.bytes, row);
  }
  const note = document.getElementById("lengths-note");
  if (some.length === 0) {
    note.textContent = "No rows of this kind for what is chosen above.";
    curves.replaceChildren();
    matrix.replaceChildren();
    return;
  }
  const series = chosenSeries(groups, best);
  note.textContent = `${familyTitle(family)}, ${data.runs[run].title}: MB/s by the median, one call a message, both axes logarithmic. `
    + `${series.length} of ${groups.size} engines are drawn: auto, the classic codes, and the fastest.`;
  curves.replaceChildren(chart(series, some));
  drawMatrix(groups, best);
};

const chart = (series, some) => {
  const [width, height, left, right, top, bottom] = [960, 470, 62, 226, 12, 424];
  const drawn = series.flatMap(([, group]) => group);
  const x = scale(drawn.map((row) => row.cell.bytes), left, width - right);
  const y = scale(drawn.map((row) => rate(row, row.median)), bottom, top);
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Speed against length; the table below has the figures" });
  const text = (attributes, words) => svg.append(make("text", { class: "tick", ...attributes }, words));
  for (const bytes of x.powers(2, 15)) {
    svg.append(make("line", { class: "grid", x1: x.at(bytes), x2: x.at(bytes), y1: top, y2: bottom }));
    text({ x: x.at(bytes), y: bottom + 16, "text-anchor": "middle" }, length(bytes));
  }
  const decades = Math.log10(y.high / y.low) > 2.5 ? [1] : [1, 2, 5];
  for (const tick of y.powers(10, 20).concat(y.low).flatMap((power) => decades.map((step) => step * 10 ** Math.floor(Math.log10(power) + 1e-9)))) {
    if (tick < y.low || tick > y.high) continue;
    svg.append(make("line", { class: "grid", x1: left, x2: width - right, y1: y.at(tick), y2: y.at(tick) }));
    text({ x: left - 6, y: y.at(tick) + 4, "text-anchor": "end" }, `${tick}`);
  }
  text({ x: (left + width - right) / 2, y: bottom + 36, "text-anchor": "middle" }, "bytes of a message");
  const ends = series.map(([engine, group], place) => ({ engine, place, y: y.at(rate(group.at(-1), group.at(-1).median)), x: x.at(group.at(-1).cell.bytes) }));
  ends.sort((a, b) => a.y - b.y);
  ends.reduce((least, end) => (end.at = Math.max(end.y, least)) + 15, top + 4);
  ends.reduceRight((most, end) => (end.at = Math.min(end.at, most)) - 15, bottom);
  series.forEach(([, group], place) => {
    const path = group.map((row, n) => `${n === 0 ? "M" : "L"}${x.at(row.cell.bytes).toFixed(1)} ${y.at(rate(row, row.median)).toFixed(1)}`).join("");
    svg.append(make("path", { class: `curve ${curveClasses[place]}`, "stroke-dasharray": dashes[place] || null, d: path }));
    for (const row of group) {
      const point = make("circle", { class: curveClasses[place], cx: x.at(row.cell.bytes), cy: y.at(rate(row, row.median)), r: 3.5 });
      withTip(point, row);
      point.addEventListener("click", (event) => showTip(row, event.clientX, event.clientY));
      svg.append(point);
    }
  });
  for (const end of ends) {
    const to = width - right + 14;
    svg.append(make("path", { class: `curve ${curveClasses[end.place]}`, style: "stroke-width:1;opacity:.6", d: `M${end.x + 4} ${end.y}L${to} ${end.at}` }));
    svg.append(make("text", { x: to + 4, y: end.at + 4, style: `fill:var(--${curveClasses[end.place]})` }, end.engine.id));
  }
  return svg;
};

const drawMatrix = (groups, best) => {
  const lengths = [...best.keys()].sort((a, b) => a - b);
  const last = (group) => group.at(-1).cell.bytes * 1e3 / group.at(-1).median;
  const head = make("thead", {}, make("tr", {}, make("th", { class: "word", scope: "col" }, "engine"),
    ...lengths.map((bytes) => make("th", { scope: "col" }, length(bytes)))));
  const body = make("tbody", {}, ...[...groups].sort((a, b) => last(b[1]) - last(a[1])).map(([engine, group]) =>
    make("tr", { "data-engine": engine.id }, make("th", { scope: "row" }, engine.id), ...lengths.map((bytes) => {
      const row = group.find((one) => one.cell.bytes === bytes);
      if (row === undefined) return make("td");
      const cell = make("td", { class: best.get(bytes) === row ? "best" : null }, speed(rate(row, row.median)));
      withTip(cell, row);
      return cell;
    }))));
  matrix.replaceChildren(head, body);
};
