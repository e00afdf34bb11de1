/** Where the browser keeps the session (supabase-js writes it). */
export const STORAGE_KEY = "solutionz-session";

/**
 * Runs before the first paint: marks the page when somebody may be signed in, so that `Login` does
 * not flash at them (app.css hides it), and puts on the theme they chose. The
 * Content-Security-Policy allows it by its hash, so it must stay a constant.
 */
export const FIRST_PAINT = `try{var d=document.documentElement.dataset;if(localStorage.getItem("${STORAGE_KEY}"))d.session="stored";var t=localStorage.getItem("theme");if(t)d.theme=t}catch(e){}`;
