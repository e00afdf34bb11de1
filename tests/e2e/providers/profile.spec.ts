import { payingMember } from "#tests/e2e/accounts/accounts.ts";
import { expect, expectAccessible, hydrated, open, test } from "#tests/e2e/site.ts";

test("a profile that is not there leads away by itself, not while it is looked at", async ({
  page,
}) => {
  await page.clock.install();
  const nobody = await page.goto("/directory/00000000-0000-4000-8000-000000000000");
  expect(nobody?.status()).toBe(404);
  await hydrated(page);
  await page.clock.pauseAt(Date.now() + 1_000);
  await expect(page.getByRole("heading", { name: "Profile Not Available" })).toBeVisible();
  await page.clock.fastForward(5_000);
  await page.clock.resume();
  await expect(page).toHaveURL("/directory");
  await expect(page.getByText("Profile not found", { exact: true })).toBeVisible();
});

test("the owner edits the page in place, by keyboard, and nothing is overwritten unseen", async ({
  browser,
}) => {
  const { context, page, session } = await payingMember(browser, "Bevel Yard");
  const path = `/directory/${session.user.id}`;
  await open(page, path);
  await page.getByRole("button", { name: "Edit details" }).press("Enter");
  await expect(page.getByLabel("Business name")).toBeFocused();
  const first = page.getByLabel("First name");
  const before = await first.inputValue();
  await first.fill("");
  await first.press("Enter");
  await expect(page.getByText("First name is required")).toBeVisible();
  await expectAccessible(page);
  await first.press("Escape");
  await expect(page.getByRole("button", { name: "Edit details" })).toBeFocused();
  await expect(page.getByText(before).first()).toBeVisible();

  await page.getByRole("button", { name: "Edit details" }).press("Enter");
  await page.getByLabel("Location").fill("Skipton");
  const written = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByLabel("Location").press("Enter");
  expect(Object.keys((await written).postDataJSON()).sort()).toEqual(["location", "updated_at"]);
  await expect(page.getByText("Profile updated", { exact: true })).toBeVisible();

  const other = await context.newPage();
  await open(other, path);
  // Another window's change of another field stays, also when this one's is saved after the warning.
  await other.getByRole("button", { name: "Edit details" }).click();
  await other.getByLabel("Location").fill("Settle");
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByLabel("Business name").fill("Bevel Yard & Co");
  await page.getByLabel("Business name").press("Enter");
  await expect(page.getByRole("heading", { name: "Bevel Yard & Co" })).toBeVisible();
  await other.getByLabel("Location").press("Enter");
  await expect(other.getByText(/This was changed in another window/)).toBeVisible();
  await other.getByLabel("Location").press("Enter");
  await expect(other.getByText("Settle", { exact: true })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Bevel Yard & Co" })).toBeVisible();
  await other.close();

  await open(page, path);
  await page.route("**/rest/v1/profiles?*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByLabel("Website").fill("never.example");
  await page.getByLabel("Website").press("Enter");
  await expect(page.getByText(/^Network issue: please check/).first()).toBeVisible();
  await expect(page.getByLabel("Website")).toHaveValue("https://never.example");
});

test("the owner enters services, hours and area, and everybody sees them", async ({ browser }) => {
  const { page, session } = await payingMember(browser);
  const path = `/directory/${session.user.id}`;
  await open(page, path);
  const services = page.getByRole("list", { name: "Services" });
  const dialog = page.getByRole("dialog");

  for (const [title, price, unit] of [
    ["Site visit", "Free of charge", ""],
    ["Fitted shelves", "£1,250.50", "job"],
  ] as const) {
    await page.getByRole("button", { name: "Add service" }).press("Enter");
    await dialog.getByRole("textbox", { name: "Service" }).fill(title);
    await dialog.getByRole("textbox", { name: "Price from" }).fill(price);
    await dialog.getByRole("combobox", { name: "Per" }).selectOption(unit);
    await dialog.getByRole("button", { name: "Save service" }).press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(services.getByRole("heading", { name: title })).toBeVisible();
  }
  const order = () => services.getByRole("heading").allTextContents();
  const more = page.getByRole("button", { name: "Move or delete Site visit" });
  await more.press("Enter");
  await page.getByRole("menuitem", { name: "Move down" }).press("Enter");
  await expect(page.getByText(/^Site visit is now number/)).toBeAttached();
  await expect(more).toBeFocused();
  await expect.poll(order).toEqual(["Fitted shelves", "Site visit"]);
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(order).toEqual(["Site visit", "Fitted shelves"]);

  await page.getByRole("button", { name: "Edit opening hours" }).press("Enter");
  await dialog.getByRole("combobox", { name: "Monday is" }).selectOption("Open");
  await dialog.getByLabel("Monday from").fill("09:00");
  await dialog.getByLabel("Monday to").fill("09:00");
  await dialog.getByRole("button", { name: "Save hours" }).click();
  await expect(dialog.getByText("Please choose another time to close")).toBeVisible();
  await dialog.getByLabel("Monday to").fill("17:30");
  await dialog.getByRole("button", { name: "Copy Monday to Friday" }).click();
  await expect(dialog.getByLabel("Friday to")).toHaveValue("17:30");
  await dialog.getByRole("combobox", { name: "Saturday is" }).selectOption("By appointment");
  await dialog.getByRole("combobox", { name: "Sunday is" }).selectOption("Closed");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save hours" }).click();
  await expect(page.getByText("9am to 5:30pm")).toBeVisible();

  await page.getByRole("button", { name: "Edit area served" }).press("Enter");
  await dialog.getByLabel("You work").selectOption("In certain places");
  const places = dialog.getByRole("textbox", { name: "Towns and postcodes" });
  await places.fill("Leeds, Nowhereham");
  await dialog.getByRole("button", { name: "Save area" }).click();
  await expect(dialog.getByText(/We do not know "Nowhereham"/)).toBeVisible();
  await places.fill("Leeds, ls6, leeds");
  await dialog.getByRole("button", { name: "Save area" }).click();
  await expect(
    page.getByRole("list", { name: "Towns and postcodes" }).getByText("LS6"),
  ).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  // A Tuesday in summer: half past nine by the clocks on the wall.
  await visitor.clock.setFixedTime(new Date("2026-07-07T08:30:00Z"));
  // Before the page's scripts run, and after.
  await visitor.goto(path);
  const now = visitor.getByText(/^(Open|Closed) now$/).filter({ visible: true });
  await expect(now).toHaveText("Open now");
  await hydrated(visitor);
  await expect(visitor.getByText("Open now")).toBeVisible();
  await expect(visitor.getByText("From £1,250.50 a job").first()).toBeVisible();
  await page.getByRole("button", { name: "Move or delete Site visit" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete service" }).click();
  await expect(page.getByRole("heading", { name: "Site visit" })).toHaveCount(0);
});

test("the page is passed on and printed", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/directory");
  const link = page.getByRole("link", { name: /View Profile/ }).first();
  const path = (await link.getAttribute("href")) ?? "";
  await open(page, `${path}?tab=feedback`);
  await page.getByRole("button", { name: /^Share / }).press("Enter");
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(new URL(path, page.url()).href);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const role of ["navigation", "button"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
});
