import type { Page } from "@playwright/test";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, followProfile, test } from "#tests/e2e/site.ts";

/** A visitor whose browser runs no script can search, read profiles and read jobs. */
test.use({ javaScriptEnabled: false });

/** Under two seconds is no person's time. */
const showedEarlier = (page: Page) =>
  page.locator('input[name="shown"]').evaluate((field: HTMLInputElement) => {
    field.value = String(Number(field.value) - 5_000);
  });

test("searches from the home page and reads a profile with its feedback", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const search = page.getByRole("search");
  await search.getByRole("textbox").first().fill("plumber");
  await search.getByRole("button").click();
  await expect(page).toHaveURL(/\/directory\?service=plumber/);
  await expect(page.getByText(/Showing \d+ of \d+ professionals/)).toBeVisible();

  const cards = page.getByRole("main").locator('a[href^="/directory/"]');
  await cards.first().click();
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}/);
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  await page.getByRole("link", { name: /^Feedback/ }).click();
  await expect(page).toHaveURL(/tab=feedback/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("link", { name: /^Portfolio/ }).click();
  await expect(page).toHaveURL(/tab=portfolio/);
});

test("reads jobs and narrows them down", async ({ page }) => {
  await page.goto("/job-directory");
  const count = page.getByText(/^\d+ jobs? found$/);
  const before = await count.innerText();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
  // Other tests hire for the jobs of other towns.
  await page.getByRole("main").getByLabel("Location").fill("Manchester");
  await page.getByRole("main").getByRole("button", { name: "Apply Filters" }).click();
  await expect(page).toHaveURL(/location=Manchester/);
  await expect(count).not.toHaveText(before);
  const title = page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").first();
  const words = await title.innerText();
  await title.click();
  await expect(page).toHaveURL(/\/job-directory\?.*job=/);
  await expect(page.getByRole("heading", { level: 1, name: words })).toBeVisible();
  await expect(page.getByRole("article").getByText("Posted", { exact: true })).toBeVisible();
});

test("reports a profile, and a refused report keeps what was typed", async ({ page }) => {
  await page.goto("/directory");
  await followProfile(page);
  const profile = new URL(page.url()).pathname;
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  await page.locator('noscript a[href^="/report?type=profile"]').click();
  await expect(page.getByRole("heading", { level: 1, name: `Report ${name}` })).toBeVisible();
  await page.getByLabel("What is wrong?").selectOption("Something else");
  await page.getByLabel("Your email").fill("worried@people.example");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Please say what is wrong")).toBeVisible();
  await expect(page.getByLabel("What is wrong?")).toHaveValue("other");
  await expect(page.getByLabel("Your email")).toHaveValue("worried@people.example");
  await page.getByLabel("Details").fill("There is no such firm.");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thank you for your report")).toBeVisible();
  await expect(page.getByText(/Your case number is R-\d+/)).toBeVisible();
  await page.getByRole("link", { name: "Back to the profile" }).click();
  await expect(page).toHaveURL(profile);
});

test("an enquiry and a job are checked, and confirmed by the code or the link of the mail", async ({
  page,
}) => {
  const mark = Date.now().toString(36);
  await page.goto("/directory");
  await followProfile(page);
  await page.getByRole("link", { name: "Send an enquiry" }).first().click();
  await page.getByLabel("Message").fill("Two metres,\nby Christmas?");
  await page.getByRole("button", { name: "Send enquiry" }).click();
  await expect(page.getByText("Please enter your name")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Two metres,\nby Christmas?");
  await page.getByLabel("Your name").fill("Nora Newman");
  await page.getByLabel("Your email").fill(`nora-${mark}@people.example`);
  await showedEarlier(page);
  await page.getByRole("button", { name: "Send enquiry" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill("1");
  await page.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText("This code is not right.")).toBeVisible();
  const mail = await mailTo(page.request, `nora-${mark}@people.example`, /code is/);
  await page.getByLabel("Code", { exact: true }).fill(/code (\d{6})/.exec(mail)?.[1] ?? "");
  await page.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText("Your enquiry has been sent")).toBeVisible();

  await page.goto("/post-job");
  await page.getByLabel("What do you need?").fill("Rewire a flat. Two bedrooms.");
  await page.getByLabel("Your name").fill("Nora Newman");
  await page.getByLabel("Your email").fill(`job-${mark}@people.example`);
  await page.getByRole("button", { name: "Post Job" }).click();
  await expect(
    page.getByText("You must select a service category for your job posting."),
  ).toBeVisible();
  const categories = page.getByRole("listbox", { name: "Categories" });
  await categories.selectOption({ label: "Electrician" });
  await showedEarlier(page);
  await page.getByRole("button", { name: "Post Job" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const other = await mailTo(page.request, `job-${mark}@people.example`, /code is/);
  await page.goto(linkIn(other, "/confirm"));
  await page.getByRole("button", { name: "Confirm and post" }).click();
  await expect(page.getByText("Your job is posted")).toBeVisible();
  await page.getByRole("link", { name: "See your job" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rewire a flat" })).toBeVisible();
});

test("pages about accounts show their form or what they need, and would put no password into an address", async ({
  page,
}) => {
  for (const path of ["/login", "/signup"]) {
    await page.goto(path);
    await expect(page.getByLabel("Email").first()).toBeVisible();
    const password = page.locator('form:has(input[type="password"])');
    await expect(password.first()).toHaveAttribute("method", "post");
  }
  for (const path of ["/profile", "/directory/me", "/admin"]) {
    await page.goto(path);
    const notice = page.locator("main noscript p").first();
    await expect(notice, path).toHaveText("This page needs JavaScript");
    await expect(notice, path).toBeVisible();
    await expect(page.getByText(/^Loading/).filter({ visible: true }), path).toHaveCount(0);
  }
});
