// The raw spread beside the pointer. Whoever has none opens the row, which says the same.
const tip = document.getElementById("tip");

const showTip = (row, x, y) => {
  const pairs = everything(row).filter(([name]) => !["digest", "from", "CPU features"].includes(name));
  tip.replaceChildren(make("strong", {}, row.engine.id), `${row.cell.input}, ${modeOf(row.cell)}`, list(pairs));
  tip.hidden = false;
  const { offsetWidth: width, offsetHeight: height } = tip;
  const right = window.innerWidth - width - 12;
  const below = window.innerHeight - height - 12;
  tip.style.left = `${window.scrollX + Math.max(4, Math.min(x + 14, right))}px`;
  tip.style.top = `${window.scrollY + Math.max(4, y + 18 < below ? y + 18 : y - height - 14)}px`;
};

const hideTip = () => { tip.hidden = true; };

const withTip = (element, row) => {
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") showTip(row, event.clientX, event.clientY);
  });
  element.addEventListener("pointerleave", hideTip);
};

document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });
document.addEventListener("scroll", hideTip, { passive: true });
