// What two browsers have to know of each other to connect, packed into a link. Of the 700 bytes of a browser's
// own description it has those that are not the same each time, and the description is made anew from them,
// whatever a link holds.

import { Refusal } from "../request.js";

/** The version of links and of messages, which both pages must have. */
export const VERSION = 1;

/** An address at which a browser may be reached. @typedef {{kind: string, address: string, port: number}} Candidate */

/**
 * How one browser is reached.
 * @typedef {object} Description
 * @property {string} ufrag
 * @property {string} password
 * @property {string} fingerprint of its certificate, as in SDP
 * @property {Candidate[]} candidates
 */

/**
 * What a link holds besides.
 * @typedef {object} About
 * @property {boolean} [isAnswer]
 * @property {boolean} [isSeated] whether somebody sits in the offered seat already
 * @property {number} [to] the check of the offer that is answered
 */

const KINDS = ["host", "srflx", "relay"];
const MOST_CANDIDATES = 8;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HEAD = 6;
const ANSWER = 1;
const SEATED = 2;

/** @param {string} digits */
const bytesOfHex = (digits) => Array.from(digits.match(/[\da-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16));
/** @param {number[]} bytes */
const hexOf = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0"));
/** @param {number} number */
const fourBytes = (number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
/** @param {number[]} bytes */
const numberOf = (bytes) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

/** A number by which bytes that were changed are known: FNV-1a. @param {number[]} bytes */
const checkOf = (bytes) => bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

/** Letters as six bits each. @param {string} text */
const packedLetters = (text) =>
  Array.from(atob(text + "A".repeat(-text.length & 3)), (letter) => letter.charCodeAt(0))
    .slice(0, Math.ceil(text.length * 6 / 8));

/** @param {number[]} bytes @param {number} length */
const lettersOf = (bytes, length) => Array.from({ length }, (_, n) => {
  const at = Math.floor(n * 6 / 8);
  return LETTERS[((bytes[at] * 256 + (bytes[at + 1] ?? 0)) >> (10 - n * 6 % 8)) & 63];
}).join("");

/**
 * The kinds of addresses: how each is written as bytes, and read again.
 * @type {{length: number, test: RegExp, bytes: (address: string) => number[], text: (bytes: number[]) => string}[]}
 */
const FAMILIES = [
  // A name that the browser gives itself, to hide its address.
  { length: 16, test: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.local$/i,
    bytes: (name) => bytesOfHex(name.slice(0, -".local".length)),
    text: (bytes) => `${hexOf(bytes).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}.local` },
  { length: 4, test: /^\d+(\.\d+){3}$/, bytes: (address) => address.split(".").map(Number),
    text: (bytes) => bytes.join(".") },
  { length: 16, test: /^[\da-f:]*$/i, bytes: bytesOfIpv6,
    text: (bytes) => hexOf(bytes).join("").replace(/(.{4})(?=.)/g, "$1:") },
];

/** @param {string} address */
function bytesOfIpv6(address) {
  const [before, after = []] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const groups = [...before, ...Array(8 - before.length - after.length).fill("0"), ...after];
  return bytesOfHex(groups.map((group) => group.padStart(4, "0")).join(""));
}

/** What a browser says of itself, from its description. @param {string} sdp @returns {Description} */
export function described(sdp) {
  const value = (/** @type {string} */ name) => new RegExp(`^a=${name}[: ](\\S+)`, "mi").exec(sdp)?.[1] ?? "";
  const lines = sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (\w+)/gmi);
  const candidates = Array.from(lines, ([, address, port, kind]) => ({ kind, address, port: Number(port) }))
    .filter(({ kind, address }) => KINDS.includes(kind) && FAMILIES.some(({ test }) => test.test(address)));
  return { ufrag: value("ice-ufrag"), password: value("ice-pwd"), fingerprint: value("fingerprint:sha-256"),
    candidates: candidates.slice(0, MOST_CANDIDATES) };
}

/**
 * A description for a browser: the host's begins the encryption, however long an answer was on its way.
 * @param {Description} description
 * @param {boolean} isAnswer
 */
export function sdpOf({ ufrag, password, fingerprint, candidates }, isAnswer) {
  return ["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0", `a=ice-ufrag:${ufrag}`, `a=ice-pwd:${password}`, "a=ice-options:trickle",
    `a=fingerprint:sha-256 ${fingerprint}`,
    `a=setup:${isAnswer ? "passive" : "active"}`, "a=mid:0", "a=sctp-port:5000", "a=max-message-size:262144",
    ...candidates.map(({ kind, address, port }, n) => {
      const priority = (126 >> KINDS.indexOf(kind)) * 2 ** 24 - 256 * n - 1;
      const related = kind === "host" ? "" : " raddr 0.0.0.0 rport 0";
      return `a=candidate:${n + 1} 1 udp ${priority} ${address} ${port} typ ${kind}${related}`;
    }),
    ""].join("\r\n");
}

/** @param {Description} description @param {About} about @returns {string} */
export function pack({ ufrag, password, fingerprint, candidates }, { isAnswer = false, isSeated = false, to = 0 }) {
  const body = [VERSION, (isAnswer ? ANSWER : 0) | (isSeated ? SEATED : 0), ...(isAnswer ? fourBytes(to) : []),
    ufrag.length, password.length, ...packedLetters(ufrag + password), ...bytesOfHex(fingerprint)];
  for (const { kind, address, port } of candidates) {
    const family = FAMILIES.findIndex(({ test }) => test.test(address));
    body.push(KINDS.indexOf(kind) * 4 + family, ...FAMILIES[family].bytes(address), port >> 8, port & 255);
  }
  return urlOf([...fourBytes(checkOf(body)), ...body]);
}

/** @param {number[]} bytes */
const urlOf = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_")
  .replace(/=+$/, "");

/** @param {string} text @returns {number[]} none if another text has the same bytes, or it has none */
function bytesIn(text) {
  try {
    const bytes = Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return urlOf(bytes) === text ? bytes : [];
  } catch {
    return [];
  }
}

/**
 * What a text or link holds; throws a Refusal, a sentence, for any other text.
 * @param {string} text
 * @param {boolean} wantsAnswer
 * @returns {{description: Description, isSeated: boolean, to: number, check: number}} check: by which an answer names
 *   it
 */
export function unpack(text, wantsAnswer) {
  const what = wantsAnswer ? "answer" : "invitation";
  const damaged = new Refusal(`This ${what} was cut or changed on its way: copy it once more, all of it.`);
  const whole = text.replace(/\s/g, "");
  const bytes = bytesIn(/[?&](?:offer|answer)=([^&#]*)/.exec(whole)?.[1] ?? whole);
  const [check, version, flags] = [numberOf(bytes.slice(0, 4)), bytes[4], bytes[5]];
  if (bytes.length < HEAD || check !== checkOf(bytes.slice(4))) throw damaged;
  if (version !== VERSION) {
    throw new Refusal(`This ${what} comes from another version of the page: load both pages once more,`
      + " and make a new invitation.");
  }
  if (Boolean(flags & ANSWER) !== wantsAnswer) {
    throw new Refusal(wantsAnswer ? "This is an invitation; the answer is the link that a friend's page makes of it."
      : "This is an answer: it is for the host, whose table it opens.");
  }
  let at = HEAD;
  const take = (/** @type {number} */ count) => {
    if (at + count > bytes.length) throw damaged;
    return bytes.slice(at, at += count);
  };
  const to = wantsAnswer ? numberOf(take(4)) : 0;
  const [ufrag, password] = take(2);
  const letters = lettersOf(take(Math.ceil((ufrag + password) * 6 / 8)), ufrag + password);
  const fingerprint = hexOf(take(32)).join(":").toUpperCase();
  const candidates = [];
  while (at < bytes.length && candidates.length < MOST_CANDIDATES) {
    const [type] = take(1);
    const [family, kind] = [FAMILIES[type & 3], KINDS[type >> 2]];
    if (!family || !kind) throw damaged;
    candidates.push({ kind, address: family.text(take(family.length)), port: numberOf(take(2)) });
  }
  return { description: { ufrag: letters.slice(0, ufrag), password: letters.slice(ufrag), fingerprint, candidates },
    isSeated: Boolean(flags & SEATED), to, check };
}
