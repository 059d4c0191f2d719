// The game at the page: asks, shows, and lets the opponents move one after another.

import * as board from "./board.js";
import { fill, openDialog, pause } from "./newgame.js";
import * as panel from "./panel.js";
import * as replay from "./replay.js";
import { get, getBlob, post } from "./server.js";

const at = (id) => document.getElementById(id);

let id = null; // of the game
let view = null; // what the server last showed of it
let run = 0; // counts up whenever what is shown changes course
let queue = Promise.resolve(); // one request at a time

const path = (what = "") => `/api/games/${encodeURIComponent(id)}${what}`;

// Do one thing after the other; what goes wrong is said, and the game shown as it is.
function enqueue(task) {
  queue = queue.then(task).catch(recover);
  return queue;
}

async function recover(problem) {
  panel.complain(problem.message);
  if (problem.status === 409 && id) {
    const mine = ++run;
    view = await get(path()).catch(() => view);
    proceed(mine, false);
  } else if (problem.status === 404 && !replay.isOpen()) {
    openDialog();
  } else if (view && view.turn === view.seat && !replay.isOpen()) {
    offer();
  }
}

async function begin(wanted) {
  await enqueue(async () => {
    const mine = ++run;
    const answer = await post("/api/games", id ? { ...wanted, replaces: id } : wanted);
    replay.close();
    id = answer.id;
    remember(id);
    view = answer;
    panel.complain("");
    proceed(mine, false);
  });
}

function remember(name) {
  try {
    sessionStorage.setItem("game", name);
  } catch {
    // A browser that keeps nothing begins anew when the page is loaded again.
  }
}

function remembered() {
  try {
    return sessionStorage.getItem("game");
  } catch {
    return null;
  }
}

// Show the game and go on: wait for the player, let an opponent move, or bring it to its close.
function proceed(mine, fresh = true) {
  document.title = `${view.title} — cheese_envs`;
  panel.show(view);
  board.show(view.svg);
  board.stop();
  if (view.result) {
    close(mine, fresh);
  } else if (view.turn === view.seat) {
    offer();
  } else {
    wait(mine);
  }
}

// What an opponent did last, said beside whose turn it is.
function lastEvent() {
  const last = view.log[view.log.length - 1];
  return last && last.player !== view.seat ? last.words : "";
}

function offer() {
  board.offer(view.moves, {
    move: (number) => change("/move", { move: number }),
    choice: (count) => {
      const words = count ? "Your turn: where to?" : "Your turn";
      panel.status(words, "yours", count ? "choose it again for another" : lastEvent());
    },
  });
  panel.list(view.moves, (number) => {
    board.stop();
    change("/move", { move: number });
  });
}

function change(what, body = {}) {
  return enqueue(async () => {
    const mine = ++run;
    panel.forgetHints();
    panel.list([], null);
    view = await post(path(what), { ...body, version: view.version });
    panel.complain("");
    proceed(mine);
  });
}

async function wait(mine) {
  const name = `player_${view.turn}`;
  panel.status(`${name} is to move …`, "theirs", lastEvent());
  panel.list([], null);
  await pause();
  if (mine !== run) return;
  enqueue(async () => {
    if (mine !== run) return;
    view = await post(path("/advance"), { version: view.version });
    proceed(mine);
  });
}

async function close(mine, fresh) {
  panel.list([], null);
  const frames = view.result.closing;
  for (const [place, frame] of frames.entries()) {
    if (!fresh && place < frames.length - 1) continue;
    board.show(frame.svg);
    panel.status(frame.words, "over");
    panel.tell(frame.words);
    if (fresh) await pause(1.6);
    if (mine !== run) return;
  }
  panel.status(view.result.headline, "over");
  panel.result(view.result, view);
}

async function hint() {
  if (!view || replay.isOpen()) return;
  panel.status("Thinking about a hint …", "theirs", "the first one may take a while");
  await enqueue(async () => {
    const answer = await post(path("/hints"), { version: view.version });
    panel.complain("");
    panel.status("Your turn", "yours", lastEvent());
    panel.hints(answer.hints, (number) => board.point(view.moves[number].targets));
  });
}

function takeBack() {
  if (view && !replay.isOpen()) change("/take-back");
}

async function save() {
  await enqueue(async () => {
    const record = await getBlob(path("/record"));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(record);
    link.download = `${view.game}-${view.seed}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
    panel.complain("");
  });
}

function stepThrough() {
  enqueue(async () => {
    await openRecord(await getBlob(path("/record")), "json");
  });
}

async function openRecord(blob, kind) {
  const opened = await replay.open(blob, kind);
  run += 1;
  panel.complain("");
  document.title = "Record — cheese_envs";
  return opened;
}

function leaveReplay() {
  replay.close();
  if (view) proceed(++run, false);
}

at("new").addEventListener("click", openDialog);
at("again").addEventListener("click", openDialog);
at("hint").addEventListener("click", hint);
at("take-back").addEventListener("click", takeBack);
at("save").addEventListener("click", save);
at("step-through").addEventListener("click", stepThrough);
at("leave").addEventListener("click", leaveReplay);
at("open").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", () => {
  const [file] = at("file").files;
  if (!file) return;
  at("file").value = "";
  const kind = file.name.endsWith(".jsonl") ? "jsonl" : "json";
  enqueue(() => openRecord(file, kind));
});
at("keys").addEventListener("click", () => at("keys-dialog").showModal());
at("keys-close").addEventListener("click", () => at("keys-dialog").close());

const KEYS = { h: hint, u: takeBack, n: openDialog, "?": () => at("keys-dialog").showModal() };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input:not([type=range]), select, textarea")) return;
  if (event.key === "Escape" && board.clearChoice()) event.preventDefault();
  else if (replay.isOpen() && replay.key(event.key)) event.preventDefault();
  else if (event.key in KEYS) {
    event.preventDefault();
    KEYS[event.key]();
  }
});

async function start() {
  fill(await get("/api/choices"), begin);
  id = remembered();
  if (id) {
    try {
      view = await get(path());
      proceed(++run, false);
      return;
    } catch (problem) {
      if (problem.status !== 404) throw problem;
      id = null; // the server has forgotten it, or is another one
    }
  }
  await begin({});
}

start().catch((problem) => panel.complain(problem.message));
