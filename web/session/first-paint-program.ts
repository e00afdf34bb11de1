/** All that the program uses of other modules, because only its own text is sent. */
export interface FirstPaintValues {
  tracking: RegExp;
  pageIncomplete: string;
  networkIssue: string;
  /** Controls that do nothing without scripts, or more with them; `data-scripted` marks such links. */
  controls: string;
  /** Controls that choose what others send: each such press counts, of others the last. */
  choices: string;
  noticeId: string;
  noticeClass: string;
  againClass: string;
  /** Of the notice where no class counts, because the styles did not arrive. */
  bareStyle: string;
  scriptsId: string;
  partMissing: string;
  /** What tests dispatch in place of a press. */
  hydrateEvent: string;
  /** How long a press, or a page that needs them, waits for scripts: longer than a slow connection takes to load them. */
  mostWaitMs: number;
  prefetchRules: string;
  sessionKey: string;
  revocationsKey: string;
  accountKey: string;
  /** Stored by pages, and read by no form. */
  unrelatedKey: string;
}

/**
 * Sent as text, in which each `values.<name>` is replaced (first-paint.ts): it may name nothing outside itself but what
 * every browser has.
 */
export const firstPaint = (values: FirstPaintValues): void => {
  const page = document.documentElement.dataset;
  let signedIn = false;
  let signingOut = false;
  let stored = false;
  try {
    const query = location.search.slice(1).split("&");
    const own = query.filter((part) => !values.tracking.test(part));
    if (own.length < query.length) {
      const search = own.length ? `?${own.join("&")}` : "";
      history.replaceState(history.state, "", location.pathname + search + location.hash);
    }
    page.address = location.pathname + location.search;
    const session = localStorage.getItem(values.sessionKey);
    signedIn = session !== null;
    if (signedIn) page.session = "stored";
    signingOut = localStorage.getItem(values.revocationsKey) !== null;
    stored = [localStorage, sessionStorage].some((each) =>
      Object.keys(each).some((key) => key !== values.unrelatedKey),
    );
    if (session !== null) {
      const id = JSON.parse(session)?.user?.id;
      const account = JSON.parse(localStorage.getItem(values.accountKey) ?? "null");
      page.account = (account?.id === id && account?.profile?.account_type) || "";
      if (location.pathname === `/directory/${id}`) page.own = "";
    }
  } catch {}

  const [navigation] = performance.getEntriesByType("navigation") as { deliveryType?: string }[];
  if (navigation?.deliveryType === "navigational-prefetch")
    fetch(location.href, { method: "HEAD", headers: { "x-shown": "" } }).catch(() => {});

  if (page.login && !signedIn) {
    location.replace(page.login);
    return;
  }

  let wanted = false;
  let atOnce = false;
  let loading = false;
  let failed = false;
  let incomplete = false;
  let lasts = false;
  let held: HTMLElement[] = [];
  let notice: HTMLElement | null = null;
  const changed = new Set<HTMLSelectElement>();
  const heldForm = () => document.querySelector<HTMLFormElement>("form[data-held]");

  const say = (text = navigator.onLine ? values.pageIncomplete : values.networkIssue) => {
    notice?.remove();
    notice = document.createElement("div");
    notice.id = values.noticeId;
    notice.setAttribute("role", "alert");
    // Without a heading the page has nothing else to show; with one, it is read on.
    notice.className =
      values.noticeClass + (document.querySelector("h1") ? " bottom-4" : " top-1/2");
    const again = document.createElement("button");
    again.type = "button";
    again.className = values.againClass;
    again.textContent = "Try again";
    again.onclick = () =>
      fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(
        () => location.reload(),
        () => say(values.networkIssue),
      );
    notice.append(`${text} `, again);
    document.body.append(notice);
    return notice;
  };
  const sayIncomplete = () => {
    incomplete = true;
    for (const status of document.querySelectorAll<HTMLElement>("[role=status]:has(.animate-glow)"))
      status.style.display = "none";
    say();
  };
  const giveUp = () => {
    if ("live" in page) return;
    failed = true;
    const form = heldForm();
    const control = held.at(-1);
    const chosen = held.some((each) => each.matches(values.choices));
    held = [];
    if (form) delete form.dataset.held;
    if (page.address !== location.pathname + location.search) {
      location.reload();
      return;
    }
    if (navigator.onLine && form && !chosen) {
      const completes = "posts" in page && !form.querySelector("[autocomplete=current-password]");
      if (form.method === "get" || completes) {
        form.submit();
        return;
      }
    }
    const href = (control as HTMLAnchorElement | undefined)?.href;
    if (navigator.onLine && href) location.assign(href);
    else if (atOnce) sayIncomplete();
    else if (form || control || changed.size) say();
  };
  const hydrate = () => {
    wanted = true;
    const source = document.getElementById(values.scriptsId);
    if (loading || !source) return;
    loading = true;
    document.getElementById("prefetch-rules")?.remove();
    for (const href of source.dataset.preloads?.split(" ") ?? []) {
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
    if (atOnce)
      setTimeout(() => {
        if (!("live" in page)) sayIncomplete();
      }, values.mostWaitMs);
  };
  addEventListener("unhandledrejection", () => {
    if (loading) giveUp();
  });
  addEventListener(
    "error",
    ({ target, filename }) => {
      if (loading && filename?.includes("/assets/")) giveUp();
      if ((target as HTMLLinkElement).rel !== "stylesheet") return;
      lasts = true;
      say().style.cssText = values.bareStyle;
    },
    true,
  );
  addEventListener(values.partMissing, () => {
    lasts = true;
    if ("hydrated" in page) say();
    else sayIncomplete();
  });
  addEventListener("online", () => {
    notice?.remove();
    if (incomplete) say();
  });

  const controlOf = ({ target }: Event): HTMLElement | null => {
    const control =
      target instanceof Element && !notice?.contains(target)
        ? target.closest<HTMLElement>(`a[href],${values.controls}`)
        : null;
    if (!control?.matches("a")) return control;
    const isNative = navigator.onLine && !("scripted" in control.dataset);
    return isNative || (control as HTMLAnchorElement).origin !== location.origin ? null : control;
  };
  const start = (event: Event) => {
    if (!loading && controlOf(event)) hydrate();
  };
  for (const type of ["pointerover", "pointerdown", "focusin", "input", "change"])
    addEventListener(type, start, { capture: true, passive: true });

  const isHandled = () =>
    "hydrated" in page || ("live" in page && held.length === 0 && !heldForm());
  addEventListener(
    "click",
    (event) => {
      if (isHandled() || event.defaultPrevented) return;
      const control = controlOf(event) as (HTMLAnchorElement & HTMLButtonElement) | null;
      if (!control) return;
      const isLink: boolean = control.matches("a");
      if (isLink) {
        if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
          return;
        if (control.target) return;
        if (failed && navigator.onLine) return;
      } else {
        if (!control.matches("button,[role=button]")) return;
        if (control.type === "submit" && control.form) return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      const isChoice = control.matches(values.choices);
      held = held.filter((each) => each !== control && (isChoice || each.matches(values.choices)));
      held.push(control);
      hydrate();
      if (failed) giveUp();
      else if (isLink)
        setTimeout(() => {
          if (held.includes(control)) location.assign(control.href);
        }, values.mostWaitMs);
    },
    true,
  );

  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (!("waits" in form.dataset) || isHandled()) return;
      if (form.dataset.waits === "empty")
        if ([...new FormData(form).values()].some((text) => (text as string).trim())) return;
      event.preventDefault();
      hydrate();
      if ("held" in form.dataset) return;
      form.dataset.held = "";
      if (failed) giveUp();
      else
        setTimeout(() => {
          if ("held" in form.dataset) giveUp();
        }, values.mostWaitMs);
    },
    true,
  );

  addEventListener(
    "change",
    ({ target }) => {
      if ("live" in page || !(target as Element).matches("select")) return;
      changed.add(target as HTMLSelectElement);
      if (failed) giveUp();
    },
    true,
  );

  addEventListener("hydrated", () => {
    incomplete = false;
    if (!lasts) notice?.remove();
    for (const select of changed) select.dispatchEvent(new Event("change", { bubbles: true }));
    changed.clear();
    // Each in its turn, when the page shows what the last one chose.
    for (const control of held)
      setTimeout(() => {
        if (control.isConnected) control.click();
      });
    held = [];
  });

  const showByMinute = () => {
    if ("live" in page) return;
    for (const time of document.querySelectorAll<HTMLTimeElement>("[data-ago]")) {
      const hours = Math.floor((Date.now() - Date.parse(time.dateTime)) / 36e5);
      const count = hours < 24 ? hours : Math.floor(hours / 24);
      time.textContent =
        hours < 1
          ? "Less than an hour ago"
          : `${count} ${hours < 24 ? "hour" : "day"}${count > 1 ? "s" : ""} ago`;
    }
    const lists = document.querySelectorAll<HTMLElement>("[data-by-minute]");
    const marks = document.querySelectorAll<HTMLElement>("[data-open]");
    if (lists.length + marks.length === 0) return;
    const now = new Date(new Date().toLocaleString("en-US", { timeZone: "Europe/London" }));
    const minute = ((now.getDay() + 6) % 7) * 1440 + now.getHours() * 60 + now.getMinutes();
    for (const list of lists) {
      const each = [...list.children] as HTMLElement[];
      const current = each.findLast(({ dataset }) => Number(dataset.from) <= minute);
      for (const child of each) child.hidden = child !== current;
    }
    for (const mark of marks)
      mark.hidden = !mark.dataset.open?.split(" ").some((span) => {
        const [from = 0, to = 0] = span.split("-").map(Number);
        return from <= minute && minute < to;
      });
  };
  addEventListener("pageshow", showByMinute);
  const arriving = new MutationObserver(() => {
    showByMinute();
    arriving.takeRecords();
  });
  arriving.observe(document, { childList: true, subtree: true });

  addEventListener("popstate", hydrate);
  addEventListener(values.hydrateEvent, hydrate);
  const startIfSignedIn = () => {
    try {
      if (localStorage.getItem(values.sessionKey) !== null) hydrate();
    } catch {}
  };
  addEventListener("storage", startIfSignedIn);
  addEventListener("pageshow", startIfSignedIn);

  const waits = page.hydrate === "on-interaction" || (page.hydrate === "unless-stored" && !stored);
  if (signedIn || signingOut || location.hash || !waits) {
    wanted = true;
    atOnce = true;
  } else if (HTMLScriptElement.supports?.("speculationrules")) {
    const rules = document.createElement("script");
    rules.id = "prefetch-rules";
    rules.type = "speculationrules";
    rules.textContent = values.prefetchRules;
    document.head.append(rules);
  }
  addEventListener("DOMContentLoaded", () => {
    arriving.disconnect();
    showByMinute();
    if (wanted) hydrate();
  });
};
