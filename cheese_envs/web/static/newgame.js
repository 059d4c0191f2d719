// The form for a new game, and the pace at which the opponents' moves are shown.

const at = (id) => document.getElementById(id);
const DEFAULT_PACE = 900; // milliseconds between moves

let choices = null;

const game = () => choices.games.find((one) => one.name === at("new-game").value);

function options(select, entries, chosen) {
  select.replaceChildren(
    ...entries.map(([value, words]) => {
      const option = document.createElement("option");
      option.value = String(value);
      option.textContent = words;
      return option;
    }),
  );
  if (entries.some(([value]) => String(value) === String(chosen))) select.value = String(chosen);
}

// `choices` as the server gives them; `begin` is called with what the player asks for.
export function fill(given, begin) {
  choices = given;
  const wanted = choices.default;
  options(at("new-game"), choices.games.map((one) => [one.name, one.title]), wanted.game);
  fillPlayers(wanted.players);
  fillSeats(wanted.seat);
  fillOpponents(wanted.opponents);
  at("new-seed").value = wanted.seed || "";
  at("new-form").addEventListener("submit", () => {
    begin(asked());
    at("new-seed").value = ""; // the next game is another one
  });
}

function fillPlayers(chosen) {
  options(at("new-players"), Object.keys(game().opponents).map((count) => [count, count]), chosen);
}

function fillSeats(chosen) {
  const count = Number(at("new-players").value);
  const words = (seat) => (seat === 0 ? "player_0 (first)" : `player_${seat}`);
  options(at("new-seat"), Array.from({ length: count }, (_, seat) => [seat, words(seat)]), chosen);
}

function fillOpponents(chosen) {
  const count = Number(at("new-players").value);
  const names = game().opponents[count];
  const usual = names.includes("heuristic") ? "heuristic" : names[0];
  const selects = Array.from({ length: count - 1 }, (_, place) => {
    const label = document.createElement("label");
    const seat = (Number(at("new-seat").value) + 1 + place) % count;
    label.append(`player_${seat} `);
    const select = document.createElement("select");
    options(select, names.map((name) => [name, name]), chosen[place] || usual);
    label.append(select);
    return label;
  });
  at("new-opponents").replaceChildren(...selects);
}

const opponents = () => [...at("new-opponents").querySelectorAll("select")].map((one) => one.value);

function asked() {
  const seed = at("new-seed").value.trim();
  return {
    game: at("new-game").value,
    players: Number(at("new-players").value),
    seat: Number(at("new-seat").value),
    seed: seed || null, // as text: JavaScript's numbers end at 2^53
    opponents: opponents(),
  };
}

export function openDialog() {
  if (choices && !at("new-dialog").open) at("new-dialog").showModal();
}

at("new-game").addEventListener("change", () => {
  fillPlayers(at("new-players").value);
  fillSeats(at("new-seat").value);
  fillOpponents([]);
});
at("new-players").addEventListener("change", () => {
  fillSeats(at("new-seat").value);
  fillOpponents(opponents());
});
at("new-seat").addEventListener("change", () => fillOpponents(opponents()));
at("new-cancel").addEventListener("click", () => at("new-dialog").close());

// ?pause=0 in the address sets the pace, for tests and for the impatient.
const given = Number(new URLSearchParams(location.search).get("pause") ?? Number.NaN);
let pace = Number.isFinite(given) && given >= 0 ? Math.min(given, 10000) : DEFAULT_PACE;
if ([...at("pace").options].some((option) => option.value === String(pace))) {
  at("pace").value = String(pace);
}
at("pace").addEventListener("change", () => {
  pace = Number(at("pace").value);
});

export const pause = (times = 1) => new Promise((done) => setTimeout(done, pace * times));
