import { formatDay } from "#domain/values/dates.ts";
import { logInAsAdmin, person, test } from "./admin.ts";
import { layoutFaults } from "./narrow-layout.ts";
import { expect, expectAccessible, expectAccessibleInBoth, logIn, open, reload } from "./site.ts";

test("a member reports a contact that was no use, and an admin gives days back", async ({
  page,
  browser,
  baseURL,
  adminSite: { service },
}) => {
  const [client, member] = [
    await person(service, "client", "Dora Dead"),
    await person(service, "provider", "Lena Lead"),
  ];
  const end = new Date(Date.now() + 20 * 86_400_000);
  const { error } = await service.from("subscribers").insert({
    user_id: member.id,
    subscribed: true,
    subscription_tier: "yearly",
    subscription_end: end.toISOString(),
    cancel_at_period_end: true,
  });
  expect(error).toBeNull();
  const job = { description: "Soon", category: "IT", contact_email: "x@y.example" };
  const posted = await service
    .from("jobs")
    .insert({ ...job, title: "Mend my laptop", user_id: client.id });
  expect(posted.error).toBeNull();

  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, member);
  await open(page, "/membership");
  const contacts = page.getByRole("region", { name: "Contacts you unlocked" });
  await expect(contacts.getByRole("link", { name: "Browse jobs" })).toBeVisible();
  await open(page, "/job-directory");
  const details = page.getByRole("region", { name: "Contact details of Mend my laptop" });
  await details.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(page.getByText("x@y.example")).toBeVisible();

  await open(page, "/dashboard");
  await page.getByRole("link", { name: "Contacts unlocked" }).click();
  await expect(contacts.getByRole("link", { name: "Mend my laptop" })).toBeInViewport();
  await contacts.getByRole("button", { name: "Report: Mend my laptop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Please choose what was wrong")).toBeVisible();
  await expectAccessibleInBoth(page);
  expect(await layoutFaults(page, "[role=dialog]")).toEqual([]);
  await dialog.getByLabel("My email came back").check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thank you for your report")).toBeVisible();
  await expect(contacts.getByText("Being checked")).toBeVisible();
  await reload(page);
  await expect(contacts.getByText("Being checked")).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);

  const admin = await (await browser.newContext({ baseURL })).newPage();
  await logInAsAdmin(admin);
  await open(admin, "/admin/reports");
  await admin.getByRole("link", { name: /· R-\d+/ }).click();
  await expect(admin.getByText("My email came back")).toBeVisible();
  await admin.getByRole("radio", { name: /^Uphold.*3 days back/ }).check();
  await admin.getByLabel("Your reasons").fill("Ours came back too.");
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Uphold report" }).click();
  await expect(admin.getByText("Case decided")).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await reload(page);
  await expect(contacts.getByText("3 days added")).toBeVisible();
  const later = new Date(end.getTime() + 3 * 86_400_000);
  await expect(page.getByText(formatDay(later)).first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await contacts.getByRole("link", { name: "Your report about Mend my laptop" }).click();
  await expect(page.getByText("Ours came back too.")).toBeVisible();
});
