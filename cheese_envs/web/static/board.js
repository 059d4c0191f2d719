// The picture of the table. It knows no game: elements say what they are by data-target, a move is
// the list of targets to click, and what begins a legal move can be clicked.

const board = document.getElementById("board");
const buttons = document.getElementById("buttons");

let moves = []; // the legal moves: {targets, words}
let chosen = []; // the targets clicked so far
let onMove = () => {};
let onChoice = () => {};
let byKeyboard = false; // how the last choice was made
const REACH = 28; // pixels that a finger may miss by

export function show(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const picture = document.importNode(parsed, true);
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  picture.setAttribute("role", "group"); // an image would hide from some what is in it
  const box = (picture.getAttribute("viewBox") || "0 0 1 1").split(/[ ,]+/).map(Number);
  board.style.setProperty("--ratio", String(box[2] / box[3]));
  board.replaceChildren(picture);
}

export function offer(legal, { move, choice }) {
  moves = legal;
  onMove = move;
  onChoice = choice;
  choose([]);
  if (byKeyboard) focusFirst();
}

export function clearChoice() {
  const had = chosen.length > 0;
  if (had) {
    const first = chosen[0];
    choose([]);
    focusOn(first);
  }
  return had;
}

// Mark the targets of one move, such as a hint.
export function point(targets) {
  for (const ring of board.querySelectorAll(".ring.pointed")) ring.remove();
  for (const element of elements()) {
    if (targets.includes(element.dataset.target)) ringAround(element, "pointed");
  }
}

// Rings lie above the whole picture, so that no neighbour covers them.
function ringAround(element, kind) {
  const picture = board.querySelector("svg");
  const back = picture.getScreenCTM().inverse();
  const box = element.getBoundingClientRect();
  const from = new DOMPoint(box.left, box.top).matrixTransform(back);
  const to = new DOMPoint(box.right, box.bottom).matrixTransform(back);
  const ring = document.createElementNS(picture.namespaceURI, "rect");
  const size = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y, rx: 8 };
  for (const [name, value] of Object.entries(size)) ring.setAttribute(name, String(value));
  ring.setAttribute("class", `ring ${kind}`);
  ring.setAttribute("aria-hidden", "true");
  picture.append(ring);
}

const elements = () => board.querySelectorAll("[data-target]");

const fits = (move) => chosen.every((target, place) => move.targets[place] === target);

function choose(targets) {
  chosen = targets;
  const fitting = moves.map((move, number) => ({ ...move, number })).filter(fits);
  const done = fitting.find((move) => move.targets.length === chosen.length);
  if (done && chosen.length > 0) {
    const number = done.number;
    stop();
    onMove(number);
    return;
  }
  mark(fitting);
  onChoice(chosen.length, fitting.length);
}

// Nothing can be clicked until the next offer.
export function stop() {
  moves = [];
  chosen = [];
  mark([]);
}

function mark(fitting) {
  const next = new Map(); // what may be clicked now, with the moves it leads to
  for (const move of fitting) {
    const target = move.targets[chosen.length];
    next.set(target, [...(next.get(target) || []), move]);
  }
  const restarts = new Set(chosen.length ? moves.map((move) => move.targets[0]) : []);
  const shown = new Set();
  for (const ring of board.querySelectorAll(".ring:not(.focused)")) ring.remove();
  for (const element of elements()) {
    const target = element.dataset.target;
    shown.add(target);
    const open = next.has(target);
    const held = chosen.includes(target);
    element.classList.toggle("open", open);
    element.classList.toggle("chosen", held);
    element.classList.toggle("other", !open && !held && restarts.has(target));
    if (open) ringAround(element, "open");
    if (held) ringAround(element, "chosen");
    if (open || held || restarts.has(target)) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-pressed", String(held));
      element.setAttribute("aria-label", label(target, next.get(target), held));
    } else {
      for (const name of ["tabindex", "role", "aria-pressed", "aria-label"]) {
        element.removeAttribute(name);
      }
    }
  }
  showButtons([...next.entries()].filter(([target]) => !shown.has(target)));
}

function label(target, leading, held) {
  if (held) return `${spoken(target)}, chosen; press to choose another`;
  return leading && leading.length === 1 ? leading[0].words : spoken(target);
}

const spoken = (target) => target.replace(/[:_]/g, " ");

// What the picture does not show can still be chosen.
function showButtons(entries) {
  buttons.replaceChildren(
    ...entries.map(([target, leading]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.target = target;
      button.textContent = leading.length === 1 ? leading[0].words : spoken(target);
      return button;
    }),
  );
  buttons.hidden = entries.length === 0;
}

function focusOn(target) {
  for (const element of elements()) {
    if (element.dataset.target === target) {
      element.focus({ preventScroll: true });
      return;
    }
  }
}

function press(element) {
  const target = element.dataset.target;
  if (chosen.includes(target)) {
    choose(chosen.slice(0, chosen.indexOf(target)));
  } else if (moves.some((move) => fits(move) && move.targets[chosen.length] === target)) {
    choose([...chosen, target]);
  } else if (moves.some((move) => move.targets[0] === target)) {
    choose([target]);
  } else {
    return;
  }
  if (byKeyboard && moves.length) focusFirst();
}

function focusFirst() {
  const first = board.querySelector("[data-target].open") || buttons.querySelector("button");
  if (first) first.focus({ preventScroll: true });
}

function found(event) {
  return event.target instanceof Element ? event.target.closest("[data-target]") : null;
}

// On a phone a cell is smaller than a finger: the nearest that is open is meant.
function nearest(event) {
  let best = null;
  let least = REACH;
  for (const element of board.querySelectorAll("[data-target].open")) {
    const box = element.getBoundingClientRect();
    const aside = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const above = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    const far = Math.hypot(aside, above);
    if (far < least) [best, least] = [element, far];
  }
  return best;
}

board.addEventListener("click", (event) => {
  byKeyboard = false;
  const element = found(event);
  const ready = element && element.matches(".open, .chosen, .other");
  const meant = ready ? element : nearest(event);
  if (meant) press(meant);
});

buttons.addEventListener("click", (event) => {
  byKeyboard = event.detail === 0; // a key clicks without a pointer
  const element = found(event);
  if (element) press(element);
});

// The ring of what has the keyboard's attention; a mouse needs none.
board.addEventListener("focusin", (event) => {
  const element = found(event);
  if (element && element.matches(":focus-visible")) ringAround(element, "focused");
});
board.addEventListener("focusout", () => {
  for (const ring of board.querySelectorAll(".ring.focused")) ring.remove();
});

board.addEventListener("keydown", (event) => {
  const element = found(event);
  if (element && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    byKeyboard = true;
    press(element);
  }
});
