import { logInAsAdmin, person, test } from "./admin.ts";
import { picture } from "./portfolio-files.ts";
import { expect, expectAccessible, open } from "./site.ts";

test.describe.configure({ timeout: 180_000 });

test("an admin closes another person's job, opens it again and deletes it", async ({
  page,
  adminSite,
}) => {
  const poster = await person(adminSite.service, "client", "Polly Poster");
  const { data, error } = await adminSite.service
    .from("jobs")
    .insert({
      title: "Paint my fence",
      description: "Twelve metres of it",
      category: "IT",
      user_id: poster.id,
      contact_email: poster.email,
    })
    .select("id")
    .single();
  if (error) throw error;
  const path = `/job-directory?job=${data.id}`;
  await logInAsAdmin(page);
  await open(page, path);
  const dialog = page.getByRole("alertdialog");
  const because = async (button: string) => {
    await page.getByRole("main").getByRole("button", { name: button }).click();
    await dialog.getByRole("button", { name: button }).click();
    await expect(dialog.getByText("Please give a reason")).toBeVisible();
    await dialog.getByLabel("Reason").fill("It is no job");
  };
  await because("Close job");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close job" }).click();
  await expect(page.getByText("Closed by a moderator")).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(410);
  await because("Open again");
  await dialog.getByRole("button", { name: "Open again" }).click();
  await expect(page.getByRole("main").getByText("Open", { exact: true })).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(200);
  await because("Delete job");
  await dialog.getByRole("button", { name: "Delete job" }).click();
  await expect(page).toHaveURL(/\/job-directory$/);
  await expect(page.getByText("Job deleted")).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);
});

test("an admin removes a picture of a job", async ({ page, adminSite }) => {
  const poster = await person(adminSite.service, "client", "Pia Poster");
  const bucket = adminSite.service.storage.from("pictures");
  const names = ["a", "b"].map((letter) => `${poster.id}/${letter.repeat(64)}.png`);
  for (const name of names) {
    const { error } = await bucket.upload(name, picture(40, 30), { contentType: "image/png" });
    if (error) throw error;
  }
  const { data, error } = await adminSite.service
    .from("jobs")
    .insert({
      title: "Paint my shed",
      description: "Green",
      category: "IT",
      user_id: poster.id,
      contact_email: poster.email,
      pictures: names.map((name) => `/storage/v1/object/public/pictures/${name}`),
    })
    .select("id")
    .single();
  if (error) throw error;
  await logInAsAdmin(page);
  await open(page, `/job-directory?job=${data.id}`);
  await page.getByRole("button", { name: "Remove picture 2" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove this picture?" });
  await dialog.getByLabel("Reason").fill("It shows a stranger");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("Picture removed")).toBeVisible();
  await expect(page.getByRole("list", { name: "Pictures" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Remove picture 2" })).toHaveCount(0);
  const address = (name: string | undefined) => `/storage/v1/object/public/pictures/${name}`;
  expect((await page.request.get(address(names[0]))).ok()).toBe(true);
  expect((await page.request.get(address(names[1]))).ok()).toBe(false);
});
