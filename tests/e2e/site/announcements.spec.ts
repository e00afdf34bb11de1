import { listen, timesAnnounced } from "#tests/e2e/announcements.ts";
import { expect, logInAs, open, test } from "#tests/e2e/site.ts";

test("what is refused is heard once, its message moves nothing under the person, and the second page of a list is announced", async ({
  page,
}) => {
  await test.step("what is refused is heard once, and its message closes with Escape and moves nothing under the person", async () => {
    await test.step("a refused login is heard once, and seen in the form and in a message", async () => {
      await open(page, "/login");
      // The message's own code is loaded with the first one.
      for (const round of ["first", "second"]) {
        await listen(page);
        await logInAs(page, "nobody@solutionz.example", "not-it-either-1", "Solutionz Seeker");
        const summary = page.getByRole("group", { name: "There is a problem" });
        await expect(summary).toBeFocused();
        const toast = page.getByRole("region", { name: "Notifications" }).getByText("Login failed");
        await expect(toast).toBeVisible();
        const words = (await summary.getByRole("listitem").textContent()) ?? "";
        expect(words, round).toBeTruthy();
        expect(await timesAnnounced(page, words), round).toBe(1);
        expect(await timesAnnounced(page, "Login failed"), round).toBe(0);
      }
    });

    await test.step("a job without a category: the error is heard once", async () => {
      await open(page, "/post-job");
      await page.getByLabel("What do you need?").fill("Two rooms, and a new fuse box.");
      await page.getByLabel("Your name").fill("Ada");
      await page.getByLabel("Your email").fill("ada@solutionz.example");
      await listen(page);
      await page.getByRole("button", { name: "Post Job" }).click();
      await expect(page.getByText("Please select a category", { exact: true })).toBeVisible();
      const field = page.locator("[aria-invalid=true]:focus");
      const id = (await field.getAttribute("aria-describedby"))?.split(" ").at(-1);
      const words = await page
        .locator(`[id="${id}"]`)
        .evaluate((error) => error.lastChild?.textContent);
      expect(words).toBeTruthy();
      expect(await timesAnnounced(page, words ?? "")).toBe(1);
    });

    await test.step("Escape closes the message that has the focus, and no other; the focus goes back", async () => {
      await open(page, "/login");
      await logInAs(page, "nobody@solutionz.example", "not-it-either-1", "Solutionz Seeker");
      const summary = page.getByRole("group", { name: "There is a problem" });
      await expect(summary).toBeFocused();
      const toasts = page.getByRole("region", { name: "Notifications" });
      await expect(toasts.getByText("Login failed")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(toasts.getByText("Login failed")).toBeVisible();
      // Its time stops while it has the focus.
      await toasts.getByRole("button", { name: "Dismiss" }).focus();
      await page.keyboard.press("Escape");
      await expect(toasts.getByText("Login failed")).toHaveCount(0);
      await expect(summary).toBeFocused();
    });

    await test.step("a message that goes does not move the end of the page under the person", async () => {
      await page.setViewportSize({ width: 1280, height: 400 });
      await open(page, "/login");
      await logInAs(page, "nobody@solutionz.example", "not-it-either-1", "Solutionz Seeker");
      const message = page.getByRole("region", { name: "Notifications" }).getByText("Login failed");
      await expect(message).toBeVisible();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const footer = page.getByRole("contentinfo");
      const place = () => footer.evaluate((element) => element.getBoundingClientRect().top);
      const before = await place();
      await expect(message).toHaveCount(0);
      expect(await place()).toBe(before);
      // The room goes with the next look at another part.
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => page.evaluate(() => document.body.style.paddingBottom)).toBe("");
    });
  });

  await test.step("the second page of a list is announced, and the focus is on the list", async () => {
    for (const [list] of [["/directory"], ["/job-directory"]] as const) {
      await open(page, list);
      await page.getByRole("link", { name: "Next page" }).focus();
      await listen(page);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/page=2/);
      await expect(page.getByRole("status").filter({ hasText: /^Page 2 of \d+$/ })).toBeAttached();
      expect(await timesAnnounced(page, "Page 2 of ")).toBe(1);
      await expect(page.locator("main ul:focus")).toHaveCount(1);
      await page.keyboard.press("Tab");
      await expect(page.locator("main ul > li:first-child :focus")).toHaveCount(1);
    }
  });
});
