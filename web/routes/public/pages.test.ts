import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { FEEDBACK_LABELS } from "#domain/feedback/feedback.ts";
import { type RouteModule, renderPage } from "#tests/page.tsx";
import { postJob, rows, startWorld } from "#tests/security/people.ts";
import * as root from "#web/root.tsx";
import * as categories from "./categories.tsx";
import * as category from "./category.tsx";
import * as directory from "./directory.tsx";
import * as fair from "./fair.tsx";
import * as home from "./home.tsx";
import * as jobDirectory from "./job-directory.tsx";
import * as notFound from "./not-found.tsx";
import * as provider from "./provider.tsx";
import * as report from "./report.tsx";

/** What visitors read on the public pages, without a browser (spec 2 section 2). */
const world = perFile(startWorld);
const LONG = `${"Old houses are what I like best, and old stairs most of all. ".repeat(4)}`;

beforeAll(async () => {
  const { member, seeker } = world.people;
  const networks = "website linkedin twitter instagram facebook youtube tiktok mastodon".split(" ");
  const links = networks.map((name) => [name, `https://${name}.example/m`]);
  const profile = { bio: LONG, social_links: Object.fromEntries(links) };
  await rows(world.from("member", "profiles").update(profile).eq("id", member.id).select("id"));
  const about = { provider_id: member.id, user_id: seeker.id, rating: 4, title: "Neat stairs" };
  await rows(world.from("seeker", "feedback").insert(about).select("id"));
  for (let number = 1; number <= 6; number++)
    await postJob(seeker, { title: `Job ${number}`, location: "Leeds" });
});

/** What the pages of a site of this name know of it. */
const rootOf = (siteName: string) => [
  { id: "root", loaderData: { origin: "", settings: { siteName } } },
];
const render = (route: RouteModule, path: string, address: string) =>
  renderPage(route, { path, visitor: world.visitor }, address);
/** The words of a page: the text between its tags. */
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replace(/\n+/g, "\n");

it("the directory has its title, counts, five columns, and cards with 100 characters of the bio", async () => {
  const { html } = await render(directory, "/directory", "/directory?service=member");
  expect(html).toMatch(/<h1[^>]*>Professionals<\/h1>/);
  expect(words(html)).toContain("Showing 1 of 1 professionals");
  expect(html).toContain("2xl:grid-cols-5");
  expect(html).toContain(`href="/directory/${world.people.member.id}"`);
  expect(words(html)).toContain("View Profile");
  const text = words(html)
    .split("\n")
    .find((line) => line.startsWith("Old houses"));
  expect(text).toMatch(/…$/);
  expect(text?.length).toBeLessThanOrEqual(101);
});

it("answers a search with both fields empty, sent without scripts, with the specified message", async () => {
  const sent = await render(directory, "/directory", "/directory?service=+&location=");
  expect([sent.status, sent.location]).toEqual([302, "/?service=&location="]);
  const { html } = await render(home, "/", sent.location ?? "");
  expect(words(html)).toContain("Search fields empty");
  expect(words(html)).toContain("Please enter a service or location to search.");
  expect(words((await render(home, "/", "/")).html)).not.toContain("Search fields empty");
});

const profileAt = (id: string, query = "") =>
  render(provider, "/directory/:id", `/directory/${id}${query}`);
const titleOf = (data: unknown) => {
  const tags = provider.meta({ loaderData: data, matches: rootOf("Solutionz") } as never) as {
    title?: string;
  }[];
  return tags.find(({ title }) => title)?.title;
};
const dataOf = ({ data }: { data: unknown }) => Object.values(data as object)[0];

it("a profile shows who it is, the three tabs, and icons with names for seven networks and others", async () => {
  const page = await profileAt(world.people.member.id);
  const text = words(page.html);
  expect(titleOf(dataOf(page))).toBe("member Ltd | Solutionz");
  const shown = "Browse Freelancers|member Ltd|Member Tester|About|Portfolio|Feedback";
  for (const word of shown.split("|")) expect(text).toContain(`\n${word}\n`);
  expect(text).toMatch(/Joined \w+ \d{4}/);
  const networks = "Website|LinkedIn|X (Twitter)|Instagram|Facebook|YouTube|TikTok|mastodon";
  for (const network of networks.split("|"))
    expect(page.html).toContain(`aria-label="${network} of member Ltd, opens in a new tab"`);
});

it("a profile leads to the login in two ways, and has nothing that only its owner may do", async () => {
  const path = `/directory/${world.people.member.id}`;
  const about = await profileAt(world.people.member.id);
  expect(about.html).toContain(`href="/login?return=${encodeURIComponent(path)}"`);
  expect(words(about.html)).not.toContain("Edit Full Profile");
  const tab = await profileAt(world.people.member.id, "?tab=feedback");
  const here = encodeURIComponent(`${path}?tab=feedback`);
  expect(tab.html).toContain(`href="/login?redirect=${here}"`);
  expect(words(tab.html)).toContain("Add Feedback");
  expect(words(tab.html)).toContain("Neat stairs");
  expect(words(tab.html)).toMatch(/\n\d\d [A-Z][a-z]{2} \d{4}\n/);
});

it("a profile quotes the latest feedback, leads on to all of it and to what the category offers", async () => {
  const path = `/directory/${world.people.member.id}`;
  const { html } = await profileAt(world.people.member.id);
  expect(words(html)).toContain("\nLatest feedback\n");
  expect(words(html)).toContain("Neat stairs");
  expect(html).toContain(`href="${path}?tab=feedback"`);
  const tab = await profileAt(world.people.member.id, "?tab=portfolio");
  expect(words(tab.html)).not.toContain("Latest feedback");
  expect(tab.html).toContain(`href="${path}?action=contact"`);
});

