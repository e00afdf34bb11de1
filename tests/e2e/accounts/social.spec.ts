import type { Page } from "@playwright/test";
import {
  type Account,
  startProvider,
  type TestProvider,
} from "#backend/tests/conformance/auth-provider.ts";
import { type RunningSite, startOnEmptyFolder } from "#tests/e2e/process.ts";
import { expect, expectAccessible, open, test } from "#tests/e2e/site.ts";

/** A site of its own, registered with an identity provider on this machine. */
let provider: TestProvider;
let site: RunningSite;
test.beforeAll(async () => {
  provider = await startProvider({ folder: "/v2.0" });
  site = await startOnEmptyFolder("social-", {
    args: ["--empty"],
    ready: / is at /,
    env: {
      SIGN_IN_AZURE_CLIENT_ID: provider.client.id,
      SIGN_IN_AZURE_SECRET: provider.client.secret,
      SIGN_IN_AZURE_URL: provider.url.replace("/v2.0", ""),
    },
  });
});
test.afterAll(async () => {
  await site?.stop();
  await provider?.close();
});

const LOVELACE: Account = {
  sub: "1",
  email: "ada@people.example",
  xms_edov: true,
  name: "Ada King Lovelace",
};

const microsoft = (page: Page) => page.getByRole("button", { name: "Continue with Microsoft" });
const session = (page: Page) => page.evaluate(() => localStorage.getItem("solutionz-session"));

test("a provider signs up with Microsoft, fills in the rest, and returns on the right tab only", async ({
  browser,
}) => {
  const enter = async () => (await browser.newContext({ baseURL: site.url })).newPage();
  const page = await enter();
  provider.visitor.account = LOVELACE;
  await open(page, "/signup?type=provider");
  await microsoft(page).click();
  await expect(page).toHaveURL("/account?finish=provider");
  await expect(page.getByRole("heading", { name: "Finish signing up" })).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada King Lovelace");
  await expectAccessible(page);
  // Left and opened again, it is still the first question.
  await open(page, "/account?tab=security");
  await page.getByRole("tab", { name: "Solutionz Provider" }).click();
  await page.getByRole("button", { name: "Finish signing up" }).click();
  await expect(page.getByText("Phone number is required for providers").first()).toBeVisible();
  await page.getByLabel("Location").fill("Leeds");
  await page.getByLabel("Phone number").fill("0113 496 0000");
  await page.getByLabel("Business name").fill("Lovelace Engines");
  await page.getByLabel("Business Category *").click();
  await page.getByLabel("Search categories").fill("graphic");
  await page.getByLabel("Graphic Design").check();
  await page.getByRole("button", { name: "Finish signing up" }).click();
  await expect(page).toHaveURL("/membership");
  await open(page, "/account");
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");

  await open(page, "/account?tab=notifications");
  await microsoft(page).click();
  await expect(page.getByText("This account is registered as a Solutionz Provider.")).toBeVisible();
  expect(await session(page)).toBeNull();
  // Left without a press, the session that waited is ended at the service.
  const [ended] = await Promise.all([
    page.waitForResponse("**/auth/v1/logout?scope=local"),
    page.getByRole("link", { name: "Back to login" }).click(),
  ]);
  expect(ended.status()).toBe(204);
  await expect(page).toHaveURL("/login?return=%2Faccount%3Ftab%3Dnotifications");
  await microsoft(page).click();
  await page.getByRole("button", { name: "Log in as Solutionz Provider" }).click();
  await expect(page).toHaveURL("/account?tab=notifications");

  await test.step("the first admin's form of that site keeps what was typed without a connection", async () => {
    const page = await enter();
    await open(page, "/admin-signup");
    await page.getByLabel("Username").fill("boss");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByLabel("Confirm password").fill("correct horse battery");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Create admin account" }).click();
    await expect(page.getByText("Unexpected error. Please try again.")).toBeVisible();
    await expect(page.getByLabel("Username")).toHaveValue("boss");
  });
});
