import { signIn } from "#tests/e2e/accounts/accounts.ts";
import { because, person, test } from "#tests/e2e/admin.ts";
import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, open, reload } from "#tests/e2e/site.ts";

test("an admin sees a reported message alone, and removes its pictures", async ({
  admin: page,
  adminSite: { url, service },
}) => {
  const author = await person(service, "client", "Ada Author");
  const reader = await person(service, "provider", "Rob Reader");
  const name = `${author.id}/${"a".repeat(64)}.png`;
  const { buffer, mimeType: contentType } = png("gate.png");
  await service.storage.from("enquiry_pictures").upload(name, buffer, { contentType });
  const { data: talk } = await service
    .from("enquiries")
    .insert({ sender_id: author.id, provider_id: reader.id, subject: "My gate" })
    .select("id")
    .single()
    .throwOnError();
  const message = { enquiry_id: talk.id, author_id: author.id };
  const { data: written } = await service
    .from("enquiry_messages")
    .insert([
      { ...message, body: "Hello, I am Ada.", pictures: [] },
      {
        ...message,
        body: "Look at this!",
        pictures: [`/storage/v1/object/authenticated/enquiry_pictures/${name}`],
      },
    ])
    .select("id, body")
    .throwOnError();
  const { db } = await signIn(reader, url);
  await db
    .rpc("report_content", {
      target_type: "message",
      target_id: written.find(({ body }) => body === "Look at this!")?.id,
      reason: "offensive",
    })
    .throwOnError();

  await open(page, "/admin/dashboard");
  await page.getByRole("link", { name: /^\d+ Reports? (or|and) Appeals?$/ }).click();
  await page.getByRole("link", { name: /· R-\d+/ }).click();
  const shown = page.getByRole("region", { name: "Reported message" });
  await expect(page.getByText("You see only the message that was reported.")).toBeVisible();
  await expect(shown).toHaveCount(0);
  await page.getByRole("button", { name: "Show the message" }).click();
  await expect(shown).toContainText("Look at this!");
  await expect(page.getByText("Hello, I am Ada.")).toHaveCount(0);
  const picture = shown.getByRole("img", { name: "Picture 1 of 1, from the reported person" });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await shown.getByRole("button", { name: "Remove the pictures" }).click();
  await because(page, "It shows a person.", "Remove the pictures");
  await expect(picture).toHaveCount(0);
  await reload(page);
  await page.getByRole("button", { name: "Show the message" }).click();
  await expect(shown).toContainText("Look at this!");
  await expect(picture).toHaveCount(0);

  // The site is also other tests' of this worker, which count the reports that wait.
  await service.from("reports").delete().eq("target_type", "message").throwOnError();
});
