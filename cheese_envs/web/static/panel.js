// What stands beside the table: whose turn it is, the players, the moves so far, hints, the result.

const at = (id) => document.getElementById(id);

function make(tag, words = "", classes = "") {
  const element = document.createElement(tag);
  element.textContent = words;
  if (classes) element.className = classes;
  return element;
}

// Places such as (0, -1) stay on one line.
const unbroken = (words) =>
  words.replace(/\((-?\d+), (-?\d+)\)/g, (place) => place.replace(" ", "\u00a0").replaceAll("-", "\u2212"));

// A player's name is written as it is, also at the beginning.
export const capital = (words) =>
  unbroken(words.startsWith("player_") ? words : words.charAt(0).toUpperCase() + words.slice(1));

export function complain(words) {
  at("problem").textContent = words ? capital(words) : "";
  at("problem").hidden = !words;
}

// Whose turn it is, or what is shown; `event` is what happened just before.
export function status(words, kind, event = "") {
  at("turn").textContent = unbroken(words);
  at("event").textContent = unbroken(event);
  at("status").className = kind;
}

export function show(view) {
  at("title").textContent = view.title;
  const seed = view.seed === null ? "" : `, seed ${view.seed}`;
  at("subtitle").textContent = `You are player_${view.seat} of ${view.players.length}${seed}`;
  at("take-back").disabled = !view.can_take_back;
  at("hint").disabled = view.turn !== view.seat;
  at("save").disabled = false;
  at("result").hidden = true;
  forgetHints();
  showPlayers(view);
  showLog(view.log);
}

function showPlayers(view) {
  at("players").replaceChildren(
    ...view.players.map((agent, seat) => {
      const item = make("li", "", seat === view.turn ? "turn" : "");
      item.append(make("span", `player_${seat}`), make("span", agent === null ? "you" : agent, "who"));
      if (seat === view.turn) item.setAttribute("aria-current", "true");
      return item;
    }),
  );
}

// Only what is new is added, so that only it is read aloud.
function showLog(entries) {
  const log = at("log");
  const shown = [...log.children].map((item) => item.dataset.line);
  const lines = entries.map((entry) => `${entry.number}. ${capital(entry.words)}`);
  const start = lines.indexOf(shown[shown.length - 1]);
  const goesOn = shown.length > 0 && start >= 0 && shown.every((line) => lines.includes(line));
  if (!goesOn) log.replaceChildren();
  const fresh = goesOn ? entries.slice(start + 1) : entries;
  for (const entry of fresh) {
    const item = make("li");
    item.dataset.line = `${entry.number}. ${capital(entry.words)}`;
    item.append(make("span", String(entry.number), "number"), make("span", capital(entry.words)));
    if (entry.words.startsWith("you ")) item.classList.add("mine");
    log.append(item);
  }
  log.scrollTop = log.scrollHeight;
}

// The moves of a record, each a way to its position.
export function showRecord(lines, onGo) {
  at("log").setAttribute("aria-live", "off");
  at("log").replaceChildren(
    ...lines.map((words, place) => {
      const item = make("li");
      const button = make("button", capital(words), "line");
      button.type = "button";
      button.addEventListener("click", () => onGo(place));
      item.append(make("span", String(place), "number"), button);
      return item;
    }),
  );
}

export function showPlace(place) {
  for (const [number, item] of [...at("log").children].entries()) {
    item.classList.toggle("now", number === place);
  }
  const item = at("log").children[place];
  if (item) at("log").scrollTop = item.offsetTop - at("log").offsetTop - at("log").clientHeight / 2;
}

export function leaveRecord() {
  at("log").replaceChildren();
  at("log").setAttribute("aria-live", "polite");
}

// A line that is no move, at the end of the log.
export function tell(words) {
  const item = make("li");
  item.append(make("span", "", "number"), make("span", words));
  at("log").append(item);
  at("log").scrollTop = at("log").scrollHeight;
}

export function list(moves, onMove) {
  at("move-list").replaceChildren(
    ...moves.map((move, number) => {
      const button = make("button", capital(move.words));
      button.type = "button";
      button.addEventListener("click", () => onMove(number));
      const item = make("li");
      item.append(button);
      return item;
    }),
  );
  at("list").hidden = moves.length === 0;
}

export function forgetHints() {
  at("hints").hidden = true;
}

export function hints(found, onPoint) {
  at("hint-list").replaceChildren(
    ...found.map((hint) => {
      const button = make("button");
      button.type = "button";
      const bar = make("span", "", "bar");
      bar.style.setProperty("--share", String(hint.weight));
      const percent = `${Math.round(100 * hint.weight)} %`;
      button.append(make("span", capital(hint.words), "words"), make("span", percent, "percent"), bar);
      for (const event of ["click", "focus", "pointerenter"]) {
        button.addEventListener(event, () => onPoint(hint.move));
      }
      const item = make("li");
      item.append(button);
      return item;
    }),
  );
  at("hint-words").textContent = "How much each is preferred. Point at one to see it on the table.";
  at("hints").hidden = false;
  if (found.length) onPoint(found[0].move);
}

export function result(end, view) {
  at("headline").textContent = end.headline;
  const back = view.taken_back;
  const taken = back ? ` ${back} ${back === 1 ? "move was" : "moves were"} taken back.` : "";
  at("reason").textContent = `${capital(end.reason)}.${taken}`;
  scores(end, view.seat);
  at("result").hidden = false;
}

export function scores(end, seat) {
  const rows = (end.scores || []).map((points, player) => {
    const row = make("tr", "", end.winners.includes(player) ? "won" : "");
    const name = player === seat ? `player_${player} (you)` : `player_${player}`;
    row.append(make("th", name), make("td", String(points)));
    row.firstChild.scope = "row";
    return row;
  });
  at("scores").tBodies[0].replaceChildren(...rows);
  at("scores").hidden = rows.length === 0;
}
