import { logInAsAdmin, person, test } from "./admin.ts";
import { expect, expectAccessible, open } from "./site.ts";

test.describe.configure({ timeout: 120_000 });

test("an admin adds a synonym to the search, corrects it and removes it", async ({
  page,
  adminSite,
}) => {
  const { id } = await person(adminSite.service, "provider", "Ada Kettle", ["IT > SEO Specialist"]);
  const paid = await adminSite.service.from("subscribers").upsert({
    user_id: id,
    email: "ada.kettle@people.example",
    subscribed: true,
    subscription_tier: "yearly",
    subscription_end: new Date(Date.now() + 1e9).toISOString(),
  });
  expect(paid.error).toBeNull();
  const found = async (service: string) => {
    const { data } = await adminSite.service.rpc("search_providers", { service });
    return (data as { total: number }).total;
  };
  expect(await found("rankwright")).toBe(0);

  await logInAsAdmin(page);
  await page.getByRole("link", { name: "Synonyms" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Synonyms" })).toBeVisible();
  await expectAccessible(page);

  // The list opens on its first letter; tests before this one may have left words that begin with a sign.
  const letters = page.getByRole("group", { name: "First letter" }).getByRole("button");
  await expect(letters.nth(1)).toHaveAttribute("aria-pressed", "true");
  const words = page.getByRole("list", { name: "Synonyms" });
  await expect(words).not.toContainText("plumbing");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add Synonym" }).click();
  await dialog.getByRole("button", { name: "Add Synonym" }).click();
  await expect(dialog.getByText("Please write what people type")).toBeVisible();
  await dialog.getByLabel("People type").fill("Rankwright");
  await dialog.getByLabel("It also finds").fill("rankwright");
  await dialog.getByRole("button", { name: "Add Synonym" }).click();
  await expect(dialog.getByText(/Please write two different words/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("It also finds").fill("SEO");
  // By keyboard, as forms are sent.
  await page.keyboard.press("Enter");
  await expect(page.getByText("Synonym added successfully")).toBeVisible();
  // Tests before this one may have left others of the trade.
  expect(await found("rankwright")).toBeGreaterThan(0);
  expect(await found("rankwright")).toBe(await found("SEO"));
  // The first letter has given way to that of the new word.
  await expect(words).toContainText("rankwright");
  await expect(words).not.toContainText("accountant");
  await page.getByRole("button", { name: "A", exact: true }).click();
  await expect(words).toContainText("accountant");
  await expect(words).not.toContainText("rankwright");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(words).toContainText(/accountant.*rankwright/);

  await page.getByLabel("Search synonyms").fill("rankwr");
  await expect(page.getByText(/^1 of \d+ synonyms$/)).toBeVisible();
  await page.getByRole("button", { name: "Edit rankwright, which finds seo" }).click();
  await dialog.getByLabel("People type").fill("sparky");
  await dialog.getByLabel("It also finds").fill("electrician");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText("This synonym already exists.")).toBeVisible();
  await dialog.getByLabel("People type").fill("page wizard");
  await dialog.getByLabel("It also finds").fill("seo");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Synonym updated successfully")).toBeVisible();
  expect(await found("rankwright")).toBe(0);
  expect(await found("page wizard")).toBe(await found("SEO"));

  // Narrow, in the dark.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "/admin/synonyms");
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByLabel("Search synonyms").fill("wizard");
  await page.getByRole("button", { name: "Delete page wizard, which finds seo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Synonym deleted successfully")).toBeVisible();
  await expect(page.getByText("No synonyms found")).toBeVisible();
  expect(await found("page wizard")).toBe(0);
  const removed = await adminSite.service.from("subscribers").delete().eq("user_id", id);
  expect(removed.error).toBeNull();
});
