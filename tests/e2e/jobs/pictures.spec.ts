import { png } from "#tests/e2e/portfolio-files.ts";
import {
  expect,
  expectAccessibleInBoth,
  logIn,
  open,
  reload,
  SAMPLE,
  test,
} from "#tests/e2e/site.ts";

const mark = Date.now().toString(36);

const width = 360;

test("pictures are added to a job, edited, and seen by everybody, at 360 px", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const title = `Mend the fence ${mark} ${width}`;
  const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } });
  const page = await context.newPage();
  await logIn(page, SAMPLE.client);
  await open(page, "/post-job");
  await page.getByLabel("Job Title").fill(title);
  await page.getByLabel("Job Description").fill("Two panels fell over.");
  await page.getByLabel("Category").click();
  await page.getByLabel("Search categories").fill("roofing");
  await page.getByLabel("Roofing").check();
  await page.keyboard.press("Escape");
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
  await expect(remove(1)).toHaveCount(0);

  const same = png("fence.png");
  await files.setInputFiles([same, { ...same, name: "again.png" }, png("gate.png")]);
  await expect(remove(2)).toBeVisible();
  await expect(remove(3)).toHaveCount(0);
  // The draft on this device has them too.
  await reload(page);
  await expect(remove(2)).toBeVisible();
  await files.setInputFiles([1, 2, 3, 4].map((n) => png(`${n}.png`)));
  await expect(page.getByText("You can add at most 5 pictures")).toBeVisible();
  await expect(remove(5)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add pictures" })).toHaveCount(0);
  await expectAccessibleInBoth(page);
  for (const at of [5, 4, 3]) await remove(at).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("img", { name: "Picture 2 of 2, from you" })).toBeVisible();
  await page.getByRole("button", { name: "Post Job" }).click();
  await expect(page.getByText("Job posted successfully")).toBeVisible();
  await open(page, "/profile?tab=my-jobs");
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const path = new URL(page.url()).pathname + new URL(page.url()).search;

  const visitor = await (
    await browser.newContext({ viewport: { width, height: 900 }, baseURL })
  ).newPage();
  await open(visitor, "/job-directory");
  const row = visitor.locator("[id^=job-]").filter({ hasText: title });
  await expect(row.getByText("2 pictures")).toBeVisible();
  const small = row.locator("img");
  await expect
    .poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessibleInBoth(visitor);
  await open(visitor, path);
  const pictures = visitor.getByRole("list", { name: "Pictures" });
  await expect(pictures.getByRole("listitem")).toHaveCount(2);
  await pictures.getByRole("link").last().click();
  const gallery = visitor.getByRole("dialog", { name: title });
  await expect(gallery.getByText("2 of 2", { exact: true })).toBeVisible();
  await expect(
    gallery.getByRole("img", { name: "Picture 2 of 2, from the person who posted the job" }),
  ).toBeVisible();
  await visitor.keyboard.press("Escape");
  await expect(gallery).toBeHidden();
  await expect(pictures.getByRole("link").last()).toBeFocused();
  await expectAccessibleInBoth(visitor);

  await open(page, path.replace("/job-directory?job=", "/post-job?edit="));
  await remove(1).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Job updated")).toBeVisible();
  await open(visitor, path);
  await expect(pictures.getByRole("listitem")).toHaveCount(1);
  await page.context().close();
  await visitor.context().close();
});
