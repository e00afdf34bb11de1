import { expect, open, reload, test } from "#tests/e2e/site.ts";
import { account, fillSignUp, freshAddress } from "./accounts.ts";

test("the sign-up form refuses in the spec's words and loses nothing typed", async ({ page }) => {
  await open(page, "/signup?type=provider");
  await expect(page.getByRole("tab", { name: "Solutionz Provider" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(
    page.getByText(
      "After signing up, you'll need to confirm your email before accessing your account.",
    ),
  ).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Terms of use" })).toHaveAttribute("href", "/terms");
  await expect(main).toContainText("you are at least 18");
  await page.getByRole("button", { name: "Create account" }).click();
  for (const words of [
    "Full name is required",
    "Email is required",
    "Location is required",
    "Phone number is required for providers",
    "Business name is required",
    "At least one category is required for providers",
    "Password is required",
  ]) {
    await expect(page.getByRole("link", { name: words })).toBeVisible();
  }
  await expect(page.getByLabel("Full name")).toBeFocused();

  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Phone number").fill("123");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Confirm password").fill("other");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("link", { name: "Invalid phone number format" })).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Password must be at least 8 characters" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Passwords do not match" })).toBeVisible();

  await page.getByRole("tab", { name: "Solutionz Seeker" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada");
  await expect(page.getByLabel("Business name")).toHaveCount(0);
  await page.getByRole("tab", { name: "Solutionz Provider" }).click();
  await expect(page.getByLabel("Phone number")).toHaveValue("123");

  // A chosen business with the typed address warns, and lets the person continue.
  await page.getByLabel("Email", { exact: true }).fill("hello@applegarthjoinery.example.com");
  await page.getByLabel("Business name").pressSequentially("apple");
  await page.getByRole("option", { name: "Applegarth Joinery" }).click();
  await expect(page.getByLabel("Business name")).toHaveValue("Applegarth Joinery");
  await expect(page.getByText("Business Already Registered")).toBeVisible();
  await expect(page.getByRole("link", { name: "Recover Account" })).toHaveAttribute(
    "href",
    "/reset-password?email=hello%40applegarthjoinery.example.com",
  );
  await page.getByRole("button", { name: "Continue Anyway" }).click();
  await expect(page.getByText("Business Already Registered")).toHaveCount(0);
  await expect(page.getByLabel("Business name")).toHaveValue("Applegarth Joinery");
  await expect(page.getByLabel("Business name")).toBeFocused();
});

test("a business search starts after two letters and a pause, and its list stays for a press", async ({
  page,
}) => {
  await page.clock.install();
  await open(page, "/signup?type=provider");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/search_businesses")) requests.push(request.postData() ?? "");
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  const field = page.getByLabel("Business name");
  await field.pressSequentially("a");
  await page.clock.runFor(1000);
  await field.pressSequentially("r");
  await page.clock.runFor(299);
  expect(requests).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => requests).toEqual(['{"query":"ar"}']);
  const options = page.getByRole("option");
  await expect(options).toHaveCount(5);
  await field.blur();
  await page.clock.runFor(199);
  await expect(options).toHaveCount(5);
  await page.clock.runFor(1);
  await expect(options).toHaveCount(0);
});

test("a sign-up is sent once, and the wait after too many goes on after the page is loaded again", async ({
  page,
}) => {
  // A known address gets a message, and nothing that was typed is gone.
  const { email } = await account("client");
  await open(page, "/signup");
  await fillSignUp(page, email, "client");
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/signup")) calls.push(request.method());
  });
  // A double press is one attempt.
  await page.getByRole("button", { name: "Create account" }).dblclick();
  await expect(
    page.getByText(
      "This email is already registered. Please use a different email or try logging in.",
    ),
  ).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada King Lovelace");
  expect(calls.filter((method) => method === "POST")).toHaveLength(1);

  await page.route("**/auth/v1/signup*", (route) =>
    route.fulfill({ status: 429, json: { code: "over_request_rate_limit", message: "Too many" } }),
  );
  await page.clock.install();
  await open(page, "/signup");
  await fillSignUp(page, freshAddress("again"), "client");
  const press = page.getByRole("button", { name: "Create account" });
  await press.click();
  await expect(
    page.getByText("Too many signup attempts. Please try again later.").first(),
  ).toBeVisible();
  const wait = page.getByText(
    /^Rate limit reached\. Please wait \d+ seconds before trying again\.$/,
  );
  await expect(wait).toBeVisible();
  await page.clock.fastForward(20_000);
  await reload(page);
  await expect(wait).toContainText(/ (40|3\d) seconds/);
  await expect(press).toBeDisabled();
  await page.clock.fastForward(41_000);
  await expect(press).toBeEnabled();
});
