import { expect, expectAccessible, logIn, open, SAMPLE, test } from "./site.ts";

test("the owner looks at the page as visitors do, and goes back to editing", async ({ page }) => {
  await logIn(page, SAMPLE.member);
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
  await page.getByRole("link", { name: /^Portfolio/ }).click();
  await expect(page).toHaveURL(/\?tab=portfolio$/);
  await expect(edits).toHaveCount(0);
  await page.getByRole("link", { name: /^Feedback/ }).click();
  await expect(page.getByRole("heading", { name: "We chose the tree" })).toBeVisible();
  await expect(page.getByRole("button", { name: /repl/i })).toHaveCount(0);
  await page.getByRole("button", { name: "Back to editing" }).press("Enter");
  await expect(edits.first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  // Also where the page was opened as a preview.
  await open(page, "/directory/me?view=visitor");
  await page.getByRole("button", { name: "Back to editing" }).press("Enter");
  await expect(edits.first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
