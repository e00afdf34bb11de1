import { enter } from "#tests/e2e/accounts/accounts.ts";
import { hold, holdScripts } from "#tests/e2e/scripts.ts";
import { expect, expectAccessible, open, SAMPLE, test } from "#tests/e2e/site.ts";

test("the owner looks at the page as visitors do, goes back to editing, and never sees what only others may do", async ({
  browser,
}) => {
  const page = await enter(browser, SAMPLE.member);
  await test.step("the owner looks at the page as visitors do, and goes back to editing", async () => {
    await open(page, "/directory/me");
    const edits = page.getByRole("button", {
      name: /^(Edit|Add|Move or delete|Change Profile Photo)/,
    });
    await expect(edits.first()).toBeVisible();
    await page.getByRole("button", { name: "View as a visitor" }).press("Enter");
    await expect(page.getByText("This is how visitors see your page.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(edits).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Send an enquiry" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^(Save|Report)/ })).toHaveCount(0);
    await expect(page.getByText("07700 900137")).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Feedback/ }).click();
    await expect(page.getByRole("heading", { name: "We chose the tree" })).toBeVisible();
    await expect(page.getByRole("button", { name: /repl/i })).toHaveCount(0);
    await page.getByRole("button", { name: "Back to editing" }).press("Enter");
    await expect(edits.first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  await test.step("the owner never sees what others do with the page, while its scripts and data are awaited", async () => {
    await open(page, "/directory/me");
    await expect(page.getByRole("link", { name: "Edit Full Profile" })).toBeVisible();
    const address = new URL(page.url()).pathname;
    const others = page
      .getByRole("main")
      .getByText(/^(Save|Leave Feedback|Add Feedback|Send an enquiry|Report)$/)
      .filter({ visible: true });

    // Its scripts are held back, then its data.
    const scripts = await holdScripts(page);
    const data = await hold(page, /\/rest\/v1\//);
    for (const [tab, removed] of [
      ["", []],
      ["?tab=feedback", []],
      // As in a browser that has nothing but the session.
      ["", ["solutionz-account"]],
    ] as const) {
      await page.evaluate((keys) => {
        for (const key of keys) localStorage.removeItem(key);
      }, removed);
      await page.goto(address + tab, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(others).toHaveCount(0);
    }
    scripts();
    await expect(page.locator("html[data-live]")).toBeAttached();
    await expect(others).toHaveCount(0);
    data();
    await expect(page.getByRole("link", { name: "Edit Full Profile" })).toBeVisible();
    await expect(others).toHaveCount(0);
  });
});
