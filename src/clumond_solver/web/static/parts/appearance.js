// The settings of the page, how it looks and sounds, stored in the browser.

import { Choice, Dialog } from "./controls.js";
import { stored, useStored } from "./storage.js";
import { html } from "./view.js";

/**
 * The first value of each setting is its default.
 * @type {Record<string, {label: string, values: Record<string, string>}>}
 */
const SETTINGS = {
  theme: { label: "Theme", values: { auto: "as the system", light: "light", dark: "dark", green: "green" } },
  deck: { label: "Colours of the suits", values: { two: "two", four: "four" } },
  cards: { label: "Size of the cards", values: { usual: "usual", small: "small", large: "large" } },
  sounds: { label: "Sounds", values: { off: "off", on: "on" } },
};

/** @param {string} name */
const defaultOf = (name) => Object.keys(SETTINGS[name].values)[0];

/** Apply the stored settings to the page: style.css reads them from attributes of its root. */
export function applySettings() {
  for (const name of Object.keys(SETTINGS)) document.documentElement.dataset[name] = stored(name, defaultOf(name));
}

/** @param {{name: string}} props */
function Setting({ name }) {
  const [value, setValue] = useStored(name, defaultOf(name));
  const { label, values } = SETTINGS[name];
  return html`<${Choice} id=${name} label=${label} value=${value}
    options=${Object.entries(values).map(([value, text]) => ({ value, text }))}
    onChange=${(next) => { setValue(next); applySettings(); }} />`;
}

/** @param {{onClose: () => void}} props */
export function SettingsDialog({ onClose }) {
  return html`<${Dialog} title="Settings" onClose=${onClose}>
    <div class="fields">${Object.keys(SETTINGS)
      .map((name) => html`<${Setting} key=${name} name=${name} />`)}</div><//>`;
}

/** @type {AudioContext | undefined} */
let audio;

/** Play the short sound of a played card if sounds are on. */
export function playCardSound() {
  if (stored("sounds", defaultOf("sounds")) !== "on") return;
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
