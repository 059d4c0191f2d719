// Steps through the games of a record file.

import * as board from "./board.js";
import * as panel from "./panel.js";
import { get, post } from "./server.js";

const at = (id) => document.getElementById(id);
const MOST_BYTES = 8 * 2 ** 20;

let opened = null; // {id, games}
let wanted = 0; // the position asked for last

export const isOpen = () => opened !== null;

export async function open(blob, kind) {
  if (blob.size > MOST_BYTES) throw new Error("The file is too long: 8 MB is the most.");
  opened = await post(`/api/replays?kind=${kind}`, new Blob([blob], { type: "application/json" }));
  document.body.classList.add("replaying");
  at("replay").hidden = false;
  board.stop();
  at("which").replaceChildren(
    ...opened.games.map((game, number) => {
      const option = document.createElement("option");
      option.value = String(number);
      option.textContent = `${number + 1}: ${game.title}, ${game.players} players`;
      return option;
    }),
  );
  at("which-label").hidden = opened.games.length === 1;
  await choose(0);
  at("slider").focus();
}

export function close() {
  if (opened) panel.leaveRecord();
  opened = null;
  document.body.classList.remove("replaying");
  at("replay").hidden = true;
}

async function choose(number) {
  const game = opened.games[number];
  at("which").value = String(number);
  at("slider").max = String(game.frames - 1);
  at("title").textContent = game.title;
  at("subtitle").textContent = `A record: ${game.players} players, seen with all that is hidden`;
  const source = opened;
  const { lines } = await get(`/api/replays/${encodeURIComponent(source.id)}/${number}`);
  panel.showRecord(lines, attempt);
  await go(0);
}

const end = () => Number(at("slider").max);

async function go(position) {
  const place = Math.min(Math.max(position, 0), end());
  const source = opened;
  wanted = place;
  at("slider").value = String(place);
  const frame = await get(`/api/replays/${encodeURIComponent(source.id)}/${at("which").value}/${place}`);
  if (opened !== source || wanted !== place) return; // meanwhile another was asked for
  board.show(frame.svg);
  panel.status(frame.words, "theirs");
  panel.showPlace(place);
  at("position").textContent = `Position ${place} of ${end()}`;
  at("slider").setAttribute("aria-valuetext", frame.words);
  showResult(frame.result);
}

function showResult(result) {
  at("result").hidden = result === null;
  if (result === null) return;
  at("headline").textContent = result.headline;
  at("reason").textContent = `${panel.capital(result.reason)}.`;
  panel.scores(result, null);
}

const STEPS = {
  ArrowLeft: () => wanted - 1,
  ArrowRight: () => wanted + 1,
  Home: () => 0,
  End: end,
};

export function key(name) {
  if (!(name in STEPS)) return false;
  attempt(STEPS[name]());
  return true;
}

function attempt(position) {
  go(position).catch((problem) => panel.complain(problem.message));
}

at("first").addEventListener("click", () => attempt(0));
at("back").addEventListener("click", () => attempt(wanted - 1));
at("forward").addEventListener("click", () => attempt(wanted + 1));
at("last").addEventListener("click", () => attempt(end()));
at("slider").addEventListener("input", () => attempt(Number(at("slider").value)));
at("which").addEventListener("change", () => {
  choose(Number(at("which").value)).catch((problem) => panel.complain(problem.message));
});