it("a profile shows the About tab to a visitor who wants to get in touch, whatever tab is requested", async () => {
  const { html } = await profileAt(world.people.member.id, "?tab=feedback&action=contact");
  expect(html).toMatch(/<h2[^>]*>About<\/h2>/);
  // The section is complete beside the enquiry form too.
  expect(words(html)).toContain("\nLatest feedback\n");
  expect(words(html)).toContain("Neat stairs");
});

it.each(["hidden", "lapsed", "plain", "idle", "seeker"] as const)(
  "a profile does not show %s to visitors",
  async (who) => {
    const page = await profileAt(world.people[who].id);
    expect(page.status).toBe(404);
    expect(titleOf(dataOf(page))).toBe("Professional Not Found | Solutionz");
    for (const shown of ["Profile Not Available", "Loading profile...", "Back to Directory"])
      expect(words(page.html)).toContain(shown);
    expect(page.html).not.toContain(`${who} Ltd`);
  },
);

it("the list of categories has its title, a search box, and cards that count", async () => {
  const { html } = await render(categories, "/categories", "/categories");
  expect(html).toMatch(/<h1[^>]*>Service Categories<\/h1>/);
  expect(html).toContain('placeholder="Search categories..."');
  expect(words(html)).toContain("Hair & Beauty\n4 subcategories");
  expect(html).toContain('href="/categories/hair---beauty"');
  expect(html).toContain('href="/categories/nails"');
});

it("categories have a page each, which says of Other what it is, at one address", async () => {
  const at = (slug: string) => render(category, "/categories/:slug/:town?", `/categories/${slug}`);
  const other = words((await at("other")).html);
  expect(other).toContain("Hair & Beauty: Other");
  expect(other).toContain("No other Hair & Beauty professionals listed yet");
  expect(await at("Other")).toMatchObject({ status: 301, location: "/categories/other" });
  expect(await at("hair---beauty")).toMatchObject({ status: 200 });
});

const jobsAt = (query = "") => render(jobDirectory, "/job-directory", `/job-directory${query}`);

it("the job directory shows five jobs a page, filters, and who may see contacts, but no contact", async () => {
  const { html } = await jobsAt();
  const text = words(html);
  expect(text).toContain("6 jobs found");
  expect(html.match(/id="job-/g)).toHaveLength(5);
  for (const word of ["All Categories", "Apply Filters", "Members can see contact details"]) {
    expect(text).toContain(`\n${word}\n`);
  }
  expect(text).toMatch(/Membership for .* costs £20 a year or £2.99 a month/);
  expect(html).not.toContain("A. Somebody");
  expect(html).toContain('aria-label="Pages of jobs"');
  expect(html).not.toMatch(/secret\.example|aria-label="Save /);
});

it("the job directory shows when nothing matches, and removes each filter by a chip", async () => {
  const { html } = await jobsAt("?location=Nowhere&budgetType=hourly");
  expect(words(html)).toContain("No jobs found matching your filters");
  expect(words(html)).toContain("Clear Filters");
  expect(html).toMatch(/aria-label="Remove Location: Nowhere"/);
});

// The last test here, because it removes the jobs from the site.
it("the job directory shows on a site without jobs that there are none yet, and offers no filter to clear", async () => {
  const jobs = world.from("seeker", "jobs").update({ status: "closed" });
  await rows(jobs.eq("user_id", world.people.seeker.id).select("id"));
  const text = words((await jobsAt()).html);
  expect(text).toContain("No jobs yet");
  expect(text).not.toContain("0 jobs found");
  expect(text).toContain("Jobs appear here as soon as they are posted.");
  expect(text).not.toContain("No jobs found matching your filters");
  expect(words((await jobsAt("?location=Leeds")).html)).toContain(
    "No jobs found matching your filters",
  );
});

it("is linked where a page chooses for a visitor, and says what money does not buy", async () => {
  const profile = `/directory/${world.people.member.id}`;
  for (const [route, path, address] of [
    [home, "/", "/"],
    [directory, "/directory", "/directory"],
    [provider, "/directory/:id", profile],
    [provider, "/directory/:id", `${profile}?action=contact`],
  ] as const)
    expect((await render(route, path, address)).html, address).toMatch(
      /href="\/how-we-keep-this-fair"[^>]*>How (we keep this fair|your details are used)</,
    );
  const { html } = await render(fair, "/how-we-keep-this-fair", "/how-we-keep-this-fair");
  const text = words(html);
  expect(text).toContain("It doesn't buy a higher place, better stars or the removal");
  expect(text).toMatch(/pay £20 a year or £2\.99 a month for a membership/);
  for (const { name, meaning } of Object.values(FEEDBACK_LABELS))
    expect(text).toMatch(new RegExp(`${name}\\s*:\\s*${meaning}`));
});

const matches = rootOf("Fixers");
const loaderData = undefined;

it.each([
  ["Page Not Found", notFound.meta({ matches })],
  ["Page Not Found", category.meta({ matches, loaderData } as never)],
  ["Professional Not Found", provider.meta({ matches, loaderData } as never)],
  ["Report R-000001", report.meta({ matches, params: { number: "R-000001" } } as never)],
])("titles have the site's name after %j, and search engines stay away", (title, tags) => {
  expect(tags).toContainEqual({ title: `${title} | Fixers` });
  expect(tags).toContainEqual({ name: "robots", content: "noindex" });
});

it("titles have it where no route matches", () => {
  const error = new ErrorResponseImpl(404, "Not Found", null);
  expect(root.meta({ ...matches[0], error } as never)).toEqual([
    { title: "Page Not Found | Fixers" },
  ]);
});
