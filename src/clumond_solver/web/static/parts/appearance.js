// How the page looks and sounds, as each person likes it: kept in the browser.

import { Choice } from "./controls.js";
import { Dialog } from "./dialog.js";
import { stored, useStored } from "./stored.js";
import { html } from "./view.js";

/** Each setting's usual value first. @type {Record<string, {label: string, values: Record<string, string>}>} */
const LOOKS = {
  theme: { label: "Theme", values: { auto: "as the system", light: "light", dark: "dark", green: "green" } },
  deck: { label: "Colours of the suits", values: { two: "two", four: "four" } },
  cards: { label: "Size of the cards", values: { usual: "usual", small: "small", large: "large" } },
  sounds: { label: "Sounds", values: { off: "off", on: "on" } },
};

/** @param {string} name */
const usual = (name) => Object.keys(LOOKS[name].values)[0];

/** Let the page look as it is set. */
export function applyLook() {
  for (const name of Object.keys(LOOKS)) document.documentElement.dataset[name] = stored(name, usual(name));
}

/** @param {{name: string}} props */
function Look({ name }) {
  const [value, setValue] = useStored(name, usual(name));
  const { label, values } = LOOKS[name];
  return html`<${Choice} id=${name} label=${label} value=${value}
    options=${Object.entries(values).map(([value, text]) => ({ value, text }))}
    onChange=${(next) => { setValue(next); applyLook(); }} />`;
}

/** @param {{onClose: () => void}} props */
export function LookDialog({ onClose }) {
  return html`<${Dialog} title="Settings" onClose=${onClose}>
    <div class="fields">${Object.keys(LOOKS).map((name) => html`<${Look} key=${name} name=${name} />`)}</div><//>`;
}

/** @type {AudioContext | undefined} */
let audio;

/** The short sound of a card that is laid down, where sounds are on. */
export function cardSound() {
  if (stored("sounds", usual("sounds")) !== "on") return;
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(320, now);
  tone.frequency.exponentialRampToValueAtTime(120, now + 0.06);
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.08);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.08);
}
