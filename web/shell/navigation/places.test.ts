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

it("leads nobody to pages that are not for them", () => {
  const footer = (who: Parameters<typeof quickLinks>[0]) => quickLinks(who).map(({ to }) => to);
  expect(footer(null)).toEqual([
    "/directory",
    "/categories",
    "/post-job",
    "/job-directory",
    "/signup?type=provider",
  ]);
  expect(footer(user("client"))).toEqual([
    "/directory",
    "/categories",
    "/post-job",
    "/job-directory",
  ]);
  expect(footer(user("provider"))).toEqual([
    "/directory",
    "/categories",
    "/job-directory",
    "/membership",
  ]);
  expect(footer(user("admin"))).toEqual(["/directory", "/categories", "/job-directory", "/admin"]);
  for (const who of ["provider", "admin", null]) {
    expect(mainLinks(user(who)).map(({ to }) => to)).not.toContain("/post-job");
  }
});

it("keeps the spec's links in their order", () => {
  expect(mainLinks(user("client"))).toEqual([
    { to: "/directory", label: "Find Professionals" },
    { to: "/post-job", label: "Post a Job" },
    { to: "/job-directory", label: "Job Directory" },
  ]);
});

it("offers each role its own places, and a public page only to members", () => {
  const paths = (...given: Parameters<typeof accountLinks>) =>
    accountLinks(...given).map(({ to }) => to);
  const provider = user("provider");
  expect(paths(provider)).toEqual([
    "/dashboard",
    "/dashboard/enquiries",
    "/dashboard/quotes",
    "/directory/me",
    "/profile?tab=saved",
    "/membership",
  ]);
  expect(paths({ ...provider, memberUntil: null })).not.toContain("/directory/me");
  // It could not be loaded.
  expect(paths({ ...provider, memberUntil: undefined })).toContain("/directory/me");
  expect(paths(user("client"))).toEqual([
    "/dashboard",
    "/dashboard/enquiries",
    "/profile?tab=my-jobs",
    "/profile?tab=saved",
  ]);
  expect(paths(user("admin"))).toEqual(["/admin"]);
  expect(paths(user(null))).toEqual([]);
});
