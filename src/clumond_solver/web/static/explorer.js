// The explorer's state and what changes it. All state is here and in the address; the server
// keeps none.

import { ask, follow, Refusal } from "./asking.js";
import {
  capital, drawAdvice, drawNear, drawTable, drawTricks, element, pip, SEATS,
} from "./drawing.js";
import { picker } from "./picking.js";

const DEPTH_DELAY = 250;
const MOST_FILE = 60000;
const byId = (id) => document.getElementById(id);
const LETTERS = ["F", "M", "R"];

// start: where the play began, as the server writes it. cards: all cards played since.
// at: how many of them have been played at the point that is shown. goal: whose success is asked
// for, empty for the declarer's. tens: where they lie, as the library writes it; null in the base game.
const state = {
  start: "", cards: [], at: 0, goal: "", title: "", players: ["", "", ""], tens: null,
};
let position = null;
let found = null;
let thinking = new AbortController();
let advising = new AbortController();
let records = [];
// Counts what the person asked for: an answer to anything but the last of it comes too late.
let wishes = 0;

// The address.

function toAddress({ push = false } = {}) {
  const words = new URLSearchParams({ start: state.start });
  if (state.cards.length) words.set("cards", state.cards.join("."));
  if (state.at !== state.cards.length) words.set("at", state.at);
  if (state.goal) words.set("goal", state.goal);
  if (state.title) words.set("title", state.title);
  if (state.tens) words.set("tens", state.tens);
  state.players.forEach((name, seat) => name && words.set(LETTERS[seat], name));
  const address = `#${words}`;
  if (push) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

function fromAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (!words.get("start")) return null;
  const cards = (words.get("cards") ?? "").split(".").filter(Boolean);
  const at = Number(words.get("at") ?? cards.length);
  return {
    start: words.get("start"),
    cards,
    at: Number.isInteger(at) && at >= 0 && at <= cards.length ? at : cards.length,
    goal: LETTERS.includes(words.get("goal")) ? words.get("goal") : "",
    title: words.get("title") ?? "",
    tens: words.get("tens"),
    players: LETTERS.map((letter) => words.get(letter) ?? ""),
  };
}

// Showing.

function complain(error, where = "error") {
  if (error.name === "AbortError") return;
  const place = byId(where);
  place.textContent = error instanceof Refusal ? error.message : `Something went wrong: ${error.message}`;
  place.hidden = false;
}

// Takes on a new state, shows it, and asks the engines; a state that makes no sense changes nothing
// (false), nor does one that something newer was asked for after.
async function show(change, { push = false, keepFocus = true } = {}) {
  const next = { ...state, ...change };
  const { start, cards, at, tens } = next;
  const wish = ++wishes;
  try {
    const answer = await ask("position", { start, cards, at, tens });
    if (wish !== wishes) return true;
    position = answer;
  } catch (error) {
    complain(error);
    return false;
  }
  Object.assign(state, next, { start: position.start });
  byId("error").hidden = true;
  found = null;
  toAddress({ push });
  drawControls();
  draw(keepFocus);
  look();
  return true;
}

function draw(keepFocus = true) {
  const hadFocus = document.activeElement?.dataset?.card;
  drawTable(position, found, state.players);
  drawNear(found);
  byId("status").textContent = statusText();
  if (hadFocus && keepFocus) refocus(hadFocus);
}

// What the state alone decides; not drawn anew when engines answer, since somebody may be choosing.
function drawControls() {
  drawTricks(position, state.at, (at) => show({ at }));
  byId("title").textContent = state.title || "Clumond explorer";
  byId("declarer").value = position.declarer === null ? "none" : LETTERS[position.declarer];
  byId("strain").value = position.strain;
  byId("strain").disabled = position.declarer === null;
  byId("goal").value = state.goal;
  drawGame();
  byId("first").disabled = byId("back").disabled = state.at === 0;
  byId("forward").disabled = byId("last").disabled = state.at === state.cards.length;
  byId("undo").disabled = state.at === 0;
  byId("advise").disabled = position.deal === null || byId("game").value === "counted";
}

// Which game is played, and who exposed which ten; a play alone says how many tricks they count for.
function drawGame() {
  const counted = position.supplementary.some(Boolean);
  byId("game").value = state.tens ? "tens" : counted ? "counted" : "base";
  byId("tens").hidden = !state.tens;
  const places = (state.tens ?? "").split(" ").map((place) => place.split("="));
  for (const select of document.querySelectorAll("#tens select")) {
    const place = places.find(([, suits]) => suits?.includes(select.dataset.suit));
    select.value = place?.[0] ?? "common";
  }
}

