import { firstOf, lengthOf } from "#domain/values/characters.ts";
import { escapeHtml } from "#domain/values/html.ts";
import { countOf } from "#domain/values/numbers.ts";
import { visibleText } from "#domain/values/visible-text.ts";

const cut = (text: string, most: number): string => {
  // XML has no U+FFFE and U+FFFF.
  const plain = visibleText(text)
    .replace(/[\uFFFE\uFFFF]/g, "")
    .replace(/\s+/g, " ");
  return lengthOf(plain) > most ? `${firstOf(plain, most - 1).trimEnd()}…` : plain;
};

const STAR = "M25 12l4 8.2 9 1.3-6.5 6.3 1.5 9L25 32.6l-8 4.2 1.5-9L12 21.5l9-1.3z";

/** A provider's badge for their own site, as SVG: no script, font or picture from elsewhere. */
export const badgeSvg = ({
  name,
  site,
  average,
  count,
}: {
  name: string;
  site: string;
  average: number | null;
  count: number;
}): string => {
  const rating =
    average === null
      ? "No feedback yet"
      : `${average.toFixed(1)} from ${countOf(count, "review", "reviews")}`;
  const shown = cut(name, 40);
  const title = escapeHtml(`${shown} on ${cut(site, 40)}: ${rating}`);
  // As wide as the badge leaves room, whatever the script and the font.
  const fits = lengthOf(shown) > 22 || /[^\u0020-\u024f]/.test(shown) || /[WMm@]{3}/.test(shown);
  const width = fits ? ' textLength="200" lengthAdjust="spacingAndGlyphs"' : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="260" height="64" viewBox="0 0 260 64" role="img" aria-label="${title}"><title>${title}</title><rect x=".5" y=".5" width="259" height="63" rx="8" fill="#fff" stroke="#c9ced6"/><path d="${STAR}" fill="#b45309"/><g font-family="system-ui, sans-serif" fill="#1a1f29"><text x="48" y="27" font-size="15" font-weight="700">${escapeHtml(rating)}</text><text x="48" y="48" font-size="12"${width}>${escapeHtml(shown)}</text></g></svg>`;
};
