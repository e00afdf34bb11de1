import type { Page } from "@playwright/test";
import { freshAddress } from "./accounts.ts";
import { expect, logInAs, open, SAMPLE, test } from "./site.ts";

/** Pages that something else in the browser changes: a translator. */

/** Puts other nodes in the place of each text, now and whenever the page changes, as the translator of Chrome does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const replaceAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node.nodeValue?.trim() && !node.parentElement?.closest("font,script,style,textarea"))
          texts.push(node);
      for (const text of texts) {
        const outer = document.createElement("font");
        const inner = document.createElement("font");
        inner.textContent = text.nodeValue;
        outer.append(inner);
        text.parentNode?.replaceChild(outer, text);
      }
    };
    const observer = new MutationObserver(() => {
      replaceAll();
      observer.takeRecords();
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    replaceAll();
  });

const expectWhole = (page: Page) =>
  expect(page.getByRole("heading", { name: "Something went wrong" })).toHaveCount(0);

test("a translated page signs up: refusals, the other type, and what was typed", async ({
  page,
}) => {
  await open(page, "/signup?type=provider");
  await translate(page);
  const create = page.getByRole("button", { name: "Create account" });
  await create.click();
  await expect(page.getByRole("link", { name: "Business name is required" })).toBeVisible();
  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Email", { exact: true }).fill("no address");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await create.click();
  await expect(
    page.getByRole("link", { name: "Password must be at least 8 characters" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Full name is required" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Solutionz Seeker" }).click();
  await expect(page.getByLabel("Business name")).toHaveCount(0);
  await expect(page.getByLabel("Full name")).toHaveValue("Ada");
  await page.getByRole("tab", { name: "Solutionz Provider" }).click();
  await expect(page.getByLabel("Business name")).toBeVisible();
  await expectWhole(page);
});

test("a translated page logs in after a refusal, and signs out with a toast", async ({ page }) => {
  await open(page, "/login");
  await translate(page);
  await logInAs(page, freshAddress("nobody"), "not this one", "Solutionz Provider");
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await logInAs(page, SAMPLE.client.email, SAMPLE.client.password, "Solutionz Seeker");
  await expect(page).not.toHaveURL(/\/login/);
  await page.getByRole("button", { name: /^Account menu of/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page.getByText("You have been signed out of your account.")).toBeVisible();
  await expectWhole(page);
});

test("a translated page searches: jobs by category, the directory by words", async ({ page }) => {
  await open(page, "/job-directory");
  await translate(page);
  const category = page.getByRole("search", { name: "Jobs" }).getByLabel("Category");
  for (const index of [1, 2, 0]) {
    await category.selectOption({ index });
    await expect(page).toHaveURL(index ? /category=/ : /job-directory(?!.*category=.)/);
    await expect(page.getByText("Loading jobs…")).toHaveCount(0);
  }
  await expect(page.locator("[id^=job-] h2").first()).toBeVisible();
  await expectWhole(page);

  await open(page, "/directory");
  await translate(page);
  const search = page.getByRole("main").getByLabel("Search").first();
  for (const words of ["plumber", "nobody does this", ""]) {
    await search.fill(words);
    await search.press("Enter");
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  }
  await expectWhole(page);
});

test("a translated page opens and closes a dialog, with its refusals", async ({ page }) => {
  await open(page, "/directory");
  await page
    .getByRole("link", { name: /^View Profile/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  await translate(page);
  await page.getByRole("button", { name: /^Report/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Report/ });
  const send = dialog.getByRole("button", { name: "Send report" });
  await send.click();
  await expect(dialog.getByText("Please choose a reason")).toBeVisible();
  await dialog.getByLabel("What is wrong?").selectOption("Something else");
  await send.click();
  await expect(dialog.getByText("Please say what is wrong")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expectWhole(page);
});
