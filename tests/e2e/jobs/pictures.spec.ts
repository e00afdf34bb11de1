import { enter } from "#tests/e2e/accounts/accounts.ts";
import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open, reload, SAMPLE, test } from "#tests/e2e/site.ts";
import { describeJob } from "./jobs.ts";

test("pictures are added to a job past refusals, kept with its draft, edited, and seen by everybody", async ({
  browser,
  page: visitor,
}) => {
  const title = `Mend the fence ${Date.now().toString(36)}`;
  const viewport = { width: 360, height: 900 };
  const page = await enter(browser, SAMPLE.client, { viewport });
  await open(page, "/post-job");
  await describeJob(page, title);
  const files = page.locator('input[type="file"][multiple]');
  const remove = (at: number) => page.getByRole("button", { name: `Remove picture ${at}` });

  // A dead connection, and then a file that is none.
  await page.route("**/storage/v1/object/upload/**", (route) => route.abort());
  await files.setInputFiles([png("fence.png")]);
  await expect(page.getByText(/^Failed to upload fence\.png/)).toBeVisible();
  await page.unroute("**/storage/v1/object/upload/**");
  await files.setInputFiles([
    { name: "no.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") },
  ]);
  await expect(page.getByText("no.gif is not a JPEG, PNG or WEBP")).toBeVisible();

  const same = png("fence.png");
  await files.setInputFiles([same, { ...same, name: "again.png" }, png("gate.png")]);
  await expect(remove(2)).toBeVisible();
  await expect(remove(3)).toHaveCount(0);
  // The draft on this device has them too.
  await reload(page);
  await expect(remove(2)).toBeVisible();
  await files.setInputFiles([1, 2, 3, 4].map((n) => png(`${n}.png`)));
  await expect(page.getByText("You can add at most 5 pictures")).toBeVisible();
  await expectAccessible(page);
  for (const at of [5, 4, 3]) await remove(at).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("img", { name: "Picture 2 of 2, from you" })).toBeVisible();
  await page.getByRole("button", { name: "Post Job" }).click();
  await page.getByRole("link", { name: "See your job" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const path = new URL(page.url()).pathname + new URL(page.url()).search;

  await open(visitor, "/job-directory");
  const small = visitor.locator("[id^=job-]").filter({ hasText: title }).locator("img");
  await expect
    .poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await open(visitor, path);
  const pictures = visitor.getByRole("list", { name: "Pictures" });
  await pictures.getByRole("link").last().click();
  const gallery = visitor.getByRole("dialog", { name: title });
  await expect(gallery.getByText("2 of 2", { exact: true })).toBeVisible();
  await visitor.keyboard.press("Escape");
  await expect(pictures.getByRole("link").last()).toBeFocused();

  await open(page, path.replace("/job-directory?job=", "/post-job?edit="));
  await remove(1).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Job updated")).toBeVisible();
  await open(visitor, path);
  await expect(pictures.getByRole("listitem")).toHaveCount(1);
});
