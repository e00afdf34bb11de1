import { expect, it } from "vitest";
import { groupCategories } from "#domain/categories/categories.ts";
import { draw } from "#tests/draw.tsx";
import { LISTED } from "#tests/examples/listed-provider.ts";
import { foldGroups } from "#web/features/categories/queries.ts";
import { Directory } from "./directory.tsx";
import { type DirectoryPage, type ProviderCard, readSearch } from "./queries.ts";

const member: ProviderCard = LISTED;

const GROUPS = foldGroups(
  groupCategories([
    { id: "1", name: "Electrician", group_name: "Construction" },
    { id: "2", name: "SEO", group_name: "IT" },
  ]),
  "Construction > Electrician",
);

const show = (query: string, page: Partial<DirectoryPage>): string => {
  const found = { total: 1, providers: [member], fallback: false, ...page };
  const search = readSearch(new URLSearchParams(query));
  return draw(<Directory search={search} page={found} groups={GROUPS} />, {
    at: `/directory?${query}`,
  });
};

const WARNING =
  "No professionals match your current filters. Showing all available professionals instead.";

it("counts, explains the order, and offers the others", () => {
  const html = show("service=sparky", { total: 2 });
  expect(html).toContain("Showing 1 of 2 professionals");
  expect(html).toContain("Closest matches first");
  expect(html).toContain("Nobody can pay for a higher place.");
  expect(html).toMatch(/<select[^>]*name="sort"/);
  expect(html).not.toContain("Showing results for");
  expect(html).not.toContain(WARNING);
});

it("calls the order the best match only where words or a place decide it", () => {
  expect(show("service=sparky", {})).toContain(">Best match<");
  for (const html of [show("", {}), show("service=zzz", { fallback: true })]) {
    expect(html).toContain(">Today&#x27;s order<");
    expect(html).not.toContain("Best match");
  }
});

it("shows what it searched for instead of what was typed", () => {
  const html = show("service=electrcian", { corrected: "electrician" });
  expect(html).toContain("Showing results for <strong>electrician</strong> instead of electrcian.");
});

it("shows exactly how many there are, and links no page that cannot be reached", () => {
  const html = show("", { total: 90_000 });
  expect(html).toContain("Showing 1 of 90000 professionals");
  expect(html).toContain("page=500");
  expect(html).not.toContain("page=4500");
});

it("removes each filter by a link that keeps the others", () => {
  const html = show("service=sparky&location=Leeds&sort=rating&page=3", {}).replaceAll(
    "&amp;",
    "&",
  );
  expect(html).toContain('href="/directory?location=Leeds&sort=rating"');
  expect(html).toContain('href="/directory?service=sparky&sort=rating"');
  expect(html).toContain('aria-label="Remove Location: Leeds"');
  expect(show("service=sparky&location=Leeds&within=5", {})).toContain(
    'aria-label="Remove Location: Leeds, within 5 miles"',
  );
  const single = show("location=Leeds", {});
  expect(single).toContain("Clear All");
  expect(single).not.toContain("Remove Location");
  expect(show("", {})).not.toContain("Active filters");
});

it("shows how a place was understood, and how far away each card is", () => {
  const near = { name: "leeds", area: "LS", corrected: false, within: 10, near: true };
  const html = show("location=LS6&within=10&sort=distance", {
    providers: [{ ...member, miles: 3 }],
    place: near,
  });
  expect(html.replace(/<[^>]+>/g, "")).toContain(
    "Within 10 miles of Leeds. Distances for LS postcodes are measured from the centre of Leeds.",
  );
  expect(html).toContain("3 miles away");
  expect(html).toContain("Nearest first");
  expect(show("location=Leads", { place: { ...near, corrected: true, near: false } })).toContain(
    "Showing results in <strong>Leeds</strong> instead of Leads.",
  );
});

it("offers the other pages by links, and none if there is one page", () => {
  const html = show("service=a&page=2", { total: 90 }).replaceAll("&amp;", "&");
  expect(html).toContain('href="/directory?service=a&page=3"');
  expect(show("", { total: 20 })).not.toContain("page=2");
});

it("shows in its fields what the address requests, also what they do not offer", () => {
  const chosen = (query: string, page = {}) =>
    [...show(query, page).matchAll(/<option value="([^"]*)" selected="">/g)].map(([, it]) => it);
  expect(chosen("category=Construction+>+Electrician")).toContain("Construction &gt; Electrician");
  expect(chosen("category=IT")).toContain("IT");
  expect(chosen("category=IT+>+SEO")).toContain("IT &gt; SEO");
  expect(chosen("category=Gone")).toContain("Gone");
  expect(chosen("location=Leeds&within=7")).toContain("7");
  const place = { name: "leeds", area: "LS", corrected: false, within: 10, near: true };
  expect(chosen("location=LS6", { place })).toContain("10");
  expect(chosen("location=LS6&within=0", { place })).toContain("10");
  // Folded groups contain no category except the chosen one's.
  expect(show("", {})).not.toContain("SEO");
});

