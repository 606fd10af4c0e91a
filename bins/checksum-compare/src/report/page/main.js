// What is chosen, kept in the page's address.
const form = document.getElementById("filters");
const familyTitle = (name) => data.families.find((family) => family.name === name)?.title ?? name;
const unique = (values) => [...new Set(values)];

// The run with the most rows comes first to a reader.
const rowsOf = (run) => rows.reduce((count, row) => count + (row.run === run), 0);
const largest = data.runs.reduce((best, run) => best === undefined || rowsOf(run) > rowsOf(best) ? run : best, undefined);

const defaults = { family: "crc32", target: "all", run: largest?.folder ?? "", input: "buffer-16k", mode: "whole", align: "0", from: "all", name: "", bars: "speed",
  columns: "", short: "independent" };

const keeps = (choice, row) => (choice.from === "all" || (choice.from === "own") === own(row.engine))
  && row.engine.id.includes(choice.name.trim().toLowerCase());

// Fills a menu and keeps its choice if that is still there, else takes the wanted one, else the first.
const fill = (name, options, wanted) => {
  const select = form.elements[name];
  select.replaceChildren(...options.map(([value, words]) => make("option", { value }, words)));
  const values = options.map(([value]) => value);
  select.value = values.includes(wanted) ? wanted : values.includes(defaults[name]) ? defaults[name] : values[0] ?? "";
  return select.value;
};

const inputOrder = (a, b) => a.kind - b.kind || a.bytes - b.bytes || a.input.localeCompare(b.input);
const kindOf = (input) => input.startsWith("buffer-") ? 0 : input.startsWith("file:") ? 1 : 2;

// Menus follow from one another: each offers only what there are rows for.
const update = (wanted) => {
  const choice = { ...defaults, ...wanted };
  choice.family = fill("family", data.families.filter(({ name }) => rows.some((row) => row.cell.family === name)).map(({ name, title }) => [name, title]), choice.family);
  const targets = unique(data.runs.map((run) => run.target));
  choice.target = fill("target", [["all", "all"], ...targets.map((target) => [target, target])], choice.target);
  const runs = data.runs.filter((run) => choice.target === "all" || run.target === choice.target);
  choice.run = fill("run", [...runs.map((run) => [run.folder, run.title]), ...(runs.length > 1 ? [["all", "all, side by side"]] : [])], choice.run);
  let some = rows.filter((row) => runs.includes(row.run) && (choice.run === "all" || row.run.folder === choice.run) && row.cell.family === choice.family);
  const inputs = unique(some.map((row) => row.cell.input)).map((input) => ({ input, kind: kindOf(input), bytes: some.find((row) => row.cell.input === input).cell.bytes }));
  choice.input = fill("input", inputs.sort(inputOrder).map(({ input }) => [input, input]), choice.input);
  some = some.filter((row) => row.cell.input === choice.input);
  choice.mode = fill("mode", unique(some.map((row) => modeOf(row.cell))).map((mode) => [mode, mode.replace("-", " ")]), choice.mode);
  some = some.filter((row) => modeOf(row.cell) === choice.mode);
  choice.align = fill("align", unique(some.map((row) => row.cell.align)).sort((a, b) => a - b).map((align) => [`${align}`, `${align}`]), choice.align);
  some = some.filter((row) => `${row.cell.align}` === choice.align && keeps(choice, row));
  for (const name of ["from", "bars"]) form.elements[name].value = choice[name];
  if (form.elements.name.value !== choice.name) form.elements.name.value = choice.name;
  form.elements.columns.checked = choice.columns === "all";
  form.elements.short.value = choice.short;
  remember(choice);
  draw(choice, some);
};

const residence = (word) => ({ l1: "in the L1 cache", l2: "in the L2 cache", l3: "in the L3 cache", memory: "in memory",
  "page-cache": "in the page cache" })[word] ?? word;

const draw = (choice, some) => {
  hideTip();
  const cell = some[0]?.cell;
  const words = [familyTitle(choice.family), choice.input, choice.mode.replace("-", " ")];
  if (choice.align !== "0") words.push(`align ${choice.align}`);
  document.getElementById("cell").textContent = words.join(", ");
  document.title = `${words.join(", ")}: checksum engines compared`;
  const idle = some.filter((row) => !timed(row)).length;
  const control = some.find(timed)?.control;
  const floor = control?.floor ? `; beside itself it came out at ${control.floor[0].toFixed(3)} to ${control.floor[1].toFixed(3)}` : "";
  document.getElementById("status").textContent = some.length === 0 ? "Nothing fits what is chosen."
    : `${some.length - idle} rows${idle > 0 ? `, ${idle} without figures` : ""}. ${cell.bytes} bytes, ${residence(cell.residency)}. `
      + (control ? `Ratios are to ${control.baseline}${choice.run === "all" ? " of the same run" : floor}.` : "");
  drawTable(choice, some);
  const first = choice.run === "all" ? data.runs.findIndex((run) => choice.target === "all" || run.target === choice.target)
    : data.runs.findIndex((run) => run.folder === choice.run);
  drawCurves(choice, first);
};

// Only what differs from the defaults stands in the address, so that links stay short.
const remember = (choice) => {
  const kept = Object.entries(choice).filter(([name, value]) => value !== defaults[name]);
  const fragment = new URLSearchParams(kept).toString();
  if (fragment !== location.hash.slice(1)) history.replaceState(null, "", fragment === "" ? location.pathname + location.search : `#${fragment}`);
};

const remembered = () => Object.fromEntries([...new URLSearchParams(location.hash.slice(1))].filter(([name]) => name in defaults));

const chosen = () => {
  const values = Object.fromEntries(new FormData(form));
  return { ...values, columns: values.columns ?? "" };
};

document.getElementById("facts").append(...data.runs.map((run) => make("details", {}, make("summary", {}, run.title), list(run.facts))));
if (data.runs.length === 1) document.querySelector("#facts details").open = true;
form.addEventListener("input", () => update(chosen()));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => { event.preventDefault(); sorting = { key: "median", down: true }; update({}); });
window.addEventListener("hashchange", () => update(remembered()));

// Paper has no pointer: everything that can be opened is open, and every column is there.
let beforePrint = null;
window.addEventListener("beforeprint", () => {
  beforePrint = { choice: chosen(), open: [...document.querySelectorAll("details")].filter((one) => one.open) };
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  update({ ...beforePrint.choice, columns: "all" });
});
window.addEventListener("afterprint", () => {
  document.querySelectorAll("details").forEach((one) => { one.open = beforePrint.open.includes(one); });
  update(beforePrint.choice);
});

update(remembered());
document.documentElement.dataset.ready = "true";