function tensChosen() {
  if (byId("game").value !== "tens") return null;
  const chosen = [...document.querySelectorAll("#tens select")];
  const places = [...LETTERS, "common"].map((place) => {
    const suits = chosen.filter((select) => select.value === place).map((select) => select.dataset.suit);
    return `${place}=${suits.join("") || "-"}`;
  });
  return places.join(" ");
}

function refocus(card) {
  const legal = [...document.querySelectorAll(".card.legal")];
  (legal.find((each) => each.dataset.card === card) ?? legal[0])?.focus();
}

function statusText() {
  if (position.outcome) {
    const made = position.outcome.map((ended, seat) => `${SEATS[seat]} ${ended.success ? "succeeds" : `is ${ended.off} off`}`);
    return `The hand is over: ${made.join(", ")}.`;
  }
  const verdicts = Object.values(found?.plays ?? {});
  const good = verdicts.filter((makes) => makes === true).length;
  const seat = SEATS[found?.seat ?? 0];
  const told = verdicts.length
    ? `; after ${good} of ${verdicts.length} cards ${seat} can force success` : "";
  return `${capital(SEATS[position.turn])} to play${told}.`;
}

// Verdicts at once, and what takes longer when the position has stood for a moment.
async function look() {
  thinking.abort();
  thinking = new AbortController();
  const { signal } = thinking;
  const question = { start: state.start, cards: state.cards.slice(0, state.at) };
  question.seat = state.goal || LETTERS[position.declarer ?? 0];
  try {
    found = await ask("verdicts", question, signal);
    if (signal.aborted) return;
    draw();
    await new Promise((done) => setTimeout(done, DEPTH_DELAY));
    if (signal.aborted) return;
    const depth = await ask("depth", question, signal);
    if (signal.aborted) return;
    found = { ...found, misses: depth.misses, retentions: depth.retentions, depth: depth.text };
    draw();
  } catch (error) {
    complain(error);
  }
}

// What a person can do.

function play(card) {
  const cards = state.cards.slice(0, state.at);
  const follows = state.cards[state.at] === card;
  return show({ cards: follows ? state.cards : [...cards, card], at: state.at + 1 });
}

const steps = {
  first: () => show({ at: 0 }),
  back: () => state.at > 0 && show({ at: state.at - 1 }),
  forward: () => state.at < state.cards.length && show({ at: state.at + 1 }),
  last: () => show({ at: state.cards.length }),
  undo: () => state.at > 0 && show({ cards: state.cards.slice(0, state.at - 1), at: state.at - 1 }),
};

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const contract = () => ({
  declarer: byId("declarer").value, strain: byId("strain").value, tens: tensChosen(),
});

function opened(answer, at) {
  return { ...answer, at: at ?? answer.cards.length, goal: "" };
}

async function deal() {
  try {
    listRecords([]);
    const question = { seed: seed(), ...contract(), four_tens: byId("game").value === "tens" };
    const wish = ++wishes;
    const answer = await ask("deal", question);
    if (wish === wishes) await show(opened(answer), { push: true });
  } catch (error) {
    complain(error);
  }
}

// Opens what was entered; true if something was.
async function read(text, where) {
  byId(where).hidden = true;
  try {
    const question = { text, seed: seed(), seat: byId("holder").value, ...contract() };
    if (text.includes("=")) question.tens = null; // a play says itself what its tens count for
    const wish = ++wishes;
    const answer = await ask("read", question);
    if (wish !== wishes) return false;
    if (!answer.opened.length) throw new Refusal(answer.errors.join("\n") || "There is no record in it.");
    if (!(await show(opened(answer.opened[0], 0), { push: true }))) return false;
    listRecords(answer.opened);
    if (answer.errors.length) complain(new Refusal(answer.errors.join("\n")));
    byId("advised").value = byId("holder").value;
    return true;
  } catch (error) {
    complain(error, where);
    return false;
  }
}

function listRecords(list) {
  records = list;
  byId("which-label").hidden = records.length < 2;
  byId("which").replaceChildren(
    ...records.map((each, index) => element("option", { value: String(index) }, each.title || `record ${index + 1}`)),
  );
}

async function openFile(file) {
  if (!file) return;
  if (file.size > MOST_FILE) complain(new Refusal(`${file.name} has ${file.size} bytes: at most ${MOST_FILE} are read`));
  else await read(await file.text(), "error");
}