it("leads to no profile from test data", () => {
  const html = show("", { test: "made up" });
  expect(html).toContain("No profile yet");
  expect(html).not.toContain(`/directory/${member.user_id}`);
  expect(show("", {})).toContain(`/directory/${member.user_id}`);
});

it("answers a search in words, and says how far away people are", () => {
  const answer = (query: string, page: Partial<DirectoryPage> = {}) =>
    /<h2 class="mt-0.5[^>]*>([^<]*)/.exec(show(query, page))?.[1];
  const place = { name: "leeds", area: null, corrected: false, within: 10, near: true };
  const plumber = { ...member, title: "Plumber" };
  const one = { place, providers: [plumber] };
  expect(answer("service=plumber&location=Leeds", one)).toBe("1 plumber in Leeds");
  const providers = [{ ...plumber, miles: 8 }];
  expect(answer("service=plumber&location=Leeds", { place, providers })).toBe(
    "1 plumber within 10 miles of Leeds",
  );
  // Who only mentions the word is no plumber.
  expect(
    answer("service=plumber&location=Leeds", {
      place,
      total: 2,
      providers: [plumber, { ...member, title: "Bathroom Specialist" }],
    }),
  ).toBe("2 professionals for “plumber” in Leeds");
  expect(answer("category=IT+>+SEO")).toBe("1 professional for “SEO”");
  expect(answer("category=Construction/Trade+>+Plumber")).toBe("1 plumber");
  expect(answer("service=plumbr", { corrected: "plumber", providers: [plumber] })).toBe(
    "1 plumber",
  );
  expect(answer("service=plumber&location=Leeds", { fallback: true })).toBe(
    "No plumbers in Leeds yet",
  );
  expect(show("", {})).toMatch(/<h1[^>]*>Professionals<\/h1>/);
  expect(show("service=plumber", {})).toMatch(/<h1[^>]*>Professionals<\/h1>/);
});

it("follows few results by who is a little further away, and by a job of the same words", () => {
  const further = [{ ...member, user_id: "5ea7c400-0000-4000-8000-000000000002", miles: 14 }];
  const query = "service=plumber&location=Leeds&category=IT";
  const few = show(query, { further }).replaceAll("&amp;", "&");
  expect(few).toContain("A little further away");
  expect(few).toContain("14 miles away");
  expect(few).toContain("Let plumbers come to you");
  expect(few).toContain(
    'href="/post-job?title=Plumber+needed+in+Leeds&location=Leeds&category=IT"',
  );
  const enough = show(query, { total: 6, further });
  expect(enough).toContain("Let plumbers come to you");
  expect(enough).not.toContain("A little further away");
  expect(show("", { total: 54 })).toContain('href="/post-job"');
  expect(show("", { total: 0, providers: [] })).not.toContain("come to you");
  const nobody = show(query, { further, fallback: true });
  const order = [
    "No plumbers within 10 miles of Leeds yet",
    WARNING,
    "A little further",
    "come to you",
    "All professionals",
    "Showing 1 of",
  ];
  const places = order.map((text) => nobody.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

it("offers a wider search where nobody matched", () => {
  const tried = (query: string) =>
    show(query, { fallback: true })
      .split('aria-label="Try instead"')[1]
      ?.split("</ul>")[0]
      ?.replaceAll("&amp;", "&") ?? "";
  const both = tried("service=sparky&location=Leeds&category=IT&sort=rating&page=2");
  for (const query of [
    "service=sparky&location=Leeds&category=IT&within=25&sort=rating",
    "service=sparky&category=IT&sort=rating",
    "service=sparky&location=Leeds&sort=rating",
  ]) {
    expect(both).toContain(`href="/directory?${query}"`);
  }
  expect(tried("location=Leeds&within=25")).toContain("Within 50 miles of Leeds");
  expect(tried("location=Leeds&within=100")).not.toContain("/directory");
  expect(tried("service=sparky")).not.toContain("<li");
  expect(show("service=sparky", {})).not.toContain("Try instead");
});

it("shows what was typed as text, whatever it is", () => {
  const html = show(`service=${encodeURIComponent("<script>x</script>")}`, { corrected: "<b>" });
  expect(html).not.toMatch(/<script>x|<b>/);
});
