/** Where the browser keeps the session (supabase-js writes it). */
export const STORAGE_KEY = "solutionz-session";

/**
 * Runs before the first paint: writes down which address the page is of (`isLeft`), marks it when
 * somebody may be signed in, so that `Login` does not flash at them (app.css hides it), and puts on the
 * theme they chose. The Content-Security-Policy allows it by its hash, so it must stay a constant.
 */
export const FIRST_PAINT = `try{var d=document.documentElement.dataset;d.address=location.pathname+location.search;if(localStorage.getItem("${STORAGE_KEY}"))d.session="stored";var t=localStorage.getItem("theme");if(t)d.theme=t}catch(e){}`;

/** Read before React takes over the element. */
const rendered = globalThis.document?.documentElement.dataset.address;

/**
 * Whether the browser has gone to another address of its history while scripts were still to come: it
 * changes the address alone, and trusts that scripts change the page.
 */
export const isLeft = (): boolean =>
  rendered !== undefined && rendered !== location.pathname + location.search;
