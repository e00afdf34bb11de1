import { publicClient } from "#tests/e2e/accounts/accounts.ts";
import { ADMIN, because, test } from "#tests/e2e/admin.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, expectAccessibleInBoth, open } from "#tests/e2e/site.ts";

test.describe.configure({ timeout: 120_000 });

test("an admin changes a mail, and people receive its new words", async ({
  admin: page,
  request,
  adminSite,
}) => {
  await open(page, "/admin/dashboard");
  await page.getByRole("link", { name: "Emails", exact: true }).click();
  await expect(
    page.getByRole("link", { name: "Your receipt from Solutionz: £20.00" }),
  ).toBeVisible();
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
  await expectAccessibleInBoth(page);

  // What cannot be sent is said while it is typed, and refused by the server.
  await part.getByLabel("Message").fill("Hello {{name}}");
  await expect(
    part.getByText("Please use only these placeholders: {{link}}, {{site}}, {{email}}"),
  ).toBeVisible();
  await part.getByLabel("Message").fill("Press below, {{email}}.");
  await expect(part.getByText("Please put {{link}} once on a line of its own.")).toBeVisible();
  await expectAccessible(page);
  const dialog = page.getByRole("alertdialog");
  const save = async (reason: string) => {
    await part.getByRole("button", { name: "Save email text" }).click();
    await because(page, reason, "Save");
    await expect(dialog).toBeHidden();
  };
  await save("Our own words");
  await expect(part.getByText("Not saved")).toBeVisible();
  await expect(part.getByLabel("Message")).toHaveValue("Press below, {{email}}.");

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
  await expect(preview.getByText("Press below, alex@example.org.").last()).toBeVisible();
  await expect(preview.getByRole("link", { name: "Confirm my email address" })).toBeVisible();

  // The first admin began with a username, and so without a mailbox.
  await part.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText(/Your account has no mailbox/).first()).toBeVisible();
  const { data } = await adminSite.service.auth.admin.listUsers({ perPage: 1000 });
  const boss = data.users.find(({ email }) => email?.startsWith(ADMIN.username));
  const email = "boss@people.example";
  await adminSite.service.auth.admin.updateUserById(boss?.id ?? "", { email, email_confirm: true });
  await part.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText(`Test email sent to ${email}`).first()).toBeVisible();
  const mailed = (to: string, subject: RegExp) => mailTo(request, to, subject, adminSite.url);
  const trial = await mailed(email, /^Test: Hello from Solutionz & friends$/);
  expect(trial).toContain("Press below, alex@example.org.");
  const before = { email: boss?.email ?? "", email_confirm: true };
  await adminSite.service.auth.admin.updateUserById(boss?.id ?? "", before);

  await save("Our own words");
  await expect(page.getByText("Email text saved")).toBeVisible();
  await page.getByRole("link", { name: "All emails" }).click();
  await expect(
    page.getByRole("listitem").filter({ hasText: "Hello from Solutionz & friends" }),
  ).toContainText("Changed");
  await expectAccessible(page);

  const visitor = await publicClient(adminSite.url);
  const signUp = async (address: string) => {
    const data = {
      account_type: "client",
      first_name: "Nora",
      last_name: "New",
      location: "Leeds",
    };
    const { password } = ADMIN;
    const made = await visitor.auth.signUp({ email: address, password, options: { data } });
    expect(made.error).toBeNull();
  };
  await signUp("nora@people.example");
  const mail = await mailed("nora@people.example", /^Hello from Solutionz & friends$/);
  expect(mail).toMatch(
    /^Nearly there\n\nPress below, nora@people\.example\.\n\nConfirm my email address:\n/,
  );
  expect(mail).toContain("Not you? Bin this.");
  await open(page, linkIn(mail, "/confirm-email"));
  await expect(page.getByRole("button", { name: /Confirm/ }).first()).toBeVisible();

  // Why an email did not arrive: the admin sees that the mail server accepted it, and not what it said.
  await open(page, "/admin/emails");
  await page.getByLabel("Email address").fill(" NORA@people.example ");
  await page.getByRole("button", { name: "Look up" }).click();
  const sent = page.getByRole("table", { name: "Emails to NORA@people.example" });
  await expect(sent.getByRole("row").filter({ hasText: "Account access email" })).toContainText(
    "Accepted",
  );
  await expect(page.getByRole("heading", { level: 2, name: "Nora New" })).toBeVisible();
  await expect(page.getByText("Has not confirmed this address")).toBeVisible();
  await expectAccessibleInBoth(page);
  await open(page, "/admin/emails?to=nobody@people.example");
  await expect(page.getByText("No account has this address.")).toBeVisible();
  await expect(page.getByText("No email to this address is on record.")).toBeVisible();

  // Back to the original.
  await open(page, "/admin/emails?mail=confirmation");
  await expect(part.getByText("Saved", { exact: true })).toBeVisible();
  await part.getByRole("button", { name: "Restore the original" }).click();
  await expect(part.getByText("Unsaved changes")).toBeVisible();
  await expect(part.getByLabel("Subject")).toHaveValue("Confirm your email address");
  await save("Theirs was better");
  await expect(page.getByText("Email text saved")).toBeVisible();
  await part.getByText("Earlier versions").click();
  await expect(part.getByText("The original", { exact: true })).toBeVisible();
  await signUp("nils@people.example");
  await mailed("nils@people.example", /^Confirm your email address$/);
  await open(page, "/admin/emails?mail=none");
  await expect(page.getByText("This email does not exist.")).toBeVisible();
});
