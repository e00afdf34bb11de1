import type { Page } from "@playwright/test";
import type { SAMPLE } from "../e2e/site.ts";
import { LONG_ADDRESS } from "./busy.ts";

/** Whose eyes: a visitor's, the sample's people's, an admin's, or those of people who signed up a moment ago. */
export type Who = "visitor" | keyof typeof SAMPLE | "admin" | "newClient" | "newProvider";

export interface Screen {
  path: string;
  /** What to open before the picture. */
  open?: (page: Page) => Promise<void>;
  /** Calls of the data API fail, or never return, from when the page is loaded. */
  api?: "failing" | "waiting";
  /** What differs from day to day: painted over. */
  mask?: string;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

const follow = async (page: Page, name: string | RegExp) => {
  const from = page.url();
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await page.waitForURL((to) => to.href !== from);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
};

const firstProvider = (page: Page) => follow(page, /^View Profile of/);

const firstJob = async (page: Page) => {
  await page.getByRole("main").getByRole("heading").getByRole("link").first().click();
  await page.waitForURL(/job=/);
};

const scrollTo = (page: Page, name: string) =>
  page
    .getByRole("heading", { name })
    .first()
    .evaluate((heading) => heading.scrollIntoView());

const visitor: Record<string, Screen> = {
  home: { path: "/" },
  "home-professionals": {
    path: "/",
    open: (page) => scrollTo(page, "Ready to help"),
    mask: "[aria-labelledby=professionals] ul",
  },
  "home-foot": {
    path: "/",
    open: (page) => page.getByRole("contentinfo").evaluate((foot) => foot.scrollIntoView()),
  },
  directory: { path: "/directory?sort=rating" },
  "directory-none": { path: "/directory?service=nothing-like-this" },
  profile: { path: "/directory?sort=rating", open: firstProvider },
  "profile-feedback": {
    path: "/directory?sort=rating",
    open: async (page) => {
      await firstProvider(page);
      await page.goto(`${page.url()}?tab=feedback`);
    },
  },
  "profile-gone": { path: "/directory/00000000-0000-4000-8000-000000000000" },
  categories: { path: "/categories" },
  "categories-none": { path: "/categories?q=zzz" },
  category: { path: "/categories/construction-trade" },
  "job-directory": { path: "/job-directory" },
  "job-directory-none": { path: "/job-directory?location=zzz" },
  job: { path: "/job-directory", open: firstJob },
  "post-job": { path: "/post-job" },
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
  terms: { path: "/terms", mask: "header time" },
  privacy: { path: "/privacy", mask: "header time" },
  "not-found": { path: "/no-such-page" },
  login: { path: "/admin-login" },
};

const client: Record<string, Screen> = {
  "client-dashboard": { path: "/dashboard" },
  "client-jobs": { path: "/profile?tab=my-jobs" },
  "client-saved": { path: "/profile?tab=saved" },
  "client-job": {
    path: "/profile?tab=my-jobs",
    open: async (page) => {
      await follow(page, "Rescue dog barks at everyone in a hat");
      await page.getByRole("heading", { name: "Quotes" }).waitFor();
    },
  },
  "client-enquiries": { path: "/dashboard/enquiries" },
  "client-account": { path: "/account" },
  "client-post-job": { path: "/post-job" },
};

const newClient: Record<string, Screen> = {
  "client-dashboard-empty": { path: "/dashboard" },
  "client-jobs-empty": { path: "/profile?tab=my-jobs" },
  "client-enquiries-empty": { path: "/dashboard/enquiries" },
};

const member: Record<string, Screen> = {
  "member-dashboard": { path: "/dashboard" },
  "member-dashboard-waiting": { path: "/dashboard", api: "waiting" },
  "member-dashboard-failing": { path: "/dashboard", api: "failing" },
  "member-membership": { path: "/membership" },
  "member-profile": { path: "/profile" },
  "member-portfolio": { path: "/profile?tab=portfolio" },
  "member-quotes": { path: "/dashboard/quotes" },
  "member-settings": { path: "/account" },
  "member-security": { path: "/account?tab=security" },
  "member-notifications": { path: "/account?tab=notifications" },
  "member-enquiry": {
    path: "/dashboard/enquiries",
    open: async (page) => {
      await page.getByRole("link", { name: /^An oak door/ }).click();
      await page.getByRole("list", { name: "Messages" }).waitFor();
    },
  },
};

const provider: Record<string, Screen> = {
  "provider-membership": { path: "/membership" },
  "provider-enquiries": { path: "/dashboard/enquiries" },
};

const newProvider: Record<string, Screen> = {
  "provider-dashboard-empty": { path: "/dashboard" },
  "provider-profile-empty": { path: "/profile" },
  "provider-quotes-empty": { path: "/dashboard/quotes" },
};

const admin: Record<string, Screen> = {
  dashboard: { path: "/admin/dashboard" },
  users: { path: "/admin/users" },
  "user-edit": {
    path: "/admin/users?q=featherstonehaugh",
    open: async (page) => {
      await press(page, /Actions for/);
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel("First name").waitFor();
    },
  },
  feedback: { path: "/admin/feedback" },
  "admin-categories": { path: "/admin/categories" },
  "category-merge": {
    path: "/admin/categories",
    open: async (page) => {
      await page.getByRole("heading", { name: "Construction/Trade" }).click();
      await press(page, "Merge Plastering/Rendering");
      const dialog = page.getByRole("alertdialog");
      await dialog.getByText("This moves").waitFor();
      await dialog.getByLabel("Merge into").selectOption("Builder");
      await dialog.getByLabel("Reason").fill("The same trade under two names");
    },
  },
  synonyms: { path: "/admin/synonyms" },
  analytics: {
    path: "/admin/analytics?range=12m",
    open: async (page) => {
      await page.getByText("Live", { exact: true }).waitFor();
      await scrollTo(page, "Over time");
    },
  },
  businesses: { path: "/admin/businesses" },
  reports: { path: "/admin/reports" },
  report: {
    path: "/admin/reports",
    open: async (page) => {
      await page
        .getByRole("link", { name: /· R-\d+/ })
        .first()
        .click();
      await page.getByRole("heading", { name: /^Decide/ }).waitFor();
    },
  },
  "job-moderation": {
    path: "/admin/reports",
    open: async (page) => {
      await page.getByRole("link", { name: /^Job · R-\d+/ }).click();
      await page.getByRole("link", { name: "Close or delete the job" }).click();
      await page.getByRole("button", { name: "Close job" }).waitFor();
      await page.getByRole("link", { name: /R-\d+$/ }).waitFor();
    },
  },
  settings: { path: "/admin/settings" },
  email: {
    path: "/admin/emails?mail=confirmation",
    open: (page) => scrollTo(page, "Confirm your email"),
  },
  "sent-mail": { path: `/admin/emails?to=${LONG_ADDRESS}` },
  audit: { path: "/admin/audit" },
  health: { path: "/admin/health" },
};

/** Every picture by its name, sorted by who sees the screen. */
export const SCREENS: Record<Who, Record<string, Screen>> = {
  visitor,
  client,
  newClient,
  member,
  provider,
  newProvider,
  admin,
};
