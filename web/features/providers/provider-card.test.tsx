import { expect, it } from "vitest";
import { draw, wordsOf } from "#tests/draw.tsx";
import { LISTED } from "#tests/examples/listed-provider.ts";
import { ProviderCard } from "./provider-card.tsx";
import type { ProviderCard as Provider } from "./queries.ts";

const show = (facts: Partial<Provider>) =>
  draw(<ProviderCard provider={{ ...LISTED, ...facts }} />);

it("shows a picture of the work in the sizes of cards, else a drawing of the trade", () => {
  const picture = "/storage/v1/object/public/portfolio_media/x/portfolio/1-0.jpg";
  const html = show({ picture, main_category: "Pets/Animals" });
  expect(html).toContain("/storage/v1/render/image/public/portfolio_media/x/portfolio/1-0.jpg");
  expect(html).toContain("width=228&amp;height=304");
  expect(html).not.toContain("/art/");
  const drawn = (main_category: string, title: string) =>
    /src="\/art\/trades\.svg#(.*?)"/.exec(show({ main_category, title }))?.[1];
  expect(drawn("Pets/Animals", "Dog Walking")).toBe("pets");
  expect(drawn("Construction/Trade", "Carpentry")).toBe("carpentry");
  // The category's saw would be another trade's tool.
  expect(drawn("Construction/Trade", "Locksmith")).toBe("trade");
  expect(drawn("Gone", "Gone")).toBe("trade");
});

it("shows rating, lowest price and opening as far as they are known", () => {
  const hours = { mon: { opens: "09:00", closes: "17:00" } };
  const html = show({
    rating_average: 4.46,
    rating_count: 8,
    price_pence: 6050,
    price_unit: "hour",
    hours,
  });
  expect(wordsOf(html)).toContain("4.5 (8 reviews ) from £60.50 an hour");
  expect(wordsOf(html)).toContain("Open now");
  // Hidden until the first script of the page compares the minute of the week.
  expect(html).toMatch(/<span data-open="540-1020" hidden=""/);
  const nothing = show({ hours: null });
  expect(wordsOf(nothing)).toContain("No feedback yet");
  expect(wordsOf(nothing)).not.toMatch(/from £|Open now/);
});

it("is one link, whose name says whose profile it opens", () => {
  const html = show({ miles: 3 });
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('aria-label="View Profile of Bright Volt"');
  expect(wordsOf(html)).toContain("Sam Ellery Bright Volt Electrician Leeds 3 miles away");
});
