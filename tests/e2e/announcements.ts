import type { Page } from "@playwright/test";

declare global {
  interface Window {
    announced: string[];
  }
}

/**
 * From now on notes what a screen reader says by itself: text that comes into a live region, and the name, the
 * description and the text of what gets the focus.
 */
export const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const listening = window.announced as string[] | undefined;
    window.announced = [];
    if (listening) return;
    const wordsOf = (element: Element) =>
      ["aria-labelledby", "aria-describedby"]
        .flatMap((name) => element.getAttribute(name)?.split(" ") ?? [])
        .map((id) => document.getElementById(id)?.textContent ?? "");
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      // A form names the error in the rendering after the one that moves the focus; a screen reader hears both as one.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement !== target) return;
          // What a list or region contains is read on request only.
          const own = target.matches("a, button, h1, h2, h3, address") ? [target.textContent] : [];
          window.announced.push([...own, ...wordsOf(target)].join(" "));
        }),
      );
    });
    const note = (added: Node) => {
      if (!added.isConnected) return;
      const texts = document.createTreeWalker(added, NodeFilter.SHOW_TEXT);
      const words = new Map<Element, string>();
      for (let text = texts.nextNode() ?? added; text; text = texts.nextNode() as Node) {
        const region = text.parentElement?.closest("[aria-live], [role=alert], [role=status]");
        if (region && region.ariaLive !== "off" && text.nodeType === Node.TEXT_NODE)
          words.set(region, `${words.get(region) ?? ""} ${text.textContent}`);
      }
      window.announced.push(...words.values());
    };
    // Screen readers hear of a change once the page has been laid out.
    new MutationObserver((records) =>
      requestAnimationFrame(() => {
        for (const { type, target, addedNodes } of records) {
          if (type === "characterData") note(target);
          else addedNodes.forEach(note);
        }
      }),
    ).observe(document.body, { childList: true, characterData: true, subtree: true });
  });

/** How often this was heard since `listen`. What comes into a page is heard two frames later at most. */
export const timesAnnounced = (page: Page, words: string): Promise<number> =>
  page.evaluate(async (text) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return window.announced.filter((one) => one.includes(text)).length;
  }, words);
