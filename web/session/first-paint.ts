import { NETWORK_ISSUE, PAGE_INCOMPLETE } from "#domain/site/messages.ts";
import { TRACKING_PARAMETER } from "#domain/site/tracking.ts";
import { NOTICE_ID, PART_MISSING, SCRIPTS_ID } from "./hydration.ts";
import { ACCOUNT_KEY, REVOCATIONS_KEY, STORAGE_KEY } from "./storage-keys.ts";

/** What tests dispatch in place of a press. */
const HYDRATE_EVENT = "hydrate";

/** How long a press, or a page that needs them, waits for scripts: longer than a slow connection takes to load them. */
const MOST_WAIT_MS = 15_000;

/** Stored by pages, and read by no form. */
const UNRELATED_KEY = "react-router-scroll-positions";

/** Controls that do nothing without scripts, or more with them; `data-scripted` marks such links. */
const CONTROLS =
  "button,input,select,textarea,summary,label,[role=button],[role=checkbox],[role=switch],[role=combobox],[data-scripted]";

/** Controls that choose what others send: each such press counts, of others the last. */
const CHOICES = "[role=tab]";

const NOTICE_CLASS =
  "fixed inset-x-4 z-50 mx-auto max-w-md rounded-lg border border-line bg-raised p-4 text-ink shadow-float";
/** Where the page has nothing else to show, and where it is read on. */
const PLACES = [" top-1/2", " bottom-4"];
const AGAIN_CLASS = "link min-h-11";

/** Of the notice where no class counts, because the styles did not arrive. */
const BARE_STYLE = "position:fixed;inset:auto 0 0;padding:1rem;background:Canvas";

