import { person, test } from "#tests/e2e/admin.ts";
import { layoutFaults } from "#tests/e2e/narrow-layout.ts";
import { expect, expectAccessibleInBoth, logIn, open, reload } from "#tests/e2e/site.ts";

test("a client withdraws a contact, and enters an erased one again to reopen the job", async ({
  page,
  browser,
  baseURL,
  adminSite: { service },
}) => {
  const client = await person(service, "client", "Clara Contact");
  const member = await person(service, "provider", "Ulli Unlock");
  const paid = await service.from("subscribers").insert({
    user_id: member.id,
    subscribed: true,
    subscription_tier: "yearly",
    subscription_end: new Date(Date.now() + 20 * 86_400_000).toISOString(),
  });
  expect(paid.error).toBeNull();
  const posted = await service
    .from("jobs")
    .insert({
      title: "Wire the shed",
      description: "Two sockets",
      category: "IT",
      contact_email: "clara@shed.example",
      user_id: client.id,
    })
    .select("id")
    .single();
  expect(posted.error).toBeNull();
  const address = `/job-directory?job=${posted.data?.id}`;

  const provider = await (await browser.newContext({ baseURL })).newPage();
  await logIn(provider, member);
  await open(provider, address);
  await provider.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(provider.getByText("clara@shed.example")).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, client);
  await open(page, address);
  await expect(page.getByText(/^Unlocked on/)).toBeVisible();
  await expectAccessibleInBoth(page);
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Withdraw access: Ulli Unlock Ltd" }).click();
  await page.getByRole("button", { name: "Withdraw Access" }).click();
  await expect(page.getByText(/access withdrawn on/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Withdraw access/ })).toHaveCount(0);

  await reload(provider);
  await provider.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(provider.getByText("This person has withdrawn your access")).toBeVisible();
  await expect(provider.getByText("clara@shed.example")).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/profile?tab=my-jobs");
  await page.getByRole("button", { name: "Close Wire the shed" }).click();
  await expect(page.getByText("Job closed")).toBeVisible();
  // As the clock does after 90 days.
  const erased = await service
    .from("jobs")
    .update({ contact_name: null, contact_email: null, contact_phone: null })
    .eq("user_id", client.id);
  expect(erased.error).toBeNull();
  await reload(page);
  await page.getByRole("link", { name: "Reopen Wire the shed" }).click();
  await expect(page.getByText("We erased the contact details of this job")).toBeVisible();
  await expect(page.getByLabel("Contact Email")).toHaveValue(client.email);
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Reopen Job" }).click();
  await expect(page.getByText("Job reopened")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Wire the shed" })).toBeVisible();
  await expect(page.getByText(/access withdrawn on/)).toBeVisible();
});
