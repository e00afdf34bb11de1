import type { Page } from "@playwright/test";

/** A column of text narrower than this is read letter by letter. */
const NARROWEST = 120;

/**
 * What is wrong with a page on a narrow screen, in words: it scrolls sideways, breaks text in a column that is
 * too narrow for it, or lays something over a button or over other text.
 *
 * @param part looks at the one element of this selector, such as an open dialog, which lies over all others
 */
export const layoutFaults = (page: Page, part = "body"): Promise<string[]> =>
  page.evaluate(
    ([narrowest, selector]) => {
      const faults: string[] = [];
      const within = document.querySelector(selector);
      if (!within) return [`there is no ${selector}`];
      const nameOf = (element: Element) => {
        const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
        return `<${element.tagName.toLowerCase()}> “${words.replace(/\s+/g, " ").slice(0, 60)}”`;
      };
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      /** Hidden but for screen readers: clipped to a point. */
      const isClipped = (element: Element) => {
        for (let at: Element | null = element; at; at = at.parentElement) {
          const { width, height } = at.getBoundingClientRect();
          if (getComputedStyle(at).display !== "contents" && width <= 2 && height <= 2) return true;
        }
        return false;
      };
      const scrollsSideways = (element: Element) => {
        for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
          const { overflowX } = getComputedStyle(at);
          if (overflowX !== "visible" && at.scrollWidth > at.clientWidth + 1) return true;
        }
        return false;
      };

      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth + 1) {
        const isWide = (element: Element | null) =>
          element !== null && element.getBoundingClientRect().right > root.clientWidth + 1;
        const wide = [...document.body.querySelectorAll("*")].filter(
          (element) =>
            isWide(element) &&
            !isWide(element.parentElement) &&
            isSeen(element) &&
            !scrollsSideways(element),
        );
        faults.push(`scrolls sideways: ${wide.slice(0, 2).map(nameOf).join()}`);
      }

      if (within !== document.body && within.scrollWidth > within.clientWidth + 1) {
        faults.push("the part scrolls sideways");
      }

      // Texts over one another, or tabs whose labels read as one word.
      const lines: { box: DOMRect; of: Element; tab: Element | null }[] = [];
      /** As much of a line of text as its surroundings show. */
      const shownPart = (box: DOMRect, element: Element) => {
        let { top, bottom, left, right } = box;
        for (let at: Element | null = element; at && at !== within; at = at.parentElement) {
          if (getComputedStyle(at).overflow === "visible") continue;
          const around = at.getBoundingClientRect();
          [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
          [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
        }
        return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
      };
      const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const of = node.parentElement;
        if (!of || !node.textContent?.trim() || !isSeen(of) || isClipped(of) || scrollsSideways(of))
          continue;
        // What lies over the page: bars, toasts, and the skip link, which comes into view with the focus.
        if (of.closest("svg, option, textarea, [data-bottom-bar], [role=region], a[href='#main']"))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const tab = of.closest("[role=tab]");
        for (const whole of range.getClientRects()) {
          const box = shownPart(whole, of);
          if (box.width > 1 && box.height > whole.height / 2) lines.push({ box, of, tab });
        }
      }
      lines.sort((a, b) => a.box.top - b.box.top);
      for (const [at, one] of lines.entries()) {
        for (const other of lines.slice(at + 1)) {
          if (other.box.top > one.box.bottom) break;
          const least = Math.min(one.box.height, other.box.height) / 2;
          if (one.box.bottom - other.box.top < least) continue;
          const [left, right] = one.box.left < other.box.left ? [one, other] : [other, one];
          const gap = right.box.left - left.box.right;
          const apart = left.tab && right.tab && left.tab !== right.tab ? 4 : -2;
          if (gap < apart && one.of !== other.of)
            faults.push(`${nameOf(left.of)} touches ${nameOf(right.of)}`);
        }
      }

      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        const text = (node.textContent ?? "").trim();
        if (!parent || text.length < 4 || !isSeen(parent) || isClipped(parent)) continue;
        if (parent.closest("svg, option, textarea, pre, [aria-hidden=true]")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(rects.map(({ bottom }) => Math.round(bottom / 4))).size;
        if (lines < 2) continue;
        let block: Element = parent;
        while (block.parentElement && /^(inline|contents)$/.test(getComputedStyle(block).display)) {
          block = block.parentElement;
        }
        const style = getComputedStyle(block);
        const column =
          block.clientWidth -
          Number.parseFloat(style.paddingLeft) -
          Number.parseFloat(style.paddingRight);
        const words = text.split(/[\s\u2010-\u2014/-]+/).length;
        // A label of a few words may take a line for each; a word that breaks, or a sentence, may not.
        if (column < narrowest && (lines > words || lines > 3)) {
          faults.push(`${lines} lines in ${Math.round(column)} px: ${nameOf(parent)}`);
        }
      }

      for (const button of within.querySelectorAll(
        "button, a[href], [role=switch], [role=checkbox], summary",
      )) {
        if (!isSeen(button) || isClipped(button) || button.matches(":disabled")) continue;
        if (getComputedStyle(button).pointerEvents === "none") continue;
        // The skip link comes into view with the focus.
        if (button.matches("a[href^='#']")) continue;
        button.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const [box] = button.getClientRects();
        if (!box || box.width < 3 || box.height < 3) continue;
        const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (!over) faults.push(`out of reach: ${nameOf(button)}`);
        else if (
          !button.contains(over) &&
          !over.contains(button) &&
          over.closest("label")?.control !== button
        ) {
          faults.push(`${nameOf(button)} is covered by ${nameOf(over)}`);
        }
      }
      window.scrollTo(0, 0);
      return [...new Set(faults)];
    },
    [NARROWEST, part] as const,
  );

/** What people may need of text (WCAG 1.4.4 and 1.4.12), and the width at which a page must have room for it. */
const DOUBLED = "html { font-size: 200% !important }";
const TEXT_SETTINGS = [
  { what: "doubled text", width: 1280, part: "head", css: DOUBLED },
  { what: "doubled text on a telephone", width: 360, part: "body", css: DOUBLED },
  {
    what: "spaced text",
    width: 320,
    part: "head",
    css: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`,
  },
];

/**
 * With which of these settings the page scrolls sideways, and what is too wide; on a telephone also every other fault of
 * the layout. The page then is as before.
 */
export const textFaults = async (page: Page): Promise<string[]> => {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const { what, width, part, css } of TEXT_SETTINGS) {
    await page.setViewportSize({ width, height: before?.height ?? 720 });
    const style = await page.addStyleTag({ content: css });
    const found = await layoutFaults(page, part);
    faults.push(...found.map((fault) => `${what}: ${fault}`));
    await style.evaluate((element) => (element as Element).remove());
  }
  if (before) await page.setViewportSize(before);
  return faults;
};
