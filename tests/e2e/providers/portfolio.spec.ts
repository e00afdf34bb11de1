import { writeFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { payingMember } from "#tests/e2e/accounts/accounts.ts";
import { choose, copyPicture, drop, film, picture, png } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open, reload, test } from "#tests/e2e/site.ts";

/** A member adds, orders, shows and removes work samples (spec 2 section 2, Portfolio). */
test.describe.configure({ timeout: 180_000 });

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

test.describe("a member", () => {
  test.describe.configure({ mode: "serial" });
  let signedIn: BrowserContextOptions["storageState"];
  let address = "";
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
  test.use({ storageState: async ({}, use) => use(signedIn) });

  test.beforeAll(async ({ browser, site: _started }) => {
    const { context, session } = await payingMember(browser);
    signedIn = await context.storageState();
    address = `/directory/${session.user.id}?tab=portfolio`;
    await context.close();
  });

  test("drops and pastes files, and others play the film over the whole screen", async ({
    page,
    browser,
    baseURL,
  }, info) => {
    const outputPath = (name: string) => info.outputPath(name);
    await open(page, "/profile?tab=portfolio");
    await expect(page.getByText("JPEG, PNG, WEBP, MP4, max 10MB each")).toBeVisible();
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
    await dialog.getByLabel("Caption of film.mp4").fill("On its first day up there");
    const subtitles = (name: string, words: string) => ({
      name,
      mimeType: "",
      buffer: Buffer.from(words),
    });
    await dialog
      .getByLabel("Add subtitles of film.mp4")
      .setInputFiles(subtitles("notes.vtt", "Words without times"));
    await expect(page.getByText("Subtitles not added")).toBeVisible();
    await dialog
      .getByLabel("Add subtitles of film.mp4")
      .setInputFiles(subtitles("film.srt", "1\n00:00:00,000 --> 00:00:09,000\nIt creaks"));
    await expect(
      dialog.getByRole("button", { name: "Remove subtitles of film.mp4" }),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Portfolio updated", { exact: true })).toBeVisible();

    const context = await browser.newContext({ baseURL, storageState: undefined });
    const visitor = await context.newPage();
    await open(visitor, address);
    await visitor.getByRole("link", { name: /A turning weathervane/ }).click();
    const gallery = visitor.getByRole("dialog");
    const video = gallery.locator("video");
    await expect(video).toHaveAccessibleName("The vane turns in the wind");
    await expect(video).toHaveJSProperty("videoWidth", 300);
    await expect(gallery.getByText("On its first day up there")).toBeVisible();
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
    await context.close();
  });

  test("a member adds work, past refusals, a cut network and a cancelled file", async ({
    context,
    page,
  }) => {
    await open(page, "/profile?tab=portfolio");
    await expect(page.getByText("JPEG, PNG, WEBP, MP4, max 10MB each")).toBeVisible();
    const work = page.getByRole("list", { name: "Your work" }).getByRole("listitem");
    const before = await work.count();

    await choose(page, png("huge.png", Buffer.alloc(10 * 1024 * 1024 + 1)));
    await expect(page.getByText("File too large", { exact: true })).toBeVisible();
    await expect(page.getByText("huge.png is larger than 10MB")).toBeVisible();
    await choose(page, { ...png("notes.txt", Buffer.from("Notes")), mimeType: "text/plain" });
    await expect(page.getByText("Invalid file type", { exact: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);

    const network = await networkOf(page);
    await network.slow();
    const unusual = { ...png("wall.png", picture(700, 600)), mimeType: "image/x-png" };
    await choose(page, unusual, png("gate.png", picture(700, 600)));
    const dialog = page.getByRole("dialog", { name: "Add work" });
    const bar = dialog.getByRole("progressbar", { name: "Uploading wall.png" });
    await expect
      .poll(async () => Number(await bar.getAttribute("aria-valuenow")))
      .toBeGreaterThan(0);
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
    await expect(page.getByText("Upload failed", { exact: true })).toBeVisible();
    await expect(dialog.getByText("Failed to upload path.png")).toBeVisible();
    await network.mend();
    await dialog.getByRole("button", { name: "Retry path.png" }).press("Enter");
    await expect(dialog.getByLabel("Alt text of path.png")).toBeVisible();

    // The server looks inside: a page stays a page under any name.
    await choose(page, png("page.png", Buffer.from("<!doctype html><script>1</script>")));
    await expect(dialog.getByText("page.png is not a JPEG, PNG, WEBP or MP4")).toBeVisible();
    await dialog.getByRole("button", { name: "Remove page.png" }).click();
    await expect(dialog.getByRole("button", { name: "Remove path.png" })).toBeFocused();

    await dialog.getByRole("button", { name: "Move path.png up" }).press("Enter");
    await expect(dialog.getByText("path.png is now 1 of 2")).toBeAttached();
    await dialog.getByRole("button", { name: "Move path.png down" }).press("Enter");
    await dialog.getByLabel("Title").fill("Garden wall");
    await dialog.getByLabel("Description").fill("Two weeks in May.");
    // One bad file does not hold up the good ones.
    await choose(page, png("late.png", Buffer.from("<!doctype html><script>1</script>")));
    await expect(dialog.getByText("late.png is not a JPEG, PNG, WEBP or MP4")).toBeVisible();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Portfolio updated", { exact: true })).toBeVisible();
    await expect(page.getByText("1 file was not uploaded and left out.")).toBeVisible();
    await expect(work).toHaveCount(before + 1);
    await expect(work.first()).toContainText("Garden wall");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Move Garden wall later" }).press("Enter");
    await expect(page.getByText(`Garden wall is now 2 of ${before + 1}`)).toBeAttached();
    await expect(work.nth(1)).toContainText("Garden wall");
    await reload(page);
    await expect(work.nth(1)).toContainText("Garden wall");

    await page.getByRole("button", { name: "Edit Garden wall" }).click();
    const edit = page.getByRole("dialog", { name: "Edit work" });
    await edit.getByRole("button", { name: "Remove wall.png" }).click();
    await edit.getByRole("button", { name: "Remove path.png" }).click();
    await choose(page, png("only.png", Buffer.from("<!doctype html><script>1</script>")));
    await expect(edit.getByText("only.png is not a JPEG, PNG, WEBP or MP4")).toBeVisible();
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Failed to upload media files")).toBeVisible();
    await edit.getByRole("button", { name: "Remove only.png" }).click();
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Media required", { exact: true })).toBeVisible();
    await expect(page.getByText("Please upload at least one media file")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(edit).toHaveCount(0);

    await test.step("two windows do not lose each other's work, and deleted work stays deleted", async () => {
      await open(page, "/directory/me?tab=portfolio");
      const path = `${new URL(page.url()).pathname}?tab=portfolio`;
      await open(page, path);
      const other = await context.newPage();
      await open(other, path);
      for (const [window, name] of [
        [page, "first"],
        [other, "second"],
      ] as const) {
        await choose(window, png(`${name}.png`));
        const dialog = window.getByRole("dialog");
        await expect(dialog.getByLabel("Alt text")).toBeVisible();
        await dialog.getByLabel("Title").fill(`Of the ${name} window`);
        await dialog.getByRole("button", { name: "Save" }).click();
        await expect(window.getByText("Portfolio updated", { exact: true })).toBeVisible();
      }
      await expect(other.getByText("Of the first window")).toBeVisible();
      await other.getByRole("button", { name: "Edit Of the first window" }).click();
      await other.getByLabel("Title").fill("Mine");
      await page.getByRole("button", { name: "Edit Of the first window" }).click();
      await page.getByLabel("Title").fill("Of window one");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Of window one")).toBeVisible();
      await other.getByRole("button", { name: "Save" }).click();
      await expect(other.getByText("This work was changed in another window")).toBeVisible();
      await expect(other.getByLabel("Title")).toHaveValue("Mine");
      await other.getByRole("button", { name: "Save" }).click();
      await expect(other.getByRole("heading", { name: "Mine" })).toBeVisible();

      await reload(page);
      const item = page
        .getByRole("list", { name: "Your work" })
        .getByRole("listitem")
        .filter({ hasText: "Mine" });
      await item.scrollIntoViewIfNeeded();
      const file = (await item.locator("img").getAttribute("src")) ?? "";
      expect((await page.request.get(file)).status()).toBe(200);
      await page.route("**/storage/v1/object/portfolio_media", (route) => route.abort());
      await page.getByRole("button", { name: "Delete Mine" }).click();
      await page.getByRole("button", { name: "Delete work" }).click();
      await expect(page.getByText("Delete failed", { exact: true })).toBeVisible();
      await expect(page.getByText("Failed to delete media file")).toBeVisible();
      await page.unroute("**/storage/v1/object/portfolio_media");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect.poll(async () => (await page.request.get(`${file}?again`)).status()).toBe(400);
      await expect(item).toHaveCount(0);
      await page.getByRole("button", { name: "Delete Of the second window" }).click();
      await page.getByRole("button", { name: "Delete work" }).click();
      await expect(page.getByText("Of the second window")).toHaveCount(0);
    });
  });
});
