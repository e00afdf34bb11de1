import {
  expect,
  expectAccessible,
  hydrated,
  logIn,
  open,
  reload,
  SAMPLE,
  test,
} from "#tests/e2e/site.ts";

/** A profile as visitors, other people and its owner see it (spec 2 section 2, Provider profile). */
/** Of somebody with feedback: the best rated come first. */
const anyProfile = async (page: import("@playwright/test").Page): Promise<string> => {
  await open(page, "/directory?sort=rating");
  const link = page.getByRole("link", { name: /View Profile/ }).first();
  return (await link.getAttribute("href")) ?? "";
};

test("a visitor is led to log in and back, and sees when the provider does not exist", async ({
  page,
}) => {
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

  await page.clock.install();
  const nobody = await page.goto("/directory/00000000-0000-4000-8000-000000000000");
  expect(nobody?.status()).toBe(404);
  await hydrated(page);
  // The page leads away by itself after five seconds: not while it is looked at.
  await page.clock.pauseAt(Date.now() + 1_000);
  await expect(page).toHaveTitle("Professional Not Found | Solutionz");
  await expect(page.getByRole("heading", { name: "Profile Not Available" })).toBeVisible();
  await expect(
    page.getByText("The provider profile you're looking for doesn't exist or isn't accessible."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Directory" })).toBeVisible();
  await page.clock.fastForward(5_000);
  await page.clock.resume();
  await expect(page).toHaveURL("/directory");
  await expect(page.getByText("Profile not found", { exact: true })).toBeVisible();
  await open(page, "/directory/me");
  await expect(page).toHaveURL("/login?return=%2Fdirectory%2Fme");
});

test("the owner edits the page in place, by keyboard, and nothing is overwritten unseen", async ({
  page,
  context,
}) => {
  await logIn(page, SAMPLE.member);
  await open(page, "/directory/me");
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  const path = new URL(page.url()).pathname;
  await expect(page.getByRole("link", { name: "Edit Full Profile" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);

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
  await expect(page.getByText("Skipton", { exact: true })).toBeVisible();
  await expect(page.getByText("Profile updated", { exact: true })).toBeVisible();

  const other = await context.newPage();
  await open(other, path);
  // Another window's change of another field stays, also when this one's is saved after the warning.
  await other.getByRole("button", { name: "Edit details" }).click();
  await other.getByLabel("Location").fill("Settle");
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByLabel("Business name").fill("Dovetail Yard & Co");
  await page.getByLabel("Business name").press("Enter");
  await expect(page.getByRole("heading", { name: "Dovetail Yard & Co" })).toBeVisible();
  await other.getByLabel("Location").press("Enter");
  await expect(other.getByText(/This was changed in another window/)).toBeVisible();
  await other.getByLabel("Location").press("Enter");
  await expect(other.getByText("Settle", { exact: true })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Dovetail Yard & Co" })).toBeVisible();
  await open(page, path);
  await expect(page.getByRole("heading", { name: "Dovetail Yard & Co" })).toBeVisible();
  await expect(page.getByText("Settle", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByLabel("Business name").fill("Dovetail Yard");
  await page.getByLabel("Business name").press("Enter");
  await expect(page.getByText("Profile updated", { exact: true }).last()).toBeVisible();

  await open(other, path);
  await other.getByRole("button", { name: "Edit bio" }).click();
  await other.getByRole("textbox", { name: "About" }).fill("Written in the second window.");
  await page.getByRole("button", { name: "Edit bio" }).click();
  await page.getByRole("textbox", { name: "About" }).fill("Written in the first window.");
  await page.getByRole("textbox", { name: "About" }).press("Control+Enter");
  await expect(page.getByText("Profile updated", { exact: true }).last()).toBeVisible();
  await expect(page.getByText("Written in the first window.")).toBeVisible();
  await other.getByRole("textbox", { name: "About" }).press("Control+Enter");
  await expect(other.getByText(/This was changed in another window/)).toBeVisible();
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
  await page.getByRole("button", { name: "Edit details" }).click();
  await page.getByLabel("Website").fill("never.example");
  await page.getByLabel("Website").press("Enter");
  await expect(page.getByText("Update failed", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Network issue: please check/).first()).toBeVisible();
  await expect(page.getByLabel("Website")).toHaveValue("https://never.example");
  await page.getByLabel("Website").press("Escape");
  await expect(page.locator('a[href="https://never.example"]')).toHaveCount(0);
});

test("the owner enters services, hours and area, and everybody sees them", async ({
  page,
  browser,
  baseURL,
}) => {
  await logIn(page, SAMPLE.member);
  await open(page, "/directory/me");
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  const path = new URL(page.url()).pathname;
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
    if (unit) await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save service" }).press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(services.getByRole("heading", { name: title })).toBeVisible();
  }
  await expect(services.getByText("From £1,250.50 a job")).toBeVisible();
  const order = () => services.getByRole("heading").allTextContents();
  const first = await order();
  const more = page.getByRole("button", { name: "Move or delete Site visit" });
  await more.press("Enter");
  await page.getByRole("menuitem", { name: "Move down" }).press("Enter");
  await expect(page.getByText(/^Site visit is now number/)).toBeAttached();
  await expect(more).toBeFocused();
  await expect.poll(order).toEqual(first.with(-2, "Fitted shelves").with(-1, "Site visit"));
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(order).toEqual(first);

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
  await places.fill("<b>Leeds</b>");
  await dialog.getByRole("button", { name: "Save area" }).click();
  await expect(dialog.getByText(/is not a town or the first half/)).toBeVisible();
  await places.fill("Leeds, Nowhereham");
  await dialog.getByRole("button", { name: "Save area" }).click();
  await expect(dialog.getByText(/We do not know "Nowhereham"/)).toBeVisible();
  await places.fill("Leeds, ls6, leeds");
  await dialog.getByRole("button", { name: "Save area" }).click();
  await expect(
    page.getByRole("list", { name: "Towns and postcodes" }).getByText("LS6"),
  ).toBeVisible();

  const context = await browser.newContext({ ...(baseURL && { baseURL }), colorScheme: "dark" });
  const visitor = await context.newPage();
  // A Tuesday in summer: half past nine by the clocks on the wall.
  await visitor.clock.setFixedTime(new Date("2026-07-07T08:30:00Z"));
  // Before the page's scripts run, and after.
  await visitor.goto(path);
  const now = visitor.getByText(/^(Open|Closed) now$/).filter({ visible: true });
  await expect(now).toHaveText("Open now");
  await hydrated(visitor);
  await expect(visitor.getByText("Open now")).toBeVisible();
  await expect(visitor.getByText("until 5:30pm")).toBeVisible();
  await expect(visitor.getByText("Monday to Friday", { exact: true })).toBeVisible();
  await expect(visitor.getByText("From £1,250.50 a job")).toBeVisible();
  await expect(visitor.getByRole("button", { name: /Add service|Edit|Move/ })).toHaveCount(0);
  const linked = await visitor.locator('script[type="application/ld+json"]').allTextContents();
  expect(linked.join()).toContain('"areaServed":["Leeds","LS6"]');
  expect(linked.join()).toContain('"closes":"17:30"');
  await expectAccessible(visitor);
  await open(visitor, "/directory?location=LS6+3AB&within=covers");
  const card = visitor.getByRole("listitem").filter({ has: visitor.locator(`a[href="${path}"]`) });
  await expect(card.getByText("Covers LS6 3")).toBeVisible();
  await expect(visitor.getByRole("combobox", { name: "Distance" })).toHaveValue("covers");
  await context.close();

  await open(page, "/profile?tab=services");
  for (const title of ["Site visit", "Fitted shelves"]) {
    await page.getByRole("button", { name: `Move or delete ${title}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete service" }).click();
    await expect(page.getByRole("heading", { name: title })).toHaveCount(0);
  }
});

test("the page is passed on, printed, reported, saved and removed again", async ({
  page,
  context,
}) => {
  await test.step("the page is passed on, printed and reported", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const path = await anyProfile(page);
    await open(page, `${path}?tab=feedback`);
    await page.getByRole("button", { name: /^Share / }).press("Enter");
    await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(new URL(path, page.url()).href);

    await page
      .getByRole("button", { name: /^Report feedback “/ })
      .first()
      .click();
    await expect(page.getByRole("dialog", { name: /^Report feedback “/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await open(page, path);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const role of ["navigation", "button"] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
    await expect(page.getByRole("link", { name: "Leave Feedback" })).toHaveCount(0);
    await page.emulateMedia({ media: "screen" });

    await open(page, "/job-directory");
    await page.getByRole("main").getByRole("heading").getByRole("link").first().click();
    await page.getByRole("button", { name: /^Report job “/ }).click();
    await page.getByRole("dialog").getByLabel("What is wrong?").selectOption({ index: 1 });
    await page.getByRole("dialog").getByRole("button", { name: "Send report" }).click();
    await expect(page.getByText("Thank you for your report")).toBeVisible();
  });

  await test.step("another person saves the professional and removes them again", async () => {
    await logIn(page, SAMPLE.client);
    await open(page, await anyProfile(page));
    await expect(page.getByRole("link", { name: "Edit Full Profile" })).toHaveCount(0);
    const save = page.getByRole("button", { name: /^Saved?$/ });
    const pressed = (await save.getAttribute("aria-pressed")) === "true";
    await save.click();
    await expect(save).toHaveAttribute("aria-pressed", String(!pressed));
    await save.click();
    await expect(save).toHaveAttribute("aria-pressed", String(pressed));

    await open(page, "/directory");
    const bookmark = page.getByRole("button", { name: /^Save / }).first();
    const down = (await bookmark.getAttribute("aria-pressed")) === "true";
    // The button is down at once, and the line is cut only when that is written.
    const written = page.waitForResponse(
      (response) => /saved_providers/.test(response.url()) && response.request().method() !== "GET",
    );
    await bookmark.press("Enter");
    await expect(bookmark).toHaveAttribute("aria-pressed", String(!down));
    await (await written).finished();
    await expectAccessible(page);
    await page.context().setOffline(true);
    await bookmark.click();
    await expect(page.getByText("Action failed")).toBeVisible();
    await expect(bookmark).toHaveAttribute("aria-pressed", String(!down));
    await page.context().setOffline(false);
    await reload(page);
    await expect(bookmark).toHaveAttribute("aria-pressed", String(!down));
    await bookmark.click();
    await expect(bookmark).toHaveAttribute("aria-pressed", String(down));
    await open(page, "/directory/me");
    await expect(page).toHaveURL("/profile");
  });
});
