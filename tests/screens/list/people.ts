import type { Page } from "@playwright/test";
import type { Screens } from "../screen.ts";
import {
  ACCOUNTANT,
  follow,
  MEMBER,
  openJob,
  press,
  pressUntil,
  WINDOW,
  writeEnquiry,
  writeFeedback,
  writeJob,
} from "./steps.ts";

const GIVE_FEEDBACK = "Leave Feedback";

export const client: Screens = {
  "client-dashboard": { path: "/dashboard" },
  "client-jobs": { path: "/profile?tab=my-jobs" },
  "client-saved": { path: "/profile?tab=saved" },
  "client-subscriptions": { path: "/profile?tab=subscriptions" },
  "client-bookmarks": { path: "/account?tab=bookmarks" },
  "client-job": {
    path: "/profile?tab=my-jobs",
    open: async (page) => {
      await follow(page, "Rescue dog barks at everyone in a hat");
      await page.getByRole("heading", { name: "Quotes" }).waitFor();
    },
  },
  "client-enquiries": { path: "/dashboard/enquiries", byWidth: true },
  // Its number of unread messages is the last known one, which depends on what was opened before.
  "client-enquiries-waiting": {
    path: "/dashboard/enquiries",
    api: "waiting",
    mask: 'header a[href="/dashboard/enquiries"]',
  },
  "client-enquiries-failing": { path: "/dashboard/enquiries", api: "failing" },
  "client-account": { path: "/account" },
  "client-post-job": { path: "/post-job" },
  "enquiry-form": { path: `${MEMBER}?action=contact` },
  "enquiry-refused": {
    path: `${MEMBER}?action=contact`,
    open: (page) => press(page, "Send enquiry"),
  },
  "feedback-form": { path: ACCOUNTANT, open: (page) => follow(page, GIVE_FEEDBACK) },
  "job-preview": { path: "/post-job", open: writeJob },
};

/** What the last press of a task shows: after all others, which it would change. */
export const clientDone: Screens = {
  "enquiry-sent": {
    path: `${MEMBER}?action=contact`,
    open: async (page) => {
      await writeEnquiry(page);
      await pressUntil(page, "Send enquiry", "Your enquiry has been sent");
    },
  },
  "feedback-sent": {
    path: ACCOUNTANT,
    open: async (page) => {
      await follow(page, GIVE_FEEDBACK);
      await writeFeedback(page);
      await pressUntil(page, "Submit Feedback", "Thank you for your feedback");
    },
  },
  "job-posted": {
    path: "/post-job",
    open: async (page) => {
      await writeJob(page);
      await pressUntil(page, "Post Job", "Your job is live");
    },
  },
};

export const newClient: Screens = {
  "client-dashboard-empty": { path: "/dashboard" },
  "client-jobs-empty": { path: "/profile?tab=my-jobs" },
  "client-saved-empty": { path: "/profile?tab=saved" },
  "client-enquiries-empty": { path: "/dashboard/enquiries" },
};

const openQuote = async (page: Page) => {
  await openJob(page, /^Laptop will not charge/);
  await page.getByRole("button", { name: "Send a quote" }).first().click();
  await page.getByLabel("What you offer").waitFor();
};

/** Opens one of the conversations, and waits for this list in it. */
const openConversation = async (page: Page, name: RegExp, list: string) => {
  await page.getByRole("link", { name }).click();
  await page.getByRole("list", { name: list }).waitFor();
};

export const member: Screens = {
  "member-dashboard": { path: "/dashboard" },
  "member-dashboard-waiting": { path: "/dashboard", api: "waiting" },
  "member-dashboard-failing": { path: "/dashboard", api: "failing" },
  "member-membership": { path: "/membership" },
  "member-profile": { path: "/profile" },
  "member-services": { path: "/profile?tab=services" },
  "member-portfolio": { path: "/profile?tab=portfolio" },
  "member-reviews": { path: "/profile?tab=reviews" },
  "member-subscriptions": { path: "/profile?tab=subscriptions" },
  "member-saved-jobs": { path: "/profile?tab=saved-jobs" },
  "member-quotes": { path: "/dashboard/quotes" },
  "member-settings": { path: "/account" },
  "member-security": { path: "/account?tab=security" },
  "member-notifications": { path: "/account?tab=notifications" },
  "member-bookmarks": { path: "/account?tab=bookmarks" },
  "member-payments": { path: "/account?tab=payments" },
  "member-page": { path: MEMBER },
  "member-page-as-visitor": { path: `${MEMBER}?view=visitor` },
  "member-enquiry": {
    path: "/dashboard/enquiries",
    open: (page) => openConversation(page, /^An oak door/, "Messages"),
    // As it opens: at the newest message.
    at: "article form",
  },
  "quote-form": { path: "/job-directory", open: openQuote, at: WINDOW },
};

export const memberDone: Screens = {
  "member-enquiry-new": {
    path: "/dashboard/enquiries",
    open: (page) => openConversation(page, /^The third stair/, "Ready answers"),
    at: "article form",
  },
  "quote-sent": {
    path: "/job-directory",
    open: async (page) => {
      await openQuote(page);
      await page.getByLabel("What you offer").fill("I can come on Tuesday, with my own tools.");
      await page.getByLabel("Price (£)").fill("90");
      await page.getByRole("button", { name: "Send quote" }).click();
      await page.getByText("Not seen yet").waitFor();
    },
  },
};

export const provider: Screens = {
  "provider-membership": { path: "/membership" },
  "provider-enquiries": { path: "/dashboard/enquiries" },
};

export const newProvider: Screens = {
  "provider-dashboard-empty": { path: "/dashboard" },
  "provider-profile-empty": { path: "/profile" },
  "provider-quotes-empty": { path: "/dashboard/quotes" },
  "provider-payments-empty": { path: "/account?tab=payments" },
};

export const newProviderDone: Screens = {
  "membership-claimed": {
    path: "/membership",
    open: async (page) => {
      await press(page, "Claim my free year");
      await page.waitForURL(/\/directory\//);
      await page.goto("/membership");
      await page.getByText(/^Free until/).waitFor();
    },
  },
};
