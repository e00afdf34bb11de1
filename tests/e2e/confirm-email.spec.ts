import { account, freshAddress, signUpByForm } from "./accounts.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { expect, open, reload, test } from "./site.ts";

test("a used link says so and offers another", async ({ page }) => {
  const { email } = await account("client");
  const link = linkIn(await mailTo(page.request, email, /confirm/i), "/confirm-email");
  await open(page, link);
  await page.getByRole("button", { name: "Confirm my e-mail" }).click();
  await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("nobody");
  await page.getByRole("button", { name: "Resend Confirmation Email" }).click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
});

test("resending too soon is refused with a countdown", async ({ page }) => {
  const email = freshAddress("eager");
  await signUpByForm(page, email, "client");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await reload(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByRole("button", { name: "Resend Confirmation Email" }).click();
  await expect(page.getByText("Email rate limit exceeded")).toBeVisible();
  await expect(
    page.getByText(/Please wait \d+ seconds before requesting another email\./),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend Confirmation Email" })).toBeDisabled();
});

test("trying to log in before confirming leads to the login with the address filled in", async ({
  page,
}) => {
  const email = freshAddress("hasty");
  await signUpByForm(page, email, "client");
  await page.getByRole("button", { name: "Try Logging In" }).click();
  await expect(page.getByText("Please sign in manually.")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});
