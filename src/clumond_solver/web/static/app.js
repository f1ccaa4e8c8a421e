// The page: its tabs, the navigation between them, and what they share.

import { getUntilAnswered, onPreparing, Refusal } from "./ask.js";
import { takeKeyFromAddress } from "./keys.js";
import { LiveRegion } from "./parts/announcements.js";
import { applySettings, SettingsDialog } from "./parts/appearance.js";
import { Button, Notice, pressOnce, Progress } from "./parts/controls.js";
import { drawPage, html, useEffect, useErrorBoundary, useLayoutEffect, useRef,
  useState } from "./parts/view.js";
import { linkTo, routeOf } from "./route.js";
import { TABS } from "./tabs.js";

/** @param {string} name */
const tabOf = (name) => TABS.find((tab) => tab.name === name || tab.formerly?.includes(name)) ?? TABS[0];

function App() {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const [news, setNews] = useState(/** @type {import("./request.js").Preparing | null} */ (null));
  useEffect(() => onPreparing(setNews), []);
  useLayoutEffect(() => {
    const follow = () => {
      takeKeyFromAddress();
      // Another link may open something.
      setNews((current) => (current?.refused ? null : current));
      setRoute(routeOf(location.hash));
    };
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
    return () => {
      removeEventListener("hashchange", follow);
      removeEventListener("popstate", follow);
    };
  }, []);
  const tab = tabOf(route.tab);
  useEffect(() => {
    document.title = `${tab.title} – Clumond`;
  }, [tab]);
  const isBare = tab.forFriends || news?.refused;
  return html`
    <a class="skip" href="#main" onClick=${skipToMain}>Skip to the ${tab.title} tab</a>
    <header class="top">
      <a class="brand" aria-label="Clumond"
        href=${isBare ? location.hash : linkTo(TABS[0].name)}><span aria-hidden="true">♣︎</span>
        <span class="word"> Clumond</span></a>
      ${isBare ? null : html`<nav aria-label="Tabs">
        ${TABS.filter(({ forFriends }) => !forFriends).map(({ name, title }) => html`
          <a key=${name} href=${linkTo(name)} aria-current=${name === tab.name ? "page" : undefined}>${title}</a>`)}
      </nav>`}
      <${Button} kind="quiet" id="settings" label="Settings"
        onClick=${() => setSettingsOpen(true)}><span aria-hidden="true">⚙︎</span><span class="word"> Settings</span><//>
    </header>
    <main id="main" tabindex="-1"><${Preparation} news=${news} />
      ${news?.refused ? null : html`<${LoadedTab} key=${tab.name} tab=${tab} params=${route.params} />`}</main>
    ${isSettingsOpen ? html`<${SettingsDialog} onClose=${() => setSettingsOpen(false)} />` : null}
    <${LiveRegion} />`;
}

/** Shows nothing once the backend is ready. @param {{news: import("./request.js").Preparing | null}} props */
function Preparation({ news }) {
  if (!news) return null;
  const { text, done, total, fault, refused, reload } = news;
  if (reload) return html`<${Notice}>${text} <${Button} onClick=${reload}>Use it<//><//>`;
  if (fault || refused) return html`<${Notice} kind="error">${text}<//>`;
  return html`<div class="preparing"><${Progress} label=${text} done=${done} total=${total} /></div>`;
}

/** @param {Event} event */
function skipToMain(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** The module of a tab; a Refusal if nobody sends it. @param {import("./tabs.js").Tab} tab */
const load = (tab) => tab.load().catch((error) => {
  // The words of Chromium and Firefox, and of Safari: there is no other sign of it.
  const isLost = /dynamically imported module|Importing a module script/.test(error?.message);
  throw isLost ? new Refusal("the server does not answer: is it still running?", 0) : error;
});

/**
 * A tab once its module is loaded; or the error that loading or drawing it threw.
 * @param {{tab: import("./tabs.js").Tab, params: URLSearchParams}} props
 */
function LoadedTab({ tab, params }) {
  const [loaded, setLoaded] = useState(/** @type {{component: any} | null} */ (null));
  const [loadError, setLoadError] = useState(/** @type {unknown} */ (null));
  const [drawError] = useErrorBoundary();
  const loading = useRef(false);
  useEffect(() => {
    if (loading.current) return;
    loading.current = true;
    getUntilAnswered(() => load(tab), setLoadError, () => true)
      .then((module) => setLoaded({ component: module.default }), setLoadError);
  }, [tab]);
  const error = drawError ?? (loaded ? null : loadError);
  if (error) {
    return html`<${Notice} kind="error">
      ${tab.title} cannot be shown: ${String(/** @type {any} */ (error)?.message ?? error)}<//>`;
  }
  return loaded ? html`<${loaded.component} params=${params} />` : html`<p class="loading">Loading …</p>`;
}

const page = document.getElementById("page");
applySettings();
takeKeyFromAddress();
pressOnce();
if (page) {
  page.replaceChildren();
  drawPage(html`<${App} />`, page);
}
