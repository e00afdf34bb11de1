import { expect, it } from "vitest";
import { tasksFor } from "./tasks.ts";

const EMPTY = { bio: null, location: null, profile_image_url: null, skills: [], categories: [] };
const FULL = {
  bio: "b",
  location: "Leeds",
  profile_image_url: "/a.png",
  skills: [{ name: "Tiling", category: "" }],
  categories: ["IT"],
};
const provider = {
  kind: "provider",
  newJobs: null,
  ratingAverage: 4,
  ratingCount: 3,
  reviews: [],
  unlocks: [],
  unanswered: 0,
  contactsUnlocked: 0,
  savedJobs: 0,
  unreadMessages: 0,
} as const;
const client = {
  kind: "client",
  jobs: null,
  saved: null,
  openJobs: 1,
  jobsPosted: [],
  savedProviders: 0,
  feedbackGiven: 0,
  unreadMessages: 0,
} as const;
const keys = (...args: Parameters<typeof tasksFor>) => tasksFor(...args).map(({ key }) => key);

it("puts a provider's membership first, and services only where they can be added", () => {
  expect(keys(EMPTY, false, provider)).toEqual(["membership", "photo", "bio", "location"]);
  expect(keys(EMPTY, true, provider)).toEqual(["photo", "bio", "location", "services"]);
});

it("suggests replies while feedback waits for them", () => {
  const [task] = tasksFor(FULL, true, { ...provider, unanswered: 1 });
  expect(task).toMatchObject({ title: "Reply to 1 review", to: "/directory/me?tab=feedback" });
});

it("suggests reading unread messages", () => {
  const [task] = tasksFor(FULL, false, { ...client, unreadMessages: 2 });
  expect(task).toMatchObject({ title: "Read 2 new messages", to: "/dashboard/enquiries" });
});

it("leaves nothing to do when all is done", () => {
  expect(keys(FULL, true, provider)).toEqual([]);
  expect(keys(FULL, false, client)).toEqual([]);
  expect(keys(FULL, false, { ...client, openJobs: 0 })).toEqual(["job"]);
});
