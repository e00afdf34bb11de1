import { expect, expectAccessible, logIn, open, SAMPLE, test } from "./site.ts";

/** A profile as visitors, strangers and its owner meet it (spec 2, Provider profile). */
test.describe.configure({ timeout: 60_000 });

const anyProfile = async (page: import("@playwright/test").Page): Promise<string> => {
  await open(page, "/directory?service=electrician");
  const link = page.getByRole("link", { name: /View Profile/ }).first();
  return (await link.getAttribute("href")) ?? "";
};

test("a visitor is led to log in and back, and told when nobody is there", async ({ page }) => {
  const path = await anyProfile(page);
  await open(page, `${path}?tab=portfolio&action=contact`);
  const tabs = page.getByRole("navigation", { name: /^About/ });
  await expect(tabs.getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("link", { name: "Browse Freelancers" })).toBeVisible();
  await open(page, path);
  await expect(page.getByRole("link", { name: "Leave Feedback" })).toHaveAttribute(
    "href",
    `/login?return=${encodeURIComponent(path)}`,
  );
  await open(page, `${path}?tab=feedback`);
  await expect(page.getByRole("link", { name: "Add Feedback" })).toHaveAttribute(
    "href",
    `/login?redirect=${encodeURIComponent(`${path}?tab=feedback`)}`,
  );

  const nobody = await page.goto("/directory/00000000-0000-4000-8000-000000000000");
  expect(nobody?.status()).toBe(404);
  await expect(page).toHaveTitle("Professional Not Found");
  await expect(page.getByRole("heading", { name: "Profile Not Available" })).toBeVisible();
  await expect(page.getByText("Profile not found", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Directory" })).toBeVisible();
  await expect(page).toHaveURL("/directory", { timeout: 10_000 });
  await open(page, "/directory/me");
  await expect(page).toHaveURL("/login?return=%2Fdirectory%2Fme");
});

test("the owner edits the page where it stands, by keyboard, and nothing is overwritten unseen", async ({
  page,
  context,
}) => {
  await logIn(page, SAMPLE.member);
  await open(page, "/directory/me");
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  const path = new URL(page.url()).pathname;
  await expect(page.getByRole("link", { name: "Edit Full Profile" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Edit name" }).press("Enter");
  const first = page.getByLabel("First name");
  await expect(first).toBeFocused();
  const before = await first.inputValue();
  await first.fill("");
  await first.press("Enter");
  await expect(page.getByText("First name is required")).toBeVisible();
  await expectAccessible(page);
  await first.press("Escape");
  await expect(page.getByRole("button", { name: "Edit name" })).toBeFocused();
  await expect(page.getByText(before).first()).toBeVisible();

  await page.getByRole("button", { name: "Edit location" }).press("Enter");
  await page.getByLabel("Location").fill("Skipton");
  await page.getByLabel("Location").press("Enter");
  await expect(page.getByText("Skipton", { exact: true })).toBeVisible();
  await expect(page.getByText("Profile updated", { exact: true })).toBeVisible();

  const other = await context.newPage();
  await open(other, path);
  await other.getByRole("button", { name: "Edit bio" }).click();
  await other.getByRole("textbox", { name: "About" }).fill("Written in the second window.");
  await page.getByRole("button", { name: "Edit bio" }).click();
  await page.getByRole("textbox", { name: "About" }).fill("Written in the first window.");
  await page.getByRole("textbox", { name: "About" }).press("Control+Enter");
  await expect(page.getByText("Profile updated", { exact: true }).last()).toBeVisible();
  await expect(page.getByText("Written in the first window.")).toBeVisible();
  await other.getByRole("textbox", { name: "About" }).press("Control+Enter");
  await expect(other.getByText(/Your profile was changed in another window/)).toBeVisible();
  await expect(other.getByText("Written in the first window.")).toBeVisible();
  await expect(other.getByRole("textbox", { name: "About" })).toHaveValue(
    "Written in the second window.",
  );
  await other.getByRole("textbox", { name: "About" }).press("Control+Enter");
  await expect(other.getByText("Written in the second window.")).toBeVisible();
  await expect(other.getByText("Profile updated", { exact: true })).toBeVisible();
  await other.close();

  await open(page, path);
  await page.route("**/rest/v1/profiles?*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", { name: "Edit links" }).click();
  await page.getByLabel("Website").fill("never.example");
  await page.getByLabel("Website").press("Enter");
  await expect(page.getByText("Update failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Failed to update profile.").first()).toBeVisible();
  await expect(page.getByLabel("Website")).toHaveValue("https://never.example");
  await page.getByLabel("Website").press("Escape");
  await expect(page.locator('a[href="https://never.example"]')).toHaveCount(0);
});

test("somebody else saves the professional and lets go again", async ({ page }) => {
  await logIn(page, SAMPLE.client);
  await open(page, await anyProfile(page));
  await expect(page.getByRole("link", { name: "Edit Full Profile" })).toHaveCount(0);
  const save = page.getByRole("button", { name: /^Saved?$/ });
  const pressed = (await save.getAttribute("aria-pressed")) === "true";
  await save.click();
  await expect(save).toHaveAttribute("aria-pressed", String(!pressed));
  await save.click();
  await expect(save).toHaveAttribute("aria-pressed", String(pressed));
  await open(page, "/directory/me");
  await expect(page).toHaveURL("/profile");
});
