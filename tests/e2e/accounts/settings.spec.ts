import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { unzipSync } from "fflate";
import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, logIn, open } from "#tests/e2e/site.ts";

test.describe.configure({ timeout: 120_000 });

/** Feedback as its author would give it: the provider gets a mail. */
const giveFeedback = async (
  url: string,
  author: { id: string; email: string; password: string },
  providerId: string,
) => {
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  const db = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await db.auth.signInWithPassword({ email: author.email, password: author.password });
  const { error } = await db
    .from("feedback")
    .insert({ provider_id: providerId, user_id: author.id, rating: 5, title: "Splendid" });
  expect(error).toBeNull();
};

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

test("choices are saved as they are switched, and obeyed by mails and their links", async ({
  page,
  browser,
  adminSite,
}) => {
  const { service, url } = adminSite;
  const provider = await person(service, "provider", "Norah Notice");
  const authors = await Promise.all(
    ["Una One", "Tom Two", "Theo Three"].map((name) => person(service, "client", name)),
  );
  const control = await person(service, "provider", "Connie Control");
  const review = async (at: number, of = provider) =>
    giveFeedback(url, authors[at] as never, of.id);
  const mailed = async (): Promise<number> => {
    const response = await page.request.get(
      `${url}/_mailbox/api/v1/search?query=${encodeURIComponent(`to:${provider.email}`)}`,
    );
    const { messages } = (await response.json()) as { messages: { Subject: string }[] };
    return messages.filter(({ Subject }) => /new feedback/.test(Subject)).length;
  };

  await logIn(page, provider);
  await open(page, "/account?tab=notifications");
  const choice = (name: string) => page.getByRole("switch", { name });
  await expect(page.getByText("Always on")).toBeVisible();
  await expect(choice("Security alerts")).toHaveCount(0);
  await expect(choice("Provider updates")).toHaveCount(0);
  await expect(choice("Job alerts")).toBeChecked();
  await expect(choice("Marketing emails")).not.toBeChecked();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
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
  await page.unroute("**/rest/v1/notification_settings*");

  await review(0);
  const link = linkIn(
    await mailTo(page.request, provider.email, /new feedback/, url),
    "/unsubscribe",
  );
  // A visitor without scripts: opening the link changes nothing, its button does.
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole("button", { name: /^Stop / })).toBeVisible();
  await page.reload();
  await expect(choice("Email notifications")).toBeChecked();
  await visitor.getByRole("button", { name: /^Stop / }).click();
  await expect(visitor.getByText("Email notifications: switched off")).toBeVisible();
  await page.reload();
  await expect(choice("Email notifications")).not.toBeChecked();
  await expect(choice("Job alerts")).toBeDisabled();
  await visitor.getByRole("button", { name: "Undo" }).click();
  await expect(visitor.getByText("Email notifications: switched on again")).toBeVisible();
  await context.close();

  // The mail program's own button: one POST, without cookies or scripts (RFC 8058).
  const clicked = await fetch(link, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(clicked.status).toBe(200);
  await page.reload();
  await expect(choice("Email notifications")).not.toBeChecked();
  await review(1);
  // Choices are read when a mail is sent, in the order of events: wait for one queued later.
  await review(1, control);
  await mailTo(page.request, control.email, /new feedback/, url);
  await choice("Email notifications").click();
  await expect(choice("Job alerts")).toBeEnabled();
  await review(2);
  // The third came, so the second was left out and not merely late.
  await expect.poll(mailed).toBe(2);

  const forged = await fetch(link.replace(/token=[^&]+/, `token=${crypto.randomUUID()}`), {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(forged.status).toBe(404);
  await open(page, "/unsubscribe?token=x&topic=account");
  await expect(page.getByText("This link does not work")).toBeVisible();
  await expectAccessible(page);
});

test("support has access only while the owner allows it", async ({ page, browser, adminSite }) => {
  const { service, url } = adminSite;
  const client = await person(service, "client", "Sue Support");
  await logIn(page, client);
  await open(page, "/account?tab=security");
  const access = page.getByRole("switch", { name: "Support access" });
  await expect(access).not.toBeChecked();
  await access.click();
  await page.getByText("7 days").click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Allow access" }).click();
  await expect(page.getByText("Support access enabled")).toBeVisible();
  await expect(access).toBeChecked();
  await expect(
    page.getByText(/Our team can view your account until \d{1,2} \w{3} \d{4}, \d\d:\d\d/),
  ).toBeVisible();

  const context = await browser.newContext({ baseURL: url });
  const admin = await context.newPage();
  await logInAsAdmin(admin);
  await open(admin, "/admin/users?q=sue");
  const view = async () => {
    await admin.getByRole("button", { name: /Actions for Sue/ }).click();
    await admin.getByRole("menuitem", { name: "View", exact: true }).click();
  };
  await view();
  await admin.getByRole("button", { name: "Show settings and emails" }).click();
  await expect(admin.getByText("Marketing emails: off")).toBeVisible();
  await expectAccessible(admin);
  await admin.keyboard.press("Escape");

  await access.click();
  await expect(page.getByText("Support access disabled")).toBeVisible();
  await expect(access).not.toBeChecked();
  // The owner sees each access by support, and when.
  await expect(
    page.getByRole("heading", { name: "When our team viewed your account" }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Support access" }).locator("time")).toHaveText(
    /^\d{1,2} \w{3} \d{4}, \d\d:\d\d$/,
  );
  await view();
  await expect(admin.getByText("This person has not allowed support access.")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Show settings and emails" })).toHaveCount(0);
  await context.close();
});

test("the personal data download is a zip that opens, after the password", async ({
  page,
  adminSite,
}) => {
  const client = await person(adminSite.service, "client", "Zoe Zip");
  await logIn(page, client);
  await open(page, "/account?tab=security");
  await page.getByRole("button", { name: "Download my data" }).click();
  const dialog = page.getByRole("dialog", { name: "Download my data" });
  const download = dialog.getByRole("button", { name: "Download", exact: true });
  await needsProofOnce(page, "export-account");
  await download.click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  const password = proof.getByLabel("Current password");
  await password.fill("not my password");
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof.getByText("That is not your current password.")).toBeVisible();
  await expect(password).toBeFocused();
  await expectAccessible(page);

  await page.route("**/functions/v1/export-account", (route) => route.abort(), { times: 1 });
  await password.fill(client.password);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("The connection was lost. Please try again.")).toBeVisible();

  const coming = page.waitForEvent("download");
  await download.click();
  const saved = await coming;
  expect(saved.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(new Uint8Array(readFileSync(await saved.path())));
  expect(Object.keys(files)).toEqual(["index.html", "data.json"]);
  expect(JSON.parse(new TextDecoder().decode(files["data.json"])).profile).toMatchObject([
    { first_name: "Zoe", email: client.email },
  ]);
  await expect(page.getByText("Your data is ready")).toBeVisible();
  await page.setContent(new TextDecoder().decode(files["index.html"]));
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await expectAccessible(page);
});

test("an account is scheduled for deletion, kept by signing in, and erased after its grace", async ({
  page,
  adminSite,
}) => {
  const { service, url } = adminSite;
  const client = await person(service, "client", "Lea Leaver");
  const requestDeletion = async () => {
    await open(page, "/account?tab=security");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await expect(dialog.getByText("Please type DELETE to confirm")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
    await needsProofOnce(page, "delete-account");
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm it's you" });
    await proof.getByLabel("Current password").fill(client.password);
    await expectAccessible(page);
    await proof.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Account deletion requested")).toBeVisible();
    await expect(page).toHaveURL("/");
  };
  await logIn(page, client);
  await requestDeletion();
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
  expect(await mailTo(page.request, client.email, /will be deleted on/, url)).toContain(
    "Sign in before that day",
  );

  await logIn(page, client);
  await expect(page.getByText("Your account will not be deleted")).toBeVisible();
  await mailTo(page.request, client.email, /kept your Solutionz account/, url);

  await requestDeletion();
  const moved = await service
    .from("account_deletions")
    .update({ erase_after: new Date().toISOString() })
    .eq("user_id", client.id)
    .select("user_id");
  expect(moved.data).toHaveLength(1);
  await expect
    .poll(async () => (await service.auth.admin.getUserById(client.id)).error?.status, {
      timeout: 40_000,
    })
    .toBe(404);
  await mailTo(page.request, client.email, /has been deleted/, url);
  await open(page, "/login");
  await page.getByLabel("Email", { exact: true }).fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Invalid login credentials").first()).toBeVisible();
});
