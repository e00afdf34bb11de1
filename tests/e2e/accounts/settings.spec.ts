import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { act, test as adminTest, person } from "#tests/e2e/admin.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, logIn, open, test } from "#tests/e2e/site.ts";
import { account, clientOf, enter, enterAsAdmin, member, PASSWORD } from "./accounts.ts";

/** The next call of a function finds a session that proved nothing for too long. */
const needsProofOnce = (page: Page, name: string) =>
  page.route(
    `**/functions/v1/${name}`,
    (route) =>
      route.fulfill({
        status: 403,
        json: { code: "reauthentication_needed", message: "Please confirm it's you first." },
      }),
    { times: 1 },
  );

const prove = async (page: Page) => {
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Current password").fill(PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
};

test("choices are saved as they are switched, and by the link of a mail without scripts", async ({
  browser,
}) => {
  const { page, email, session } = await member(browser, "provider");
  await open(page, "/account?tab=notifications");
  const choice = (name: string) => page.getByRole("switch", { name });
  await choice("Marketing emails").click();
  await page.getByText("Your marketing choices").click();
  await expect(page.getByText(/: agreed in your settings$/)).toBeVisible();
  await page.reload();
  await expect(choice("Marketing emails")).toBeChecked();

  // A switch that could not be saved goes back.
  await page.route("**/rest/v1/notification_settings*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await choice("Job alerts").click();
  await expect(
    page.getByText("Network issue: please check your connection and try again."),
  ).toBeVisible();
  await expect(choice("Job alerts")).toBeChecked();

  const author = await account("client");
  const db = await clientOf(author.session);
  await db
    .from("feedback")
    .insert({
      provider_id: session.user.id,
      user_id: author.session.user.id,
      rating: 5,
      title: "Splendid",
    })
    .throwOnError();
  const mail = await mailTo(page.request, email, /new feedback/);
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  // Opening the link changes nothing, its button does.
  await visitor.goto(linkIn(mail, "/unsubscribe"));
  await page.reload();
  await expect(choice("Email notifications")).toBeChecked();
  await visitor.getByRole("button", { name: /^Stop / }).click();
  await expect(visitor.getByText("Email notifications: switched off")).toBeVisible();
  await page.reload();
  await expect(choice("Email notifications")).not.toBeChecked();
  await expect(choice("Job alerts")).toBeDisabled();
  await visitor.getByRole("button", { name: "Undo" }).click();
  await expect(visitor.getByText("Email notifications: switched on again")).toBeVisible();
});

adminTest(
  "support has access only while the owner allows it",
  async ({ browser, adminSite: { url: baseURL, service } }) => {
    const page = await enter(browser, await person(service, "client", "Sue Support"), { baseURL });
    await open(page, "/account?tab=security");
    const access = page.getByRole("switch", { name: "Support access" });
    await access.click();
    await page.getByText("7 days").click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Allow access" }).click();
    await expect(access).toBeChecked();

    const admin = await enterAsAdmin(browser, baseURL);
    await open(admin, "/admin/users?q=sue");
    const sue = admin.getByRole("row").filter({ hasText: "Sue Support" });
    await act(sue, "View");
    await admin.getByRole("button", { name: "Show settings and emails" }).click();
    await expect(admin.getByText("Marketing emails: off")).toBeVisible();
    await admin.keyboard.press("Escape");

    await access.click();
    await expect(access).not.toBeChecked();
    // The owner sees each access by support, and when.
    await expect(page.getByRole("region", { name: "Support access" }).locator("time")).toHaveText(
      /^\d{1,2} \w{3} \d{4}, \d\d:\d\d$/,
    );
    await act(sue, "View");
    await expect(admin.getByText("This person has not allowed support access.")).toBeVisible();
  },
);

test("the personal data download is a zip that opens, after the password", async ({ browser }) => {
  const { page, email } = await member(browser, "client");
  await open(page, "/account?tab=security");
  await page.getByRole("button", { name: "Download my data" }).click();
  const dialog = page.getByRole("dialog", { name: "Download my data" });
  const download = dialog.getByRole("button", { name: "Download", exact: true });
  await needsProofOnce(page, "export-account");
  await download.click();
  await page.route("**/functions/v1/export-account", (route) => route.abort(), { times: 1 });
  await prove(page);
  await expect(dialog.getByText("The connection was lost. Please try again.")).toBeVisible();

  const coming = page.waitForEvent("download");
  await download.click();
  const saved = await coming;
  expect(saved.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(new Uint8Array(readFileSync(await saved.path())));
  const textOf = (name: string) => new TextDecoder().decode(files[name]);
  expect(JSON.parse(textOf("data.json")).profile).toMatchObject([{ first_name: "Ada", email }]);
  await page.setContent(textOf("index.html"));
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await expectAccessible(page);
});

test("an account is scheduled for deletion after the word and the password, and kept by signing in", async ({
  browser,
}) => {
  const { page, email } = await member(browser, "client");
  await open(page, "/account?tab=security");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("Please type DELETE to confirm")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await needsProofOnce(page, "delete-account");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await prove(page);
  await expect(page.getByText("Account deletion requested")).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(await mailTo(page.request, email, /will be deleted on/)).toContain(
    "Sign in before that day",
  );
  await logIn(page, { type: "client", email, password: PASSWORD });
  await expect(page.getByText("Your account will not be deleted")).toBeVisible();
});
