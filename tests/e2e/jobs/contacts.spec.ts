import { enter, subscribe } from "#tests/e2e/accounts/accounts.ts";
import { person, test } from "#tests/e2e/admin.ts";
import { expect, open, reload } from "#tests/e2e/site.ts";
import { postJob } from "./jobs.ts";

test("a client withdraws a contact, and enters an erased one again to reopen the job", async ({
  browser,
  adminSite: { url: baseURL, service },
}) => {
  const client = await person(service, "client", "Clara Contact");
  const member = await person(service, "provider", "Ulli Unlock");
  await subscribe(service, member.id);
  const address = await postJob(service, client.id, {
    title: "Wire the shed",
    contact_email: "clara@shed.example",
  });

  const provider = await enter(browser, member, { baseURL });
  await open(provider, address);
  await provider.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(provider.getByText("clara@shed.example")).toBeVisible();

  const page = await enter(browser, client, { baseURL });
  await open(page, address);
  await page.getByRole("button", { name: "Withdraw access: Ulli Unlock Ltd" }).click();
  await page.getByRole("button", { name: "Withdraw Access" }).click();
  await expect(page.getByText(/access withdrawn on/)).toBeVisible();
  await reload(provider);
  await provider.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(provider.getByText("This person has withdrawn your access")).toBeVisible();

  // As the clock does after 90 days.
  const erased = { contact_name: null, contact_email: null, contact_phone: null, status: "closed" };
  await service.from("jobs").update(erased).eq("user_id", client.id).throwOnError();
  await open(page, "/profile?tab=my-jobs");
  await page.getByRole("link", { name: "Reopen Wire the shed" }).click();
  await expect(page.getByText("We erased the contact details of this job")).toBeVisible();
  await expect(page.getByLabel("Contact Email")).toHaveValue(client.email);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Reopen Job" }).click();
  await expect(page.getByText("Job reopened")).toBeVisible();
});
