import { expect, expectAccessible, open, reload, test } from "#tests/e2e/site.ts";
import { account, fillSignUp, freshAddress } from "./accounts.ts";

test("the sign-up form refuses in the spec's words and loses nothing typed", async ({ page }) => {
  await open(page, "/signup?type=provider");
  await page.getByRole("button", { name: "Create account" }).click();
  for (const words of [
    "Full name is required",
    "Phone number is required for providers",
    "At least one category is required for providers",
  ]) {
    await expect(page.getByRole("link", { name: words })).toBeVisible();
  }
  await expect(page.getByLabel("Full name")).toBeFocused();

  await expectAccessible(page);

  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Phone number").fill("123");
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
  await page.getByRole("button", { name: "Continue Anyway" }).click();
  await expect(page.getByLabel("Business name")).toHaveValue("Applegarth Joinery");
  await expect(page.getByLabel("Business name")).toBeFocused();
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