/**
 * Pages that the browser fetches while a pointer rests on their link or presses it. A plain visit follows,
 * so a prefetch that fails changes nothing.
 */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          {
            href_matches: [
              "/",
              "/directory*",
              "/categories*",
              "/job-directory*",
              "/post-job*",
              "/login*",
              "/signup*",
              "/how-we-keep-this-fair",
              "/terms",
              "/privacy",
            ],
          },
          { not: { selector_matches: "[data-scripted]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});

/**
 * The one script that runs with every page, before the first paint. It is a constant, because the
 * Content-Security-Policy allows it by its hash. The build minifies it (vite.config.ts).
 *
 * It takes other sites' parameters out of the address, as the server did before it rendered the page. It
 * records the page's address (`isLeft`), and marks the page if a person may be signed in, and with which type of
 * account, and the page of that person as their own, so that no link flashes that is not theirs (app.css hides it).
 *
 * It decides when the page's own scripts are loaded (docs/decisions/0028-hydration-on-interaction.md): at
 * once, or with the first use of a control: where `<html data-hydrate>` says so, nobody is signed in, and
 * no sign-out has to be finished (revocations.ts). A press that comes before they run is held, and repeated
 * when they do (`data-live`, `data-hydrated`): what chooses before what sends. A plain link and a GET form need
 * no scripts. A form with `data-waits` is held (`empty`: only without any text), and `useReplay` submits it.
 *
 * If scripts fail, or do not arrive in time, a held link is followed, and a held form goes to the server if its
 * route takes it (`data-posts`) and it is no login, which only scripts can complete. Whatever else was pressed, and a
 * page that hydrates at once, gets one notice with 'Try again' in place of what says that it is loading. So does a part that is
 * missing later (parts.ts), and a page without its styles. Nothing is loaded again by itself, so nothing for ever.
 *
 * Of a page that was fetched ahead it says that it is shown now, so that the server counts it (P-46).
 *
 * A visitor of a page behind the guard goes to the login (`<html data-login>`) before anything else loads.
 *
 * Of elements with `data-by-minute` it shows the child whose minute of the week, by British clocks, has
 * come last; and an element with `data-open` within one of its spans of such minutes. A time with `data-ago`
 * gets the words of `timeAgo`. A page may be painted before all of it has arrived, so each part gets them as it comes.
 */
export const FIRST_PAINT = `(() => {
  const page = document.documentElement.dataset;
  let signedIn = false, signingOut = false, stored = false;
  try {
    const query = location.search.slice(1).split("&");
    const own = query.filter((part) => !${TRACKING_PARAMETER}.test(part));
    if (own.length < query.length)
      history.replaceState(history.state, "", location.pathname + (own.length ? "?" + own.join("&") : "") + location.hash);
    page.address = location.pathname + location.search;
    const session = localStorage.getItem("${STORAGE_KEY}");
    signedIn = session !== null;
    if (signedIn) page.session = "stored";
    signingOut = localStorage.getItem("${REVOCATIONS_KEY}") !== null;
    stored = [localStorage, sessionStorage].some((each) =>
      Object.keys(each).some((key) => key !== "${UNRELATED_KEY}"));
    if (signedIn) {
      const id = JSON.parse(session)?.user?.id;
      const account = JSON.parse(localStorage.getItem("${ACCOUNT_KEY}") ?? "null");
      page.account = (account?.id === id && account?.profile?.account_type) || "";
      if (location.pathname === "/directory/" + id) page.own = "";
    }
  } catch {}

  if (performance.getEntriesByType("navigation")[0]?.deliveryType === "navigational-prefetch")
    fetch(location.href, { method: "HEAD", headers: { "x-shown": "" } }).catch(() => {});

  if (page.login && !signedIn) {
    location.replace(page.login);
    return;
  }

  let wanted = false, atOnce = false, loading = false, failed = false, incomplete = false, lasts = false, held = [], notice = null;
  const changed = new Set();

  const say = (text = navigator.onLine ? ${JSON.stringify(PAGE_INCOMPLETE)} : ${JSON.stringify(NETWORK_ISSUE)}) => {
    notice?.remove();
    notice = document.createElement("div");
    notice.id = "${NOTICE_ID}";
    notice.setAttribute("role", "alert");
    notice.className = ${JSON.stringify(NOTICE_CLASS)} + ${JSON.stringify(PLACES)}[document.querySelector("h1") ? 1 : 0];
    const again = document.createElement("button");
    again.type = "button";
    again.className = ${JSON.stringify(AGAIN_CLASS)};
    again.textContent = "Try again";
    again.onclick = () => fetch("/healthz", { method: "HEAD", cache: "no-store" })
      .then(() => location.reload(), () => say(${JSON.stringify(NETWORK_ISSUE)}));
    notice.append(text + " ", again);
    document.body.append(notice);
  };
  const sayIncomplete = () => {
    incomplete = true;
    for (const loading of document.querySelectorAll("[role=status]:has(.animate-glow)")) loading.style.display = "none";
    say();
  };
  const giveUp = () => {
    if ("live" in page) return;
    failed = true;
    const form = document.querySelector("form[data-held]");
    const control = held.at(-1);
    const chosen = held.some((each) => each.matches("${CHOICES}"));
    held = [];
    if (form) delete form.dataset.held;
    if (page.address !== location.pathname + location.search) return location.reload();
    if (navigator.onLine && form && !chosen && (form.method === "get"
      || ("posts" in page && !form.querySelector("[autocomplete=current-password]")))) return form.submit();
    if (navigator.onLine && control?.href) return location.assign(control.href);
    if (atOnce) sayIncomplete();
    else if (form || control || changed.size) say();
  };
  const hydrate = () => {
    wanted = true;
    const source = document.getElementById("${SCRIPTS_ID}");
    if (loading || !source) return;
    loading = true;
    document.getElementById("prefetch-rules")?.remove();
    for (const href of source.dataset.preloads.split(" ")) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = source.textContent;
    script.onerror = giveUp;
    document.head.append(script);
    if (atOnce) setTimeout(() => { if (!("live" in page)) sayIncomplete(); }, ${MOST_WAIT_MS});
  };
  addEventListener("unhandledrejection", () => { if (loading) giveUp(); });
  addEventListener("error", ({ target, filename }) => {
    if (loading && filename?.includes("/assets/")) giveUp();
    if (target.rel !== "stylesheet") return;
    lasts = true;
    say();
    notice.style.cssText = "${BARE_STYLE}";
  }, true);
  addEventListener("${PART_MISSING}", () => {
    lasts = true;
    if ("hydrated" in page) say();
    else sayIncomplete();
  });
  addEventListener("online", () => {
    notice?.remove();
    if (incomplete) say();
  });

  const controlOf = ({ target }) => {
    const control = target instanceof Element && !notice?.contains(target) ? target.closest("a[href]," + ${JSON.stringify(CONTROLS)}) : null;
    const native = control?.matches("a") && navigator.onLine && !("scripted" in control.dataset);
    return native || (control?.matches("a") && control.origin !== location.origin) ? null : control;
  };
  const start = (event) => { if (!loading && controlOf(event)) hydrate(); };
  for (const type of ["pointerover", "pointerdown", "focusin", "input", "change"])
    addEventListener(type, start, { capture: true, passive: true });

  const isHandled = () => "hydrated" in page || ("live" in page && !held.length && !document.querySelector("form[data-held]"));
  addEventListener("click", (event) => {
    if (isHandled() || event.defaultPrevented) return;
    const control = controlOf(event);
    if (!control) return;
    const link = control.matches("a");
    if (link && (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || control.target)) return;
    if (!link && (!control.matches("button,[role=button]") || (control.type === "submit" && control.form))) return;
    if (failed && link && navigator.onLine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const choice = control.matches("${CHOICES}");
    held = held.filter((each) => each !== control && (choice || each.matches("${CHOICES}")));
    held.push(control);
    hydrate();
    if (failed) giveUp();
    else if (link) setTimeout(() => { if (held.includes(control)) location.assign(control.href); }, ${MOST_WAIT_MS});
  }, true);

  addEventListener("submit", (event) => {
    const form = event.target;
    if (!("waits" in form.dataset) || isHandled()) return;
    if (form.dataset.waits === "empty" && [...new FormData(form).values()].some((text) => text.trim())) return;
    event.preventDefault();
    hydrate();
    if ("held" in form.dataset) return;
    form.dataset.held = "";
    if (failed) return giveUp();
    setTimeout(() => { if ("held" in form.dataset) giveUp(); }, ${MOST_WAIT_MS});
  }, true);

  addEventListener("change", ({ target }) => {
    if ("live" in page || !target.matches("select")) return;
    changed.add(target);
    if (failed) giveUp();
  }, true);

  addEventListener("hydrated", () => {
    incomplete = false;
    if (!lasts) notice?.remove();
    for (const select of changed) select.dispatchEvent(new Event("change", { bubbles: true }));
    changed.clear();
    // Each in its turn, when the page shows what the last one chose.
    for (const control of held) setTimeout(() => { if (control.isConnected) control.click(); });
    held = [];
  });

  const showByMinute = () => {
    if ("live" in page) return;
    for (const time of document.querySelectorAll("[data-ago]")) {
      const hours = Math.floor((Date.now() - Date.parse(time.dateTime)) / 36e5);
      const count = hours < 24 ? hours : Math.floor(hours / 24);
      time.textContent = hours < 1 ? "Less than an hour ago"
        : count + (hours < 24 ? " hour" : " day") + (count > 1 ? "s" : "") + " ago";
    }
    const lists = document.querySelectorAll("[data-by-minute]");
    const marks = document.querySelectorAll("[data-open]");
    if (lists.length + marks.length === 0) return;
    const now = new Date(new Date().toLocaleString("en-US", { timeZone: "Europe/London" }));
    const minute = ((now.getDay() + 6) % 7) * 1440 + now.getHours() * 60 + now.getMinutes();
    for (const list of lists) {
      const current = [...list.children].findLast((each) => Number(each.dataset.from) <= minute);
      for (const each of list.children) each.hidden = each !== current;
    }
    for (const mark of marks) {
      const spans = mark.dataset.open.split(" ").map((span) => span.split("-").map(Number));
      mark.hidden = !spans.some(([from, to]) => from <= minute && minute < to);
    }
  };
  addEventListener("pageshow", showByMinute);
  const arriving = new MutationObserver(() => { showByMinute(); arriving.takeRecords(); });
  arriving.observe(document, { childList: true, subtree: true });

  addEventListener("popstate", hydrate);
  addEventListener("${HYDRATE_EVENT}", hydrate);
  const startIfSignedIn = () => {
    try { if (localStorage.getItem("${STORAGE_KEY}") !== null) hydrate(); } catch {}
  };
  addEventListener("storage", startIfSignedIn);
  addEventListener("pageshow", startIfSignedIn);

  const mode = page.hydrate;
  if (signedIn || signingOut || location.hash || !(mode === "on-interaction" || (mode === "unless-stored" && !stored)))
    wanted = atOnce = true;
  else if (HTMLScriptElement.supports?.("speculationrules")) {
    const rules = document.createElement("script");
    rules.id = "prefetch-rules";
    rules.type = "speculationrules";
    rules.textContent = ${JSON.stringify(PREFETCH_RULES)};
    document.head.append(rules);
  }
  addEventListener("DOMContentLoaded", () => {
    arriving.disconnect();
    showByMinute();
    if (wanted) hydrate();
  });
})()`;
