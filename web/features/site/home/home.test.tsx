import { expect, it } from "vitest";
import { DEFAULT_HOME_TEXTS, type HomeTexts } from "#domain/site/home-texts.ts";
import { draw } from "#tests/draw.tsx";
import { LISTED } from "#tests/examples/listed-provider.ts";
import { reviewed } from "#tests/examples/reviewed.ts";
import { Home } from "./home.tsx";
import type { LiveHome } from "./live.ts";

it("asks visitors to join, and signed-in people not again", () => {
  const pageFor = (signedIn: boolean) => draw(<Home signedIn={signedIn} />);
  expect(pageFor(false)).toContain("/signup?type=provider");
  expect(pageFor(false).split("Got something that needs doing?")[1]).toContain("/post-job");
  expect(pageFor(true)).not.toContain("/signup");
  expect(pageFor(true)).toContain("£20 a year or £2.99 a month puts you in the directory.");
});

it("shows the texts that admins gave it, and no examples if they are switched off", () => {
  const pageWith = (home: Partial<HomeTexts>) =>
    draw(<Home signedIn={false} />, { settings: { home: { ...DEFAULT_HOME_TEXTS, ...home } } });
  const quotes = DEFAULT_HOME_TEXTS.quotes.map(({ words }) => ({ words, who: "Bea, Bath" }));
  const own = pageWith({ headline: "Trades you can trust", join: "List your trade", quotes });
  expect(own).toMatch(/Trades you can <span[^>]*>trust/);
  expect(own).toContain("List your trade");
  expect(own.match(/Bea, Bath/g)).toHaveLength(3);
  expect(own).not.toMatch(/Become Part of the Solution|Whatever needs doing|Priya/);
  expect(own).toContain("Examples");
  expect(pageWith({ examples: false })).not.toContain("What people say");
});

it("shows six categories, and three testimonials of 5, 5 and 4 stars that are called examples", () => {
  const html = draw(<Home signedIn={false} />);
  expect(html.match(/href="\/directory\?category=/g)).toHaveLength(6);
  const ratings = [...html.matchAll(/aria-label="([\d.]+) out of 5 stars"/g)].map(([, n]) => n);
  expect(ratings).toEqual(["5", "5", "4"]);
  expect(html).toMatch(/example/i);
});

it("shows real people, reviews and jobs before the examples, and no figure under five", () => {
  const live: LiveHome = {
    providers: [{ ...LISTED, rating_average: 5, rating_count: 1 }],
    providerCount: 54,
    reviews: [{ ...reviewed({ rating: 2, title: "Came late" }), provider: LISTED }],
    jobs: [],
    jobCount: 0,
  };
  const html = draw(<Home signedIn={false} live={live} />);
  const places = ["professionals listed", "View Profile", "Came late", "Examples"].map((text) =>
    html.indexOf(text),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(html).not.toMatch(/jobs open now|Just posted/);
});
