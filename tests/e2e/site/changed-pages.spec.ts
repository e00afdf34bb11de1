import type { Page } from "@playwright/test";
import { freshAddress } from "#tests/e2e/accounts/accounts.ts";
import { holdScripts } from "#tests/e2e/scripts.ts";
import { expect, fillLogin, logInAs, open, SAMPLE, test } from "#tests/e2e/site.ts";

/** Pages that something else in the browser changes: a translator, a password manager, an extension. */

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

test("a translated page refuses, searches, and logs in", async ({ page }) => {
  await test.step("a translated form shows its refusals, the other type, and what was typed", async () => {
    await open(page, "/signup?type=provider");
    await translate(page);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("link", { name: "Business name is required" })).toBeVisible();
    await page.getByLabel("Full name").fill("Ada");
    await page.getByRole("tab", { name: "Solutionz Seeker" }).click();
    await expect(page.getByLabel("Business name")).toHaveCount(0);
    await expect(page.getByLabel("Full name")).toHaveValue("Ada");
    await expectWhole(page);
  });

  await test.step("a translated page searches jobs by category", async () => {
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
  });

  await test.step("a translated page logs in after a refusal, and signs out with a toast", async () => {
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
});

test("a page whose elements were moved is made again, with what was typed", async ({
  page,
  faults,
}) => {
  await open(page, "/signup?type=provider");
  await page.getByLabel("Full name").fill("Ada King");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Business name").evaluate((input) => {
    for (
      let node: Element | null = input;
      node && node.tagName !== "FORM";
      node = node.parentElement
    ) {
      const wrapper = document.createElement("div");
      node.replaceWith(wrapper);
      wrapper.append(node);
      node = wrapper;
    }
  });
  await page.getByRole("tab", { name: "Solutionz Seeker" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada King");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("correct horse");
  await expectWhole(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("link", { name: "Email is required" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Full name is required" })).toHaveCount(0);
  expect(faults.filter((fault) => fault.includes("NotFoundError")).length).toBeGreaterThan(0);
  faults.splice(0);
});

/** Adds what password managers and extensions add, while the page arrives. */
const addElements = (page: Page) =>
  page.addInitScript(() => {
    const add = () => {
      if (document.body && !document.querySelector("grammarly-desktop-integration"))
        document.body.prepend(document.createElement("grammarly-desktop-integration"));
      for (const input of document.querySelectorAll("main input:not([data-seen])")) {
        input.setAttribute("data-seen", "");
        const icon = document.createElement("div");
        icon.setAttribute("data-lastpass-icon-root", "");
        input.after(icon);
      }
    };
    new MutationObserver(add).observe(document, { childList: true, subtree: true });
  });

test("what is typed survives what a password manager adds", async ({ page, faults }) => {
  await addElements(page);
  const release = await holdScripts(page);
  await page.goto("/login");
  const field = page.getByLabel("Email", { exact: true });
  await field.pressSequentially("client@solu");
  await expect(page.locator("[data-lastpass-icon-root]").first()).toBeAttached();
  release();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(field).toHaveValue("client@solu");
  await expect(field).toBeFocused();
  await page.keyboard.type("tionz");
  await expect(field).toHaveValue("client@solutionz");
  await expectWhole(page);
  // React says that it has made the page again.
  faults.splice(0);
});

test("a login that was pressed before the page was made again is sent", async ({
  page,
  faults,
}) => {
  await addElements(page);
  const release = await holdScripts(page);
  await page.goto("/login");
  await fillLogin(page, SAMPLE.client);
  release();
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole("button", { name: /^Account menu of/ })).toBeVisible();
  faults.splice(0);
});
