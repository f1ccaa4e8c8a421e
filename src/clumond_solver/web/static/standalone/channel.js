// A channel to another browser: whole messages both ways, whether the other side is there, and why it ended.

import { Refusal } from "../request.js";
import { BUILT } from "./built.js";
import { described, pack, sdpOf, unpack, VERSION } from "./packing.js";

/** Each side says so often that it is there; the other is away once it was silent for so long, in milliseconds. */
const BEAT = 1000;
const SILENCE = 3000;
/** How long to look for addresses, where a server that tells them does not answer. */
const GATHERING = 3000;
/** The characters of a message that go at once; longer ones go in pieces. */
const PIECE = 60_000;
const MORE = "+";

/**
 * The bounds of what the other side may send: characters of a message, messages in a second.
 * @typedef {{most: number, perSecond: number}} Bounds
 */

export class Channel {
  /**
   * @param {Bounds} bounds
   * @param {{receive: (message: any) => void, changed: () => void}} owner who gets messages, and hears of each new
   *   state
   */
  constructor(bounds, owner) {
    this.bounds = bounds;
    this.owner = owner;
    /** @type {import("../request.js").ChannelState} */
    this.state = "waiting";
    /** Why it is closed, as the other side says: "left", "moved", "misused", "version"; "lost" if it says nothing. */
    this.reason = "";
    this.heard = 0;
    this.piece = "";
    this.count = { second: 0, messages: 0 };
    this.connection = new RTCPeerConnection({ iceServers: BUILT.ice });
    this.data = this.connection.createDataChannel("table", { negotiated: true, id: 0 });
    this.data.onopen = () => this.send({ version: VERSION });
    this.data.onmessage = ({ data }) => this.hear(String(data));
    this.data.onclose = () => this.end("lost");
    // Until it has failed it comes back by itself; before the first message the other side may look for this one later.
    this.connection.onconnectionstatechange = () => {
      if (this.connection.connectionState === "failed" && this.state !== "waiting") this.end("lost");
    };
    this.beating = setInterval(() => this.beat(), BEAT);
  }

  /** Whether the other browser was reached at all. */
  get isReached() {
    return ["connected", "completed"].includes(this.connection.iceConnectionState);
  }

  /**
   * Describe this side to the other.
   * @param {RTCSessionDescriptionInit} description
   * @param {import("./packing.js").About} about
   */
  async describe(description, about) {
    await this.connection.setLocalDescription(description);
    if (this.connection.iceGatheringState !== "complete") {
      await new Promise((resolve) => {
        this.connection.onicegatheringstatechange = () =>
          this.connection.iceGatheringState === "complete" && resolve(null);
        setTimeout(resolve, GATHERING);
      });
    }
    const own = described(this.connection.localDescription?.sdp ?? "");
    if (!own.candidates.length) throw new Refusal("This device has no network in which another could reach it.");
    return pack(own, about);
  }

  /** @param {boolean} isSeated */
  async offer(isSeated) {
    return this.describe(await this.connection.createOffer(), { isSeated });
  }

  /** Answer an offer. @param {ReturnType<typeof unpack>} offer */
  async answer({ description, check }) {
    await this.connection.setRemoteDescription({ type: "offer", sdp: sdpOf(description, false) });
    return this.describe(await this.connection.createAnswer(), { isAnswer: true, to: check });
  }

  /** @param {ReturnType<typeof unpack>} answer */
  accept({ description }) {
    return this.connection.setRemoteDescription({ type: "answer", sdp: sdpOf(description, true) });
  }

  /** @param {unknown} message */
  send(message) {
    if (this.data.readyState !== "open") return;
    let text = JSON.stringify(message);
    for (; text.length > PIECE; text = text.slice(PIECE)) this.data.send(MORE + text.slice(0, PIECE));
    this.data.send(text);
  }

  beat() {
    if (this.data.readyState === "open") this.data.send("");
    if (this.state === "here" && performance.now() - this.heard > SILENCE) this.become("away");
  }

  /** @param {string} text */
  hear(text) {
    this.heard = performance.now();
    if (this.state === "away") this.become("here");
    const second = Math.floor(this.heard / 1000);
    this.count = { second, messages: second === this.count.second ? this.count.messages + 1 : 1 };
    const { most, perSecond } = this.bounds;
    if (this.count.messages > perSecond || this.piece.length + text.length > most) this.close("misused");
    else if (text.startsWith(MORE)) this.piece += text.slice(1);
    else if (text) {
      const whole = this.piece + text;
      this.piece = "";
      this.take(whole);
    }
  }

  /** @param {string} text */
  take(text) {
    try {
      const message = JSON.parse(text);
      if (this.state === "waiting") {
        if (message.version === VERSION) this.become("here");
        else this.close("version");
      } else if (typeof message.bye === "string") this.end(message.bye);
      else this.owner.receive(message);
    } catch {
      this.close("misused");
    }
  }

  /** End it, and tell the other side why. @param {string} reason */
  close(reason) {
    this.send({ bye: reason });
    this.end(reason);
  }

  /** @param {string} reason */
  end(reason) {
    if (this.state === "closed") return;
    clearInterval(this.beating);
    this.reason = reason;
    this.data.onmessage = null;
    this.data.close();
    // What was sent last still goes.
    setTimeout(() => this.connection.close(), BEAT);
    this.become("closed");
  }

  /** @param {import("../request.js").ChannelState} state */
  become(state) {
    this.state = state;
    this.owner.changed();
  }
}
