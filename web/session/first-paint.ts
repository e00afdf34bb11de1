import { TRACKING_PARAMETER } from "#domain/site-tracking.ts";

/** Where the browser keeps the session (supabase-js writes it). */
export const STORAGE_KEY = "solutionz-session";

/** Where this browser stores the sessions that the service still has to end (revocations.ts). */
export const REVOCATIONS_KEY = "solutionz-revocations";

/** How long a form waits for scripts: longer than a slow connection takes to load them. */
const MOST_WAIT_MS = 15_000;

/**
 * Runs before the first paint. It takes other sites' parameters out of the address, as the server did before
 * it rendered the page. It records the page's address (`isLeft`), and marks the page if a person may
 * be signed in, so that `Login` does not flash (app.css hides it). It applies the chosen theme. It holds a
 * form that is submitted before scripts run, and `useReplay` submits it then. If scripts do not arrive in
 * time, the form goes to the server, which accepts it or says what is missing. The Content-Security-Policy
 * allows this script by its hash, so it must be a constant.
 */
export const FIRST_PAINT = `try{var q=location.search.slice(1).split("&"),o=q.filter(function(p){return!${TRACKING_PARAMETER}.test(p)});if(o.length<q.length)history.replaceState(history.state,"",location.pathname+(o.length?"?"+o.join("&"):"")+location.hash);var d=document.documentElement.dataset;d.address=location.pathname+location.search;if(localStorage.getItem("${STORAGE_KEY}"))d.session="stored";var t=localStorage.getItem("theme");if(t)d.theme=t}catch(e){}addEventListener("submit",function(e){var f=e.target;if(!("waits"in f.dataset)||"live"in document.documentElement.dataset)return;e.preventDefault();if("held"in f.dataset)return;f.dataset.held="";setTimeout(function(){if("held"in f.dataset)f.submit()},${MOST_WAIT_MS})},true)`;

/** Read before React takes over the element. */
const rendered = globalThis.document?.documentElement.dataset.address;

/**
 * Whether the browser has moved to another address of its history before scripts ran: it then changes only
 * the address, and relies on scripts to change the page.
 */
export const isLeft = (): boolean =>
  rendered !== undefined && rendered !== location.pathname + location.search;
