import type { Page } from "@playwright/test";

/** What people must see without reading: the edges of controls, icons without words, and charts. */
const KINDS = {
  control:
    'input:not([type="hidden"], [type="file"], [type="range"]), textarea, select, [role="switch"], [role="switch"] > *',
  icon: 'button[aria-label] svg, [class*="border-l-4"] > svg, [class*="rounded-md"][class*="border"] > svg',
  chart: '[role="slider"] svg rect, svg polyline, svg[role="img"] circle, [role="progressbar"] > *',
  // Its ground is the colour of the stars that are not full.
  star: ".stars",
} as const;

export interface Mark {
  kind: keyof typeof KINDS;
  /** Its contrast with what is behind it, by its edge or its ground, whichever is clearer. */
  contrast: number;
  html: string;
}

/** Measures every such mark of the page's content as it is painted, except what is switched off. */
export const marksOf = (page: Page): Promise<Mark[]> =>
  page.evaluate((kinds) => {
    type Colour = [number, number, number, number];
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const colourOf = (css: string): Colour => {
      if (!context || css === "none") return [0, 0, 0, 0];
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = css;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = ([r, g, b, alpha]: Colour, [R, G, B]: Colour): Colour => {
      const mix = (top: number, below: number) => top * alpha + below * (1 - alpha);
      return [mix(r, R), mix(g, G), mix(b, B), 1];
    };
    const groundOf = (element: Element | null): Colour => {
      if (!element) return colourOf("Canvas");
      const own = colourOf(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
    };
    const luminance = (colour: Colour) => {
      const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: Colour, other: Colour) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const paintsOf = (element: Element): string[] => {
      const style = getComputedStyle(element);
      if (!(element instanceof SVGElement))
        return [
          style.backgroundColor,
          ...(Number.parseFloat(style.borderTopWidth) > 0 ? [style.borderTopColor] : []),
        ];
      return element instanceof SVGSVGElement ? [style.color] : [style.fill, style.stroke];
    };
    const isOff = (element: Element) =>
      element.closest("[disabled], [aria-disabled=true], [data-disabled]") !== null ||
      // What is there for screen readers alone is a point.
      element.getBoundingClientRect().width < 2 ||
      getComputedStyle(element).opacity === "0";
    return Object.entries(kinds).flatMap(([kind, selector]) =>
      [...document.querySelectorAll(`main :is(${selector})`)]
        .filter((element) => !isOff(element))
        .map((element) => {
          const ground = groundOf(element.parentElement);
          const faded = Number(getComputedStyle(element).opacity);
          const seen = paintsOf(element).map((css) => {
            const [red, green, blue, alpha] = colourOf(css);
            return contrast(over([red, green, blue, alpha * faded], ground), ground);
          });
          return {
            kind: kind as keyof typeof kinds,
            contrast: Math.round(Math.max(...seen) * 100) / 100,
            html: element.outerHTML.slice(0, 160),
          };
        }),
    );
  }, KINDS);
