// From the server's answers to elements of the page. Text goes in as text, never as markup.

export const SEATS = ["forehand", "middlehand", "rearhand"];
const SUITS = { C: "♣", H: "♥", S: "♠", D: "♦" };
const SUIT_NAMES = { C: "clubs", H: "hearts", S: "spades", D: "diamonds", NT: "no trumps" };
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const AS_TEXT = "\ufe0e"; // keeps pips from turning into coloured emoji

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "data") Object.assign(made.dataset, value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export const pip = (suit) => (SUITS[suit] ? SUITS[suit] + AS_TEXT : suit);
export const strainName = (strain) => SUIT_NAMES[strain];
const isRed = (suit) => suit === "H" || suit === "D";
const coloured = (suit) => element("span", { className: isRed(suit) ? "red" : "" }, pip(suit));
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
export const percent = (share) => `${Math.round(100 * share)}%`;

export function cardName(card) {
  return `${RANK_NAMES[card[1]] ?? card[1]} of ${SUIT_NAMES[card[0]]}`;
}

const VERDICTS = new Map([
  [true, ["makes", "success can still be forced"]],
  [false, ["fails", "success cannot be forced"]],
  [null, ["unknown", "not known"]],
]);

const bracket = ([low, high]) => (low === high ? `${low}` : `${low}–${high}`);

// Bounds far apart say little but where they begin.
const briefly = ([low, high]) => (high - low > 2 ? `${low}+` : bracket([low, high]));

// The table.

export function drawTable(position, found, players) {
  for (const panel of document.querySelectorAll(".seat")) {
    const seat = Number(panel.dataset.seat);
    panel.classList.toggle("turn", position.turn === seat);
    panel.replaceChildren(
      heading(position, seat, players[seat]),
      ...position.hands[seat].map((cards, row) => suitRow(position, found, seat, "CHSD"[row], cards)),
      standing(position, seat),
    );
  }
  drawCloth(position);
}

function heading(position, seat, player) {
  const head = element("h2", {}, capital(SEATS[seat]));
  if (player) head.append(element("small", {}, player));
  if (position.declarer === seat) {
    head.append(element("span", { className: "pill" }, `declarer ${pip(position.strain)}`));
  }
  if (position.turn === seat) head.append(element("small", {}, "to play"));
  return head;
}

function suitRow(position, found, seat, suit, cards) {
  const held = element("span", { className: "cards" });
  for (const card of cards) held.append(cardButton(position, found, seat, card));
  if (!cards.length) held.append(element("span", { className: "void" }, "–"));
  return element("div", { className: "suit" }, coloured(suit), held);
}

function cardButton(position, found, seat, card) {
  const legal = position.turn === seat && position.legal.includes(card);
  const button = element("button", {
    className: `card ${isRed(card[0]) ? "red" : ""} ${legal ? "legal" : ""}`,
    disabled: !legal,
    data: { card },
  }, card[1]);
  let label = cardName(card);
  if (legal && found?.plays && card in found.plays) {
    const [name, words] = VERDICTS.get(found.plays[card]);
    button.classList.add(name);
    label += `, ${words}`;
  }
  if (legal) {
    const miss = missOf(found, card);
    button.append(element("small", {}, miss ? briefly(miss) : ""));
    if (miss) label += `, best finish ${bracket(miss)} off`;
  }
  button.setAttribute("aria-label", label);
  button.title = label;
  return button;
}

// A card that fails is at least one trick off, also where the search for how many had no time.
function missOf(found, card) {
  const bounds = found?.misses?.[card];
  return bounds && found.plays[card] === false ? [Math.max(1, bounds[0]), bounds[1]] : bounds;
}

function standing(position, seat) {
  const line = element("p", { className: "taken" });
  const extra = position.supplementary[seat];
  const taken = `${counted(position.taken[seat], "trick")}${extra ? ` + ${extra}` : ""}`;
  if (!position.outcome) {
    line.append(taken);
    return line;
  }
  const ended = position.outcome[seat];
  line.append(`${taken}, code ${ended.code}: `);
  line.append(element("b", {}, ended.success ? "success" : `${ended.off} off`));
  return line;
}

function drawCloth(position) {
  const cloth = document.getElementById("cloth");
  const number = position.taken.reduce((sum, count) => sum + count, 0) + 1;
  const strain = position.declarer === null ? "nobody declares"
    : position.strain === "NT" ? "no trumps" : `${strainName(position.strain)} trumps`;
  const told = position.outcome ? "the hand is over" : `trick ${number}`;
  const slots = SEATS.map((_, seat) => {
    const card = position.trick[(seat - position.leader + 3) % 3];
    if (card) {
      const slot = element("div", { className: "slot played", data: { seat } }, card[1], coloured(card[0]));
      slot.setAttribute("aria-label", `${SEATS[seat]} played the ${cardName(card)}`);
      return slot;
    }
    const next = position.turn === seat;
    return element("div", { className: `slot ${next ? "next" : ""}`, data: { seat } }, next ? "?" : "");
  });
  cloth.replaceChildren(element("div", { className: "told" }, strain, element("br"), told), ...slots);
}

// The play so far: a row a trick, every card a way to jump to the moment after it.

export function drawTricks(position, at, jump) {
  const table = document.getElementById("tricks");
  const head = element("tr", {}, element("th"), ...SEATS.map((seat) => element("th", {}, seat)));
  const rows = position.tricks.map((trick) => {
    const cells = [null, null, null];
    trick.cards.forEach((played, turn) => {
      cells[played.seat] = trickCell(played, turn, trick.winner, at, jump);
    });
    return element("tr", {}, element("th", {}, String(trick.number)),
      ...cells.map((cell) => cell ?? element("td")));
  });
  table.replaceChildren(head, ...rows);
  if (!rows.length) {
    table.replaceChildren(element("tr", {}, element("td", {}, "No card is played yet.")));
  }
}

function trickCell({ card, seat, place }, turn, winner, at, jump) {
  const classes = [turn === 0 ? "led" : "", winner === seat ? "won" : "",
    place !== null && place === at - 1 ? "here" : "", place !== null && place >= at ? "later" : ""];
  const shown = [coloured(card[0]), card[1]];
  const inside = place === null ? element("span", {}, ...shown)
    : element("button", { onclick: () => jump(place + 1), title: `after the ${cardName(card)}` }, ...shown);
  return element("td", { className: classes.join(" ") }, inside);
}

// What the engines say.

export function drawNear(found) {
  document.getElementById("verdict").textContent = found?.text ?? "Looking…";
  document.getElementById("depth").textContent = found?.depth ?? "";
  const kept = (found?.retentions ?? []).filter((each) => each.reach !== "impossible");
  const reached = kept.map((each) => {
    const suits = [...each.suits].map(coloured);
    const words = each.reach ?? "not known";
    return element("span", { className: `kept ${each.reach ?? "possible"}`, title: `${each.suits}: ${words}` },
      ...suits, ` ${each.code}`);
  });
  const box = document.getElementById("retentions");
  box.replaceChildren(...reached);
  if (kept.length) {
    box.prepend(element("p", {}, "Can be kept, with its code, on target (green: can be forced):"));
  }
}

export function drawAdvice(advice, declare) {
  const call = advice.call === "pass" ? "Pass" : `Go for clumond in ${strainName(advice.call)}`;
  const cannotFail = advice.strains[advice.call]?.proved === "certain";
  const sure = cannotFail ? "it cannot fail" : `better than ${advice.call === "pass" ? `declaring ${strainName(advice.best)}` : "passing"}`
    + ` with a likelihood of ${percent(advice.confidence)}`;
  document.getElementById("call").textContent = advice.done
    ? `${call}: ${sure}. Declaring pays from ${percent(advice.break_even)} on.`
    : `So far: ${call.toLowerCase()} (${counted(advice.games, "game")} played)…`;
  const rows = ["C", "H", "S", "D", "NT"].map((strain) => adviceRow(strain, advice, declare));
  document.getElementById("bars").replaceChildren(...rows.flat());
}

function adviceRow(strain, advice, declare) {
  const { p, interval, games, proved } = advice.strains[strain];
  const name = element("button", { onclick: () => declare(strain), title: `declare ${strainName(strain)}` },
    strain === "NT" ? "no trumps" : coloured(strain), strain === "NT" ? "" : ` ${strainName(strain)}`);
  const meter = element("div", { className: "meter", role: "img" });
  const range95 = `${percent(p)}, from ${percent(interval[0])} to ${percent(interval[1])}`;
  meter.setAttribute("aria-label", proved || range95);
  const bar = element("div", { className: "p" });
  bar.style.width = percent(p);
  const even = element("div", { className: "even" });
  even.style.left = percent(advice.break_even);
  meter.append(bar, even);
  if (games) {
    const range = element("div", { className: "range" });
    range.style.left = percent(interval[0]);
    range.style.width = percent(interval[1] - interval[0]);
    meter.append(range);
  }
  const figure = element(strain === advice.best ? "b" : "span", { data: { strain } }, proved || percent(p));
  return [name, meter, figure];
}
