// The page: its places, the way between them, and what they share.

import { Button, Notice } from "./parts/controls.js";
import { LiveRegion } from "./parts/live.js";
import { applyLook, LookDialog } from "./parts/look.js";
import { Preparation } from "./parts/preparing.js";
import { html, render, useEffect, useErrorBoundary, useRef, useState } from "./parts/view.js";
import { linkTo, routeOf } from "./route.js";

/**
 * A place: a module whose default export is its component, given the link's parameters.
 * @typedef {object} Place
 * @property {string} name the word in links
 * @property {string} title
 * @property {() => Promise<{default: (props: {params: URLSearchParams}) => any}>} load
 */

/** @type {Place[]} */
const PLACES = [
  { name: "play", title: "Play", load: () => import("./places/play.js") },
  { name: "review", title: "Review", load: () => import("./places/review.js") },
  { name: "practice", title: "Practice", load: () => import("./places/practice.js") },
  { name: "explore", title: "Explore", load: () => import("./places/explore.js") },
];

/** @param {string} name */
const placeOf = (name) => PLACES.find((place) => place.name === name) ?? PLACES[0];

function App() {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const [setting, setSetting] = useState(false);
  useEffect(() => {
    const follow = () => setRoute(routeOf(location.hash));
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
    return () => {
      removeEventListener("hashchange", follow);
      removeEventListener("popstate", follow);
    };
  }, []);
  const place = placeOf(route.place);
  useEffect(() => {
    document.title = `${place.title} – Clumond`;
  }, [place]);
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the ${place.title} tab</a>
    <header class="top">
      <a class="brand" aria-label="Clumond" href=${linkTo(PLACES[0].name)}><span aria-hidden="true">♣︎</span><span class="word"> Clumond</span></a>
      <nav aria-label="Tabs">
        ${PLACES.map(({ name, title }) => html`
          <a key=${name} href=${linkTo(name)} aria-current=${name === place.name ? "page" : undefined}>${title}</a>`)}
      </nav>
      <${Button} kind="quiet" id="settings" label="Settings" onClick=${() => setSetting(true)}><span aria-hidden="true">⚙︎</span><span class="word"> Settings</span><//>
    </header>
    <main id="main" tabindex="-1"><${Preparation} /><${Shown} key=${place.name} place=${place} params=${route.params} /></main>
    ${setting ? html`<${LookDialog} onClose=${() => setSetting(false)} />` : null}
    <${LiveRegion} />`;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/**
 * A place once its module is there; or what goes wrong in it.
 * @param {{place: Place, params: URLSearchParams}} props
 */
function Shown({ place, params }) {
  const [shown, setShown] = useState(/** @type {{component: any} | null} */ (null));
  const [failure, setFailure] = useState(/** @type {unknown} */ (null));
  const [fault] = useErrorBoundary();
  const loading = useRef(false);
  useEffect(() => {
    if (loading.current) return;
    loading.current = true;
    place.load().then((module) => setShown({ component: module.default }), setFailure);
  }, [place]);
  const error = fault ?? failure;
  if (error) {
    return html`<${Notice} kind="error">${place.title} cannot be shown: ${String(/** @type {any} */ (error)?.message ?? error)}<//>`;
  }
  return shown ? html`<${shown.component} params=${params} />` : html`<p class="loading">Loading …</p>`;
}

const page = document.getElementById("page");
applyLook();
if (page) {
  page.replaceChildren();
  render(html`<${App} />`, page);
}
