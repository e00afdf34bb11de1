import type { Page } from "@playwright/test";
import { describeJob } from "../../e2e/jobs/jobs.ts";

/** Pages of the sample: Dovetail Yard, whose owner is `member`, Ledger & Lamb, and Rookery Fencing. */
export const MEMBER = "/directory/c4c6411e-8065-8164-9b91-6d5a4c565a51";
export const ACCOUNTANT = "/directory/5d8478cc-b768-8acd-8617-af0d223f318c";
export const UNCLAIMED = "/claim-business?businessID=fa30f29d-f08c-8ae3-a2b5-8290f8089be8";

/** What is over the page, such as a dialog: no part of the page itself is scrolled to. */
export const WINDOW = "body";

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

export const follow = async (page: Page, name: string | RegExp) => {
  const from = page.url();
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await page.waitForURL((to) => to.href !== from);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
};

export const openJob = async (page: Page, name = /./) => {
  await page.getByRole("main").getByRole("heading").getByRole("link", { name }).first().click();
  await page.waitForURL(/job=/);
};

/** Presses, and waits for the text that follows. */
export const pressUntil = async (page: Page, name: string, text: string | RegExp) => {
  await press(page, name);
  await page.getByRole("main").getByText(text).first().waitFor();
};

export const openReport = async (page: Page) => {
  await press(page, /^Report /);
  await page.getByLabel("What is wrong?").waitFor();
};

export const writeEnquiry = async (page: Page) => {
  await page.getByLabel("Subject").fill("A bench for the garden");
  await page.getByLabel("Message").fill("Two metres long, in oak.\nCould it be here by Easter?");
};

export const writeFeedback = async (page: Page) => {
  await page.locator("label").filter({ hasText: "5 stars" }).click();
  await page.getByLabel("Title").fill("Found what we had overlooked");
  await page
    .getByLabel("Description")
    .fill("Three years of receipts in a week, and in plain words.");
};

export const writeJob = async (page: Page) => {
  await describeJob(page, "Mend the weathervane", "It points the wrong way since the storm.");
  await page.getByLabel("Location").fill("Wick");
  await page.getByLabel("Budget").fill("£150-300");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("heading", { name: "Check your job", exact: true }).waitFor();
};
