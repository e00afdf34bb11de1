import { NETWORK_ISSUE, PAGE_INCOMPLETE } from "#domain/site/messages.ts";
import { TRACKING_PARAMETER } from "#domain/site/tracking.ts";
import { type FirstPaintValues, firstPaint } from "./first-paint-program.ts";
import { NOTICE_ID, PART_MISSING, SCRIPTS_ID } from "./hydration.ts";
import { ACCOUNT_KEY, REVOCATIONS_KEY, STORAGE_KEY } from "./storage-keys.ts";

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

const VALUES: FirstPaintValues = {
  tracking: TRACKING_PARAMETER,
  pageIncomplete: PAGE_INCOMPLETE,
  networkIssue: NETWORK_ISSUE,
  controls:
    "button,input,select,textarea,summary,label,[role=button],[role=checkbox],[role=switch],[role=combobox],[data-scripted]",
  choices: "[role=tab]",
  noticeId: NOTICE_ID,
  noticeClass:
    "fixed inset-x-4 z-50 mx-auto max-w-md rounded-lg border border-line bg-raised p-4 text-ink shadow-float",
  againClass: "link min-h-11",
  bareStyle: "position:fixed;inset:auto 0 0;padding:1rem;background:Canvas",
  scriptsId: SCRIPTS_ID,
  partMissing: PART_MISSING,
  hydrateEvent: "hydrate",
  mostWaitMs: 15_000,
  prefetchRules: PREFETCH_RULES,
  sessionKey: STORAGE_KEY,
  revocationsKey: REVOCATIONS_KEY,
  accountKey: ACCOUNT_KEY,
  unrelatedKey: "react-router-scroll-positions",
};

/** The program's text with the values in their places. */
const filled = String(firstPaint).replaceAll(/\bvalues\.(\w+)/g, (_, name: string) => {
  const value = VALUES[name as keyof FirstPaintValues];
  return value instanceof RegExp ? String(value) : JSON.stringify(value);
});

/**
 * The one script that runs with every page, before the first paint. It is a constant, because the
 * Content-Security-Policy allows it by its hash. The build minifies it (vite.config.ts). The program is in
 * first-paint-program.ts.
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
export const FIRST_PAINT = `(${filled})()`;
