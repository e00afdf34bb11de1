import { expect, it } from "vitest";
import type { MembershipWorth } from "#domain/statistics/results.ts";
import { myJob } from "#tests/examples/my-job.ts";
import { NO_FIGURES } from "#tests/examples/provider-figures.ts";
import { worthOf } from "#tests/examples/worth.ts";
import { ideasFor } from "#web/features/membership/ideas.ts";
import { tasksFor } from "./tasks.ts";

const EMPTY = { bio: null, location: null, profile_image_url: null, skills: [], categories: [] };
const FULL = {
  bio: "b",
  location: "Leeds",
  profile_image_url: "/a.png",
  skills: [{ name: "Tiling", category: "" }],
  categories: ["IT"],
};
const provider = { ...NO_FIGURES, ratingAverage: 4, ratingCount: 3 };
const client = {
  kind: "client",
  jobs: null,
  quoters: new Map(),
  saved: null,
  unreadMessages: 0,
  newMessage: null,
} as const;
const keys = (...args: Parameters<typeof tasksFor>) => tasksFor(...args).map(({ key }) => key);

it("puts a provider's membership first, and services only where they can be added", () => {
  expect(keys(EMPTY, false, provider)).toEqual(["membership", "photo", "bio", "location"]);
  expect(keys(EMPTY, true, provider)).toEqual(["photo", "bio", "location", "services"]);
});

it("names the free year to a provider without a membership, while there are any", () => {
  const [free] = tasksFor(FULL, false, provider, false, { left: 91, price: "£20 a year" });
  expect(free?.note).toBe("91 free places left.");
  expect(free?.why).toContain("After the free year it's £20 a year, only if you choose a plan.");
  for (const left of [0, null]) {
    const [first] = tasksFor(FULL, false, provider, false, { left, price: "" });
    expect(first?.title).toBe("Activate your membership");
  }
});

it("leaves nothing to do when all is done", () => {
  expect(keys(FULL, true, provider)).toEqual([]);
  expect(keys(FULL, false, client)).toEqual([]);
});

it("puts what others wait for first, then messages, and then an open job without quotes", () => {
  const quoted = myJob({ id: "quoted", quotes: 3 });
  const open = myJob({ id: "open" });
  const hired = myJob({ id: "hired", status: "hired", provider: "Cleo" });
  const closed = myJob({ id: "closed", status: "closed" });
  const of = (jobs: (typeof open)[], unreadMessages = 0) =>
    keys(FULL, false, { ...client, jobs, unreadMessages });
  expect(of([open, quoted], 1)).toEqual(["quoted", "messages"]);
  expect(of([hired, open], 1)).toEqual(["messages", "open"]);
  expect(of([hired])).toEqual([]);
  for (const none of [[], [closed]]) expect(of(none)).toEqual(["job"]);
});

const worth = (more: Partial<MembershipWorth> = {}, quotes_sent = 9) =>
  worthOf({ enquiries: 4, answered_within_a_day: 1, contacts: 3, quotes_sent, jobs_won: 1 }, more);

it("names at most three things that would bring more, from facts, and always one", () => {
  const ideas = (profile: typeof EMPTY | typeof FULL, given: MembershipWorth) =>
    ideasFor(profile, given)
      .map(({ key }) => key)
      .join(" ");
  const nothing = { pictures: false, prices: false, hours: false, area: false, reviews: 0 };
  const late = worth({ late_answers: 2, has: nothing }, 0);
  expect(ideas(EMPTY, late)).toBe("answers pictures photo");
  expect(ideasFor(FULL, worth({ late_answers: 2 }))[0]?.why).toBe(
    "2 of 4 in the last 30 days waited longer.",
  );
  const shown = worth({ has: { ...nothing, pictures: true } }, 0);
  expect(ideas(FULL, shown)).toBe("quotes reviews prices");
  expect(ideas(FULL, worth({}, 2))).toBe("share");
  expect(ideas(FULL, worth())).toBe("share");
});
