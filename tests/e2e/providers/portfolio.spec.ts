import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { payingMember } from "#tests/e2e/accounts/accounts.ts";
import { choose, copyPicture, drop, film, picture, png } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open, test } from "#tests/e2e/site.ts";

/** A network that can be slow, so that there is something to see of an upload, and cut. */
const networkOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const set = (offline: boolean, bytesPerSecond = -1) =>
    session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  return {
    slow: () => set(false, 20_000),
    cut: () => set(true),
    mend: () => set(false),
  };
};

test("a member drops and pastes files, and others play the film over the whole screen", async ({
  browser,
  page: visitor,
}, info) => {
  const { page, session } = await payingMember(browser);
  const outputPath = (name: string) => info.outputPath(name);
  await open(page, "/profile?tab=portfolio");
  writeFileSync(outputPath("film.mp4"), await film(page));
  writeFileSync(outputPath("wall.png"), picture(60, 40));
  writeFileSync(outputPath("notes.txt"), "Words are not work.");

  await drop(page, page.getByText(/^Drop or paste pictures/), outputPath("film.mp4"));
  const dialog = page.getByRole("dialog", { name: "Add work" });
  const files = dialog.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(dialog.getByLabel("Alt text of film.mp4")).toBeVisible();
  const title = dialog.getByRole("textbox", { name: "Title" });
  await title.fill("A turning weathervane");
  // Beside the place for files, a drop opens nothing: the page and its words stay.
  await drop(page, title, outputPath("wall.png"));
  const place = dialog.getByText(/^Drop or paste pictures/);
  await drop(page, place, outputPath("notes.txt"), outputPath("wall.png"));
  await expect(page.getByText("notes.txt is not a JPEG, PNG, WEBP or MP4")).toBeVisible();
  await expect(dialog.getByLabel("Alt text of wall.png")).toBeVisible();
  await copyPicture(page);
  await page.keyboard.press("Control+V");
  await expect(dialog.getByLabel("Alt text of image.png")).toBeVisible();
  await expect(files).toHaveCount(3);
  // Into a field go words, whatever else the clipboard holds.
  await page.evaluate(() =>
    navigator.clipboard.write([new ClipboardItem({ "text/plain": " vane" })]),
  );
  await dialog.getByLabel("Description").fill("Gilded");
  await page.keyboard.press("End");
  await page.keyboard.press("Control+V");
  await expect(dialog.getByLabel("Description")).toHaveValue("Gilded vane");
  await dialog.getByLabel("Alt text of film.mp4").fill("The vane turns in the wind");
  await dialog.getByLabel("Add subtitles of film.mp4").setInputFiles({
    name: "film.srt",
    mimeType: "",
    buffer: Buffer.from("1\n00:00:00,000 --> 00:00:09,000\nIt creaks"),
  });
  await expect(dialog.getByRole("button", { name: "Remove subtitles of film.mp4" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Portfolio updated", { exact: true })).toBeVisible();

  await open(visitor, `/directory/${session.user.id}?tab=portfolio`);
  await visitor.getByRole("link", { name: /A turning weathervane/ }).click();
  const gallery = visitor.getByRole("dialog");
  const video = gallery.locator("video");
  await expect(video).toHaveAccessibleName("The vane turns in the wind");
  await expect(video).toHaveJSProperty("videoWidth", 300);
  const words = video.evaluate(async (element: HTMLVideoElement) => {
    const [track] = element.textTracks;
    if (!track) return null;
    track.mode = "showing";
    while (!track.cues?.length) await new Promise((resolve) => setTimeout(resolve, 50));
    return (track.cues[0] as VTTCue).text;
  });
  expect(await words).toBe("It creaks");
  await video.focus();
  await visitor.keyboard.press("Space");
  await expect(video).toHaveJSProperty("ended", true);
  await expectAccessible(visitor);
  await gallery.getByRole("button", { name: "Full screen" }).press("Enter");
  await expect(gallery.getByRole("button", { name: "Leave full screen" })).toBeFocused();
  await visitor.keyboard.press("ArrowRight");
  await expect(gallery.getByText("2 of 3", { exact: true })).toBeVisible();
  expect(await gallery.evaluate((node) => node === document.fullscreenElement)).toBe(true);
  await visitor.keyboard.press("Enter");
  await expect(gallery.getByRole("button", { name: "Full screen" })).toBeFocused();
  await expect(gallery.getByText("2 of 3", { exact: true })).toBeVisible();
});

test("a member adds work past refusals, a cut network and a cancelled file, and deletes it", async ({
  browser,
}) => {
  const { page } = await payingMember(browser);
  await open(page, "/profile?tab=portfolio");
  const work = page.getByRole("list", { name: "Your work" }).getByRole("listitem");

  await choose(page, png("huge.png", Buffer.alloc(10 * 1024 * 1024 + 1)));
  await expect(page.getByText("huge.png is larger than 10MB")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // The server looks inside: a page stays a page under any name.
  const dialog = page.getByRole("dialog", { name: "Add work" });
  await choose(page, png("page.png", Buffer.from("<!doctype html><script>1</script>")));
  await expect(dialog.getByText("page.png is not a JPEG, PNG, WEBP or MP4")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Failed to upload media files")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove page.png" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Media required", { exact: true })).toBeVisible();

  const network = await networkOf(page);
  await network.slow();
  const unusual = { ...png("wall.png", picture(700, 600)), mimeType: "image/x-png" };
  await choose(page, unusual, png("gate.png", picture(700, 600)));
  const bar = dialog.getByRole("progressbar", { name: "Uploading wall.png" });
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  expect(Number(await bar.getAttribute("aria-valuenow"))).toBeLessThan(100);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Still uploading", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel gate.png" }).click();
  await expect(dialog.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveCount(1);
  await network.mend();
  await dialog.getByLabel("Alt text of wall.png").fill("A garden wall of old bricks");
  await expectAccessible(page);

  await network.cut();
  await choose(page, png("path.png"));
  await expect(dialog.getByText("Failed to upload path.png")).toBeVisible();
  await network.mend();
  await dialog.getByRole("button", { name: "Retry path.png" }).press("Enter");
  await expect(dialog.getByLabel("Alt text of path.png")).toBeVisible();

  await dialog.getByRole("button", { name: "Move path.png up" }).press("Enter");
  await expect(dialog.getByText("path.png is now 1 of 2")).toBeAttached();
  await dialog.getByRole("button", { name: "Move path.png down" }).press("Enter");
  await dialog.getByLabel("Title").fill("Garden wall");
  await dialog.getByLabel("Description").fill("Two weeks in May.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(work).toHaveCount(1);
  await expect(work.first()).toContainText("Garden wall");

  await work.scrollIntoViewIfNeeded();
  const file = (await work.locator("img").first().getAttribute("src")) ?? "";
  expect((await page.request.get(file)).status()).toBe(200);
  await page.route("**/storage/v1/object/portfolio_media", (route) => route.abort());
  await page.getByRole("button", { name: "Delete Garden wall" }).click();
  await page.getByRole("button", { name: "Delete work" }).click();
  await expect(page.getByText("Delete failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Failed to delete media file")).toBeVisible();
  await page.unroute("**/storage/v1/object/portfolio_media");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(async () => (await page.request.get(`${file}?again`)).status()).toBe(400);
  await expect(work).toHaveCount(0);
});
