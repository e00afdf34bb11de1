import { linkIn, mailTo } from "../../e2e/mailbox.ts";
import { fillLogin, open } from "../../e2e/site.ts";
import { LONG_ADDRESS, REPORTER, TWO_STEPS } from "../busy.ts";
import type { Screens } from "../screen.ts";
import { follow, MEMBER, openJob, openReport, press, UNCLAIMED, WINDOW } from "./steps.ts";

export const visitor: Screens = {
  home: { path: "/" },
  "home-foot": { path: "/", at: "footer" },
  directory: { path: "/directory?sort=rating" },
  "directory-none": { path: "/directory?service=nothing-like-this" },
  "directory-waiting": {
    path: "/directory",
    api: "waiting",
    mask: ".animate-page-progress",
    open: async (page) => {
      await page.getByLabel("Sort by").selectOption("rating");
      // Painted over once it is there.
      await page.locator(".animate-page-progress").waitFor();
    },
  },
  "directory-failing": {
    path: "/directory",
    api: "failing",
    open: (page) =>
      page
        .getByRole("main")
        .getByRole("link", { name: /^View Profile/ })
        .first()
        .click(),
  },
  profile: { path: "/directory?sort=rating", open: (page) => follow(page, /^View Profile of/) },
  "profile-portfolio": { path: `${MEMBER}?tab=portfolio` },
  "profile-feedback": { path: `${MEMBER}?tab=feedback` },
  "profile-long": { path: "/", open: (page, { long }) => open(page, `/directory/${long}`) },
  "profile-gone": { path: "/directory/00000000-0000-4000-8000-000000000000" },
  "report-form": { path: MEMBER, open: openReport, at: WINDOW },
  "report-page": { path: MEMBER.replace("/directory/", "/report?type=profile&id=") },
  categories: { path: "/categories" },
  "categories-none": { path: "/categories?q=zzz" },
  category: { path: "/categories/construction-trade" },
  "category-town": { path: "/categories/construction-trade/leeds" },
  "job-directory": { path: "/job-directory" },
  "job-directory-none": { path: "/job-directory?location=zzz" },
  job: { path: "/job-directory", open: (page) => openJob(page) },
  "post-job": { path: "/post-job" },
  "claim-business": { path: UNCLAIMED },
  confirm: { path: "/confirm?kind=job&token=unknown" },
  "still-looking-unknown": { path: "/still-looking?token=unknown" },
  unsubscribe: { path: "/unsubscribe?topic=marketing&token=00000000-0000-4000-8000-000000000000" },
  "sign-up": { path: "/signup" },
  "sign-up-provider": { path: "/signup?type=provider" },
  "sign-up-refused": { path: "/signup", open: (page) => press(page, "Create account") },
  "log-in": { path: "/login" },
  "forgot-password": { path: "/reset-password" },
  "confirm-email": {
    path: "/confirm-email",
    open: async (page) => {
      await page.evaluate(() => sessionStorage.setItem("signup-email", "sam@example.co.uk"));
      await page.reload();
      await page.getByText("sam@example.co.uk").waitFor();
    },
  },
  fair: { path: "/how-we-keep-this-fair" },
  terms: { path: "/terms" },
  privacy: { path: "/privacy" },
  "not-found": { path: "/no-such-page" },
  login: { path: "/admin-login" },
  "admin-sign-up": { path: "/admin-signup" },
};

/** What only a mail or a login leads to; each leaves the browser other than it was. */
export const links: Screens = {
  "report-case": {
    path: "/",
    open: async (page) => {
      const mail = await mailTo(
        page.request,
        REPORTER,
        /We have your report/,
        new URL(page.url()).origin,
      );
      await open(page, linkIn(mail, `/reports/${/R-\d+/.exec(mail)?.[0]}`));
    },
  },
  "two-step": {
    path: "/login",
    open: async (page) => {
      await fillLogin(page, TWO_STEPS);
      await page.getByLabel("Six-digit code").waitFor();
    },
  },
  "new-password": {
    path: "/",
    open: async (page) => {
      const { origin } = new URL(page.url());
      const mail = await mailTo(page.request, LONG_ADDRESS, /password/i, origin);
      await open(page, linkIn(mail, "/reset-password"));
      await page.getByLabel("Confirm", { exact: false }).waitFor();
    },
  },
};

/** What the last press of a visit shows. */
export const reported: Screens = {
  "report-sent": {
    path: MEMBER,
    open: async (page) => {
      await openReport(page);
      await page.getByLabel("What is wrong?").selectOption({ index: 1 });
      await page.getByLabel("Details").fill("The firm has moved away.");
      await page.getByRole("button", { name: "Send report" }).click();
      await page.getByText("Thank you for your report").waitFor();
    },
    at: WINDOW,
  },
};