async function save() {
  try {
    const { start, cards, title, players, tens } = state;
    const { record } = await ask("save", { start, cards, title, players, tens });
    const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    element("a", { href: address, download: "hand.clumond" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  } catch (error) {
    complain(error);
  }
}

async function copyLink() {
  toAddress();
  try {
    await navigator.clipboard.writeText(location.href);
    byId("status").textContent = "The link is copied.";
  } catch {
    byId("status").textContent = `The link: ${location.href}`;
  }
}

// A new contract for the same cards; the play starts again.
async function recontract(changed = {}) {
  const wanted = { ...contract(), ...changed };
  const wish = ++wishes;
  try {
    if (position.deal !== null) {
      const supplementary = byId("game").value === "counted" ? position.supplementary : [0, 0, 0];
      const answer = await ask("read", { text: position.deal, supplementary, ...wanted });
      if (wish !== wishes) return;
      await show({ ...opened(answer.opened[0]), title: state.title, players: state.players }, { push: true });
    } else {
      const strain = wanted.declarer === "none" ? "NT" : wanted.strain;
      const text = state.start
        .replace(/declarer=\S+/, `declarer=${wanted.declarer}`)
        .replace(/strain=\S+/, `strain=${strain}`)
        .replace(/ supplementary=\S+/, (told) => (byId("game").value === "base" ? "" : told));
      const answer = await ask("read", { text, ...wanted });
      if (wish !== wishes) return;
      const { goal, title, players } = state;
      await show({ ...opened(answer.opened[0]), goal, title, players }, { push: true });
    }
  } catch (error) {
    drawControls();
    complain(error);
  }
}

async function advise() {
  advising.abort();
  advising = new AbortController();
  const seat = byId("advised").value;
  const [, hands] = position.deal.split(":");
  const hand = hands.split(" ")[LETTERS.indexOf(seat)];
  byId("call").textContent = "Looking…";
  byId("bars").replaceChildren();
  try {
    let done = false;
    await follow("advice", { hand, seat, tens: state.tens }, advising.signal, (advice) => {
      drawAdvice(advice, (strain) => recontract({ declarer: seat, strain }));
      done = advice.done;
    });
    if (!done) throw new Refusal("The advice broke off: ask again.");
  } catch (error) {
    byId("call").textContent = "";
    complain(error);
  }
}

function forgetAdvice() {
  advising.abort();
  byId("call").textContent = "";
  byId("bars").replaceChildren();
}

// Keys.

const KEYS = {
  ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last,
  Backspace: steps.undo, d: newDeal, e: enter, o: () => byId("file").click(), s: save, l: copyLink,
  a: () => position?.deal && advise(), "?": () => byId("helping").showModal(),
  ArrowUp: () => moveFocus(-1), ArrowDown: () => moveFocus(1),
};

function moveFocus(step) {
  const legal = [...document.querySelectorAll(".card.legal")];
  if (!legal.length) return;
  const here = legal.indexOf(document.activeElement);
  legal[here < 0 ? 0 : (here + step + legal.length) % legal.length].focus();
}

function onKey(event) {
  const typing = event.target.closest("input, textarea, select, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
}

function enter() {
  byId("entering-error").hidden = true;
  picked.show();
  byId("entering").showModal();
  byId("text").select();
}

function newDeal() {
  forgetAdvice();
  return deal();
}

const picked = picker(byId("picker"), byId("text"), byId("picked"));

function wireTens() {
  for (const suit of "CHSD") {
    const places = [...SEATS.map((seat, number) => [LETTERS[number], seat]), ["common", "common"]];
    const select = element("select", { data: { suit } },
      ...places.map(([value, told]) => element("option", { value }, told)));
    select.addEventListener("change", () => changeGame());
    byId("tens").append(element("label", {}, pip(suit), " ", select));
  }
  byId("game").addEventListener("change", () => changeGame());
}

function changeGame() {
  forgetAdvice();
  return recontract();
}

function wire() {
  wireTens();
  const clicks = { deal: newDeal, enter, save, link: copyLink, advise, ...steps };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", () => act());
  byId("help").addEventListener("click", () => byId("helping").showModal());
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", async (event) => {
    await openFile(event.target.files[0]);
    event.target.value = "";
  });
  byId("entered").addEventListener("click", async (event) => {
    event.preventDefault();
    if (await read(byId("text").value, "entering-error")) {
      forgetAdvice();
      byId("entering").close();
    }
  });
  byId("declarer").addEventListener("change", () => recontract());
  byId("strain").addEventListener("change", () => recontract());
  byId("goal").addEventListener("change", (event) => show({ goal: event.target.value }));
  byId("which").addEventListener("change", (event) => show(opened(records[Number(event.target.value)], 0), { push: true }));
  byId("table").addEventListener("click", (event) => {
    const card = event.target.closest(".card.legal")?.dataset.card;
    if (card) play(card);
  });
  document.addEventListener("keydown", onKey);
  window.addEventListener("popstate", () => {
    const wanted = fromAddress();
    if (wanted) show(wanted);
  });
}

wire();
const wanted = fromAddress();
if (!wanted || !(await show(wanted))) {
  byId("declarer").value = "F";
  const wrong = byId("error").hidden ? "" : byId("error").textContent;
  await deal();
  if (wrong) complain(new Refusal(wrong));
}
