import { LONG_ADDRESS } from "../busy.ts";
import type { Screens } from "../screen.ts";
import { press, WINDOW } from "./steps.ts";

export const admin: Screens = {
  dashboard: { path: "/admin/dashboard" },
  users: { path: "/admin/users" },
  "user-edit": {
    path: "/admin/users?q=featherstonehaugh",
    open: async (page) => {
      await press(page, /Actions for/);
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel("First name").waitFor();
    },
    at: WINDOW,
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
    at: WINDOW,
  },
  analytics: {
    path: "/admin/analytics?range=12m",
    open: (page) => page.getByRole("button", { name: "Refresh" }).waitFor(),
    // Which of equally popular categories are listed depends on their ids, which every new site makes.
    mask: '[role=slider], span:has-text("in the period before"), main ol, :has(> :text-is("Active Sessions"))',
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
      await page.getByRole("radio", { name: /^Uphold/ }).check();
      await page.getByRole("link", { name: "Delete the job instead" }).click();
      await page.getByRole("button", { name: "Close job" }).waitFor();
      await page.getByRole("link", { name: /^Review report/ }).waitFor();
    },
  },
  settings: { path: "/admin/settings" },
  email: { path: "/admin/emails?mail=confirmation", at: WINDOW },
  "sent-mail": { path: `/admin/emails?to=${LONG_ADDRESS}` },
  audit: { path: "/admin/audit" },
  health: { path: "/admin/health", mask: 'li:has-text("The database takes up")' },
};
