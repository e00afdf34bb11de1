import { enterAsAdmin } from "#tests/e2e/accounts/accounts.ts";
import { ADMIN, test } from "#tests/e2e/admin.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test("an admin changes a mail, and people receive its new words", async ({
  browser,
  request,
  adminSite: { url },
}) => {
  const page = await enterAsAdmin(browser, url);
  await open(page, "/admin/emails");
  const line = page.getByRole("link", { name: "Confirm your email address" });
  await line.click();
  // The focus goes to what opened in place, and back to its line.
  await expect(page.getByRole("link", { name: "All emails" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(line).toBeFocused();
  await page.keyboard.press("Enter");
  const part = page.getByRole("region", { name: "Email text" });
  const preview = page.frameLocator('iframe[title="Preview of the email"]');
  await expect(preview.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();

  // What cannot be sent is said while it is typed.
  await part.getByLabel("Message").fill("Press below, {{email}}.");
  await expect(part.getByText("Please put {{link}} once on a line of its own.")).toBeVisible();
  await expectAccessible(page);
  const dialog = page.getByRole("alertdialog");
  const save = async (reason: string) => {
    await part.getByRole("button", { name: "Save email text" }).click();
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog).toBeHidden();
  };

  // A placeholder is inserted where somebody was writing; the link always into the message, once.
  const insert = part.getByRole("group", { name: "Insert a placeholder" });
  await part.getByLabel("Subject").fill("Hello from ");
  await insert.getByRole("button", { name: "{{site}}" }).click();
  await page.keyboard.type(" & friends");
  await expect(part.getByLabel("Subject")).toHaveValue("Hello from {{site}} & friends");
  await insert.getByRole("button", { name: "{{link}}" }).click();
  await page.keyboard.type("Not you? Bin this.");
  await expect(part.getByLabel("Message")).toHaveValue(
    "Press below, {{email}}.\n\n{{link}}\n\nNot you? Bin this.",
  );
  // A second time it shows where it is.
  const written = await part.getByLabel("Message").inputValue();
  await insert.getByRole("button", { name: "{{link}}" }).click();
  await expect(part.getByLabel("Message")).toBeFocused();
  await expect(part.getByLabel("Message")).toHaveValue(written);
  await part.getByLabel("Heading").fill("Nearly there");
  await expect(preview.getByRole("heading", { name: "Nearly there" })).toBeVisible();

  await save("Our own words");
  await expect(page.getByText("Email text saved")).toBeVisible();

  const { anonKey } = (await (await request.get("/config.json")).json()) as { anonKey: string };
  const signUp = (address: string) =>
    request.post("/auth/v1/signup", {
      headers: { apikey: anonKey },
      data: {
        email: address,
        password: ADMIN.password,
        data: { account_type: "client", first_name: "Nora", last_name: "New", location: "Leeds" },
      },
    });
  expect((await signUp("nora@people.example")).status()).toBe(200);
  const mail = await mailTo(
    request,
    "nora@people.example",
    /^Hello from Solutionz & friends$/,
    url,
  );
  expect(mail).toMatch(
    /^Nearly there\n\nPress below, nora@people\.example\.\n\nConfirm my email address:\n/,
  );

  // Back to the original.
  await open(page, "/admin/emails?mail=confirmation");
  await part.getByRole("button", { name: "Restore the original" }).click();
  await expect(part.getByLabel("Subject")).toHaveValue("Confirm your email address");
  await save("Theirs was better");
  await expect(page.getByText("Email text saved")).toBeVisible();
  await page.context().close();
});
