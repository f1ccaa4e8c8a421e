// The friends at the tables of this page: invitations, answers, and the questions that come over their channels.

import { adderTo, Refusal } from "../request.js";
import { BUILT } from "./built.js";
import { Channel } from "./channel.js";
import { unpack } from "./packing.js";

/** A question is short, and one's own page does not ask more often. */
const BOUNDS = { most: 4000, perSecond: 100 };
/** How many questions of one friend are open at once. */
const MOST_OPEN = 8;
/** Carries answers from other tabs of this browser to the table that waits for them. */
export const ANSWERS = `clumond answers ${new URL("..", import.meta.url).href}`;
/** How long two browsers may look for each other, in milliseconds. */
const PATIENCE = 20_000;
const WAITING = new Set(BUILT.waiting);
const USED = "This answer opens nothing any more: its invitation was used, or another took its place. Make a new one.";

/**
 * A seat that somebody is invited to: the channel that waits for an answer, with its link and check, the one that
 * has been answered, and the one over which its person plays.
 * @typedef {object} Seat
 * @property {string} key
 * @property {{channel: Channel, offer: Promise<string>, check: () => number} | null} offered
 * @property {Channel | null} coming
 * @property {Friend | null} friend
 * @property {boolean} isLate whether the last that was answered did not come
 */

/**
 * @typedef {(kind: string, question: import("../request.js").RequestData,
 *   options: import("../request.js").RequestOptions) => Promise<any>} Ask
 */

/** Asks in the name of somebody at another browser, who has the key of a seat. */
class Friend {
  /** @param {Ask} ask @param {string} key @param {Channel} channel */
  constructor(ask, key, channel) {
    this.ask = ask;
    this.key = key;
    this.channel = channel;
    /** @type {Map<number, AbortController>} */
    this.open = new Map();
    /** One question after the other, so that nobody keeps the engine from others. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** The last question that waits for news. @type {{number: number, kind: string, question: any} | null} */
    this.news = null;
  }

  /** @param {any} message */
  receive({ number, kind, question, parts, stops }) {
    if (!Number.isInteger(number)) throw new Error("no question");
    if (stops) this.open.get(number)?.abort();
    else if (typeof kind !== "string" || !question || typeof question !== "object" || this.open.has(number))
      throw new Error("no question");
    else if (this.open.size >= MOST_OPEN) this.refuse(number, new Refusal("one question after the other, please", 429));
    else if (WAITING.has(kind)) {
      if (this.news) this.drop(this.news.number);
      this.news = { number, kind, question };
      this.answer(number, kind, question, false);
    } else {
      const controller = this.opened(number);
      this.last = this.last.then(() => this.answer(number, kind, question, Boolean(parts), controller));
    }
  }

  /** @param {number} number */
  opened(number) {
    const controller = new AbortController();
    this.open.set(number, controller);
    return controller;
  }

  /** @param {number} number @param {string} kind @param {any} question @param {boolean} parts */
  async answer(number, kind, question, parts, { signal } = this.opened(number)) {
    const progress = parts ? (/** @type {unknown} */ part) => this.channel.send({ number, part }) : undefined;
    try {
      if (signal.aborted) return;
      const answer = await this.ask(kind, question, { signal, progress, key: this.key });
      if (!signal.aborted) this.channel.send({ number, answer });
    } catch (error) {
      if (!signal.aborted) this.refuse(number, error);
    } finally {
      this.open.delete(number);
    }
  }

  /** @param {number} number @param {any} error */
  refuse(number, error) {
    this.channel.send({ number, error: String(error?.message ?? error), status: error?.status ?? 0 });
  }

  /** Answer a question no more. @param {number} number */
  drop(number) {
    if (this.open.has(number)) this.refuse(number, new Refusal("you were away", 0));
    this.open.get(number)?.abort();
  }

  /** Note that nobody is at the other end. */
  leave() {
    if (!this.news) return;
    const { number, kind, question } = this.news;
    this.drop(number);
    this.ask(kind, { ...question, leaves: true }, { key: this.key }).catch(() => {});
  }
}

export class Invitations {
  /** @param {Ask} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {Map<string, Seat>} */
    this.seats = new Map();
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.onChange = adderTo(this.listeners);
    const answers = new BroadcastChannel(ANSWERS);
    answers.onmessage = ({ data: { answer } }) => {
      if (answer) this.accept(answer).then(() => answers.postMessage({ taken: answer }), () => {});
    };
    addEventListener("pagehide", () => {
      for (const { friend } of this.seats.values()) friend?.channel.close("left");
    });
  }

  /** Whether anybody is invited or here. */
  get isUsed() {
    return this.seats.size > 0;
  }

  /**
   * @param {string} session
   * @param {number} player
   * @returns {"" | "coming" | "late" | import("../request.js").ChannelState}
   */
  stateOf(session, player) {
    const seat = this.seats.get(`${session} ${player}`);
    if (!seat) return "";
    return seat.coming ? "coming" : seat.isLate ? "late" : seat.friend?.channel.state ?? "waiting";
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /**
   * The text of an invitation to a seat, the same until it is used.
   * @param {string} session
   * @param {number} player
   * @param {string} key
   * @param {boolean} isSeated
   * @returns {Promise<string>}
   */
  invite(session, player, key, isSeated) {
    const name = `${session} ${player}`;
    const seat = this.seats.get(name) ?? { key, offered: null, coming: null, friend: null, isLate: false };
    this.seats.set(name, seat);
    if (seat.key !== key) this.withdraw(seat, key);
    if (!seat.offered) {
      const channel = new Channel(BOUNDS,
        { receive: (message) => seat.friend?.channel === channel && seat.friend.receive(message),
          changed: () => this.moved(seat, channel) });
      let check = -1;
      const offer = channel.offer(isSeated).then((text) => {
        ({ check } = unpack(text, false));
        return text;
      });
      seat.offered = { channel, offer, check: () => check };
    }
    return seat.offered.offer;
  }

  /** Use another key from now on. @param {Seat} seat @param {string} key */
  withdraw(seat, key) {
    seat.offered?.channel.close("left");
    Object.assign(seat, { key, offered: null });
  }

  /** Let somebody in by his answer; a Refusal with a sentence if it opens nothing. @param {string} text */
  async accept(text) {
    const answer = unpack(text, true);
    const seat = [...this.seats.values()].find(({ offered }) => offered?.check() === answer.to);
    if (!seat?.offered) throw new Refusal(USED);
    const { channel } = seat.offered;
    seat.coming?.end("lost");
    Object.assign(seat, { offered: null, coming: channel, isLate: false });
    setTimeout(() => channel.state === "waiting" && channel.end("late"), PATIENCE);
    this.changed();
    await channel.accept(answer);
  }

  /** @param {Seat} seat @param {Channel} channel */
  moved(seat, channel) {
    if (channel === seat.coming && channel.state !== "waiting") {
      seat.coming = null;
      seat.isLate = channel.state === "closed";
      if (channel.state === "here") {
        const before = seat.friend;
        seat.friend = new Friend(this.ask, seat.key, channel);
        before?.channel.close("moved");
      }
    } else if (channel === seat.friend?.channel && channel.state !== "here") seat.friend.leave();
    this.changed();
  }
}
