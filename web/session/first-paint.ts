/** Where the browser keeps the session (supabase-js writes it). */
export const STORAGE_KEY = "solutionz-session";

/** Where this browser keeps the sessions that the service still has to end (revocations.ts). */
export const REVOCATIONS_KEY = "solutionz-revocations";

/** How long a form waits for scripts: longer than a slow connection takes to load them. */
const HELD_MS = 15_000;

/**
 * Runs before the first paint: writes down which address the page is of (`isLeft`), marks it when
 * somebody may be signed in, so that `Login` does not flash at them (app.css hides it), and puts on the
 * theme they chose. A form of ours that is sent before scripts run is held until they do (`useReplay`
 * sends it then); where they do not come in time it goes to the server, which takes it or says what is
 * missing. The Content-Security-Policy allows it by its hash, so it must stay a constant.
 */
export const FIRST_PAINT = `try{var d=document.documentElement.dataset;d.address=location.pathname+location.search;if(localStorage.getItem("${STORAGE_KEY}"))d.session="stored";var t=localStorage.getItem("theme");if(t)d.theme=t}catch(e){}addEventListener("submit",function(e){var f=e.target;if(!("waits"in f.dataset)||"live"in document.documentElement.dataset)return;e.preventDefault();if("held"in f.dataset)return;f.dataset.held="";setTimeout(function(){if("held"in f.dataset)f.submit()},${HELD_MS})},true)`;

/** Read before React takes over the element. */
const rendered = globalThis.document?.documentElement.dataset.address;

/**
 * Whether the browser has gone to another address of its history while scripts were still to come: it
 * changes the address alone, and trusts that scripts change the page.
 */
export const isLeft = (): boolean =>
  rendered !== undefined && rendered !== location.pathname + location.search;
