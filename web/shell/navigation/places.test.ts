import { expect, it } from "vitest";
import { accountLinks, becomeProviderPath, mainLinks, quickLinks } from "./places.ts";

const user = (accountType: string | null) => ({
  id: "1",
  name: "Ada Byron",
  avatarUrl: null,
  accountType,
  memberUntil: accountType === "provider" ? "2027-09-22T12:00:00Z" : null,
});

it.each([
  ["a visitor", null, "/signup?type=provider"],
  ["an admin", user("admin"), null],
  ["somebody whose profile is not loaded", user(null), "/membership"],
  ["a provider", user("provider"), null],
  ["a client", user("client"), null],
])("Become a Provider for %s", (_, who, path) => {
  expect(becomeProviderPath(who)).toBe(path);
  expect(mainLinks(who).some(({ label }) => label === "Become a Provider")).toBe(path !== null);
});

const pathsOf = (links: { to: string }[]) => links.map(({ to }) => to).join(" ");

it("leads nobody to pages that are not for them", () => {
  const footer = (who: Parameters<typeof quickLinks>[0]) => pathsOf(quickLinks(who));
  expect(footer(null)).toBe(
    "/directory /categories /post-job /job-directory /signup?type=provider",
  );
  expect(footer(user("client"))).toBe("/directory /categories /post-job /job-directory");
  expect(footer(user("provider"))).toBe("/directory /categories /job-directory /membership");
  expect(footer(user("admin"))).toBe("/directory /categories /job-directory /admin");
  for (const who of ["provider", "admin", null])
    expect(pathsOf(mainLinks(user(who)))).not.toContain("/post-job");
});

it("keeps the spec's links in their order", () => {
  expect(mainLinks(user("client"))).toEqual([
    { to: "/directory", label: "Find Professionals" },
    { to: "/post-job", label: "Post a Job" },
    { to: "/job-directory", label: "Job Directory" },
  ]);
});

it("offers each role its own places, and a public page only to members", () => {
  const paths = (...given: Parameters<typeof accountLinks>) => pathsOf(accountLinks(...given));
  const provider = user("provider");
  expect(paths(provider)).toBe(
    "/dashboard /dashboard/enquiries /dashboard/quotes /directory/me /profile?tab=saved /membership",
  );
  expect(paths({ ...provider, memberUntil: null })).not.toContain("/directory/me");
  // It could not be loaded.
  expect(paths({ ...provider, memberUntil: undefined })).toContain("/directory/me");
  expect(paths(user("client"))).toBe(
    "/dashboard /dashboard/enquiries /profile?tab=my-jobs /profile?tab=saved",
  );
  expect(paths(user("admin"))).toBe("/admin");
  expect(paths(user(null))).toBe("");
});
