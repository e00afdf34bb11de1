import { because, person, test } from "#tests/e2e/admin.ts";
import { picture } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";
import { postJob } from "./jobs.ts";

test("an admin removes a picture of somebody's job, closes it, opens it again and deletes it", async ({
  admin: page,
  adminSite: { service },
}) => {
  const poster = await person(service, "client", "Polly Poster");
  const bucket = service.storage.from("pictures");
  const names = ["a", "b"].map((letter) => `${poster.id}/${letter.repeat(64)}.png`);
  for (const name of names) {
    const { error } = await bucket.upload(name, picture(40, 30), { contentType: "image/png" });
    if (error) throw error;
  }
  const path = await postJob(service, poster.id, {
    title: "Paint my fence",
    pictures: names.map((name) => `/storage/v1/object/public/pictures/${name}`),
  });
  await open(page, path);
  await page.getByRole("button", { name: "Remove picture 2" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("It shows a stranger");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("Picture removed")).toBeVisible();
  await expect(page.getByRole("list", { name: "Pictures" }).getByRole("listitem")).toHaveCount(1);

  const moderate = async (button: string) => {
    await page.getByRole("main").getByRole("button", { name: button }).click();
    await because(page, "It is no job", button);
  };
  await moderate("Close job");
  await expect(page.getByText("Closed by a moderator")).toBeVisible();
  await moderate("Open again");
  await expect(page.getByRole("main").getByText("Job open", { exact: true })).toBeVisible();
  await moderate("Delete job");
  await expect(page).toHaveURL(/\/job-directory$/);
  await expect(page.getByText("Job deleted")).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);
});
