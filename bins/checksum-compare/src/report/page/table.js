// The table of one cell, whose bars are the chart.
const results = document.getElementById("results");
let sorting = { key: "median", down: true };

const columnsOf = (choice) => [
  { key: "id", head: "engine", value: (row) => row.engine.id },
  ...(choice.run === "all" ? [{ key: "run", head: "run", word: true, value: (row) => row.run.title }] : []),
  { key: "from", head: "from", word: true, wide: true, value: (row) => origin(row.engine) },
  { key: "bar", head: { speed: "MB/s", ceiling: "of reading", ratio: "ratio" }[choice.bars], bar: true, value: () => 0 },
  { key: "median", head: "MB/s", down: true, value: (row) => rate(row, row.median), text: (row) => speed(rate(row, row.median)), main: true },
  { key: "ratio", head: "ratio", down: true, value: (row) => row.ratio, text: (row) => row.ratio === null ? "" : times(row.ratio) },
  { key: "interval", head: "low to high", wide: true, down: true, value: (row) => row.low,
    text: (row) => row.ratio === null ? "" : `${times(row.low)} to ${times(row.high)}` },
  { key: "share", head: "of reading", down: true, value: (row) => row.share, text: (row) => row.share === null ? "" : percent(row.share) },
  { key: "verdict", head: "verdict", word: true, wide: true, value: (row) => verdictWords(row.verdict) },
  ...(choice.columns ? ["min", "p05", "median", "p95", "mad"].map((key) => (
    { key: `${key}_ns`, head: key === "mad" ? "MAD" : key, value: (row) => row[key], text: (row) => time(row[key]) })) : []),
  ...(choice.columns ? [{ key: "flags", head: "flags", word: true, value: (row) => row.flags },
    { key: "isa", head: "CPU features", word: true, value: (row) => row.engine.isa }] : []),
];

// Low end, length and high end of a row's bar.
const barOf = (kind, row) => {
  if (kind === "ceiling") return [row.share, row.share ?? 0, row.share];
  if (kind === "ratio") return [row.low, row.ratio ?? 0, row.high];
  return [rate(row, row.p95), rate(row, row.median), rate(row, row.p05)];
};

const bar = (kind, row, most) => {
  const [low, middle, high] = barOf(kind, row);
  const place = (value) => `${(100 * value / most).toFixed(2)}%`;
  const track = make("span", { class: "track" }, make("span", { class: `fill ${colour(row.engine)}`, style: `width:${place(middle)}` }));
  if (low !== null && high !== low) {
    track.append(make("span", { class: "spread", style: `left:${place(low)};width:${place(high - low)}` }));
  }
  return make("td", { class: "bar", "aria-hidden": "true" }, track);
};

// An id that may break behind its slashes.
const breakable = (id) => id.split(/(?<=\/)/).flatMap((part, n) => n === 0 ? [part] : [make("wbr"), part]);

const drawTable = (choice, shown) => {
  const columns = columnsOf(choice);
  const [run, idle] = [shown.filter(timed), shown.filter((row) => !timed(row))];
  const by = columns.find((column) => column.key === sorting.key) ?? columns.find((column) => column.key === "median");
  const sign = sorting.down ? -1 : 1;
  run.sort((a, b) => {
    const [x, y] = [by.value(a), by.value(b)];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (x < y ? -1 : x > y ? 1 : 0) || a.engine.id.localeCompare(b.engine.id);
  });
  const most = Math.max(...run.map((row) => Math.max(...barOf(choice.bars, row).map((value) => value ?? 0))), 1e-9);
  const open = new Set([...results.querySelectorAll("button[aria-expanded=true]")].map((button) => button.dataset.key));
  const head = make("thead", {}, make("tr", {}, ...columns.map((column) => headCell(choice, column, by, shown))));
  const body = make("tbody");
  run.forEach((row, number) => {
    const key = `${row.runNumber} ${row.engine.id}`;
    const line = make("tr", { class: "row", "data-engine": row.engine.id, "data-run": row.run.folder, "data-median-ns": row.median, "data-ratio": row.ratio });
    const more = make("tr", { class: "more", id: `more-${number}`, hidden: "" }, make("td", { colspan: columns.length }));
    const button = make("button", { type: "button", "aria-expanded": "false", "aria-controls": `more-${number}`, "data-key": key },
      ...breakable(row.engine.id), row.engine.code === null ? null : make("span", { class: "code" }, ` (${row.engine.code})`));
    const toggle = () => {
      const opened = more.hidden;
      more.hidden = !opened;
      button.setAttribute("aria-expanded", opened);
      if (opened) more.firstChild.replaceChildren(list(everything(row)));
    };
    for (const column of columns) {
      if (column.key === "id") line.append(make("th", { scope: "row" }, button));
      else if (column.bar) line.append(bar(choice.bars, row, most));
      else line.append(make("td", { class: classes(column), "data-column": column.key }, (column.text ?? column.value)(row)));
    }
    line.addEventListener("click", toggle);
    withTip(line, row);
    body.append(line, more);
    if (open.has(key)) toggle();
  });
  for (const row of idle) {
    body.append(make("tr", { class: "idle", "data-engine": row.engine.id, "data-run": row.run.folder },
      make("th", { scope: "row" }, row.engine.id),
      make("td", { class: "idle", colspan: columns.length - 1 }, `no figures: ${row.err ?? "no reason given"}`)));
  }
  results.replaceChildren(head, body);
};

const classes = (column) => [column.word && "word", column.main && "main", column.wide && "wide"].filter(Boolean).join(" ") || null;

const headCell = (choice, column, by, shown) => {
  const sorted = column === by ? (sorting.down ? "descending" : "ascending") : null;
  if (column.bar) return make("th", { class: "bar word", "aria-hidden": "true" }, column.head);
  const button = make("button", { type: "button" }, column.head);
  button.addEventListener("click", () => {
    sorting = { key: column.key, down: sorting.key === column.key ? !sorting.down : column.down === true };
    drawTable(choice, shown);
    results.querySelector(`th[data-column="${column.key}"] button`).focus();
  });
  return make("th", { scope: "col", class: classes(column) ?? (column.key === "id" ? "word" : null), "aria-sort": sorted, "data-column": column.key }, button);
};
