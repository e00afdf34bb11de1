import type { SupabaseClient } from "@supabase/supabase-js";
import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { picture } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test.describe.configure({ mode: "serial", timeout: 120_000 });

/** All that is there are these, each by another author and so many days old, about a provider of this name. */
const replaceFeedback = async (
  service: SupabaseClient,
  about: string,
  items: readonly (readonly [author: string, title: string, days: number])[],
) => {
  await service.from("feedback").delete().neq("title", "").throwOnError();
  const provider = await person(service, "provider", about);
  for (const [name, title, days] of items) {
    const author = await person(service, "client", name);
    await service
      .from("feedback")
      .insert({
        provider_id: provider.id,
        user_id: author.id,
        author_name: name,
        title,
        description: `${title} in every way that one could wish for. `.repeat(4),
        rating: 5,
        created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
      })
      .throwOnError();
  }
};

test("feedback is listed oldest first, edited, hidden, shown and deleted, alone and several at once, and loses a picture", async ({
  page,
  adminSite,
}) => {
  await test.step("feedback is listed oldest first, edited, hidden, shown and deleted, alone and several at once", async () => {
    const { service } = adminSite;
    // The worker's other tests use the same site: what they left would be counted.
    const cleared = await service.from("feedback").delete().neq("title", "");
    expect(cleared.error).toBeNull();
    const provider = await person(service, "provider", "Fay Fitter");
    const feedback = [
      ["Ann One", "Rude and late", 1, 3],
      ["Ann Two", "Splendid", 5, 2],
      ["Ann Three", "Fair enough", 3, 1],
    ] as const;
    for (const [name, title, rating, days] of feedback) {
      const author = await person(service, "client", name);
      const { error } = await service.from("feedback").insert({
        provider_id: provider.id,
        user_id: author.id,
        author_name: name,
        title,
        rating,
        created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
      });
      expect(error).toBeNull();
    }
    await logInAsAdmin(page);
    await open(page, "/admin/feedback?state=pending");
    await expect(page.getByText("3 items, oldest first")).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 })).toContainText([
      "Rude and late",
      "Splendid",
      "Fair enough",
    ]);
    const item = (title: string) => page.getByRole("listitem").filter({ hasText: title });

    await item("Rude").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Late");
    await dialog.getByLabel("Reason").fill("Insult taken out");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Feedback updated")).toBeVisible();
    await item("Late").getByText("Show the original").click();
    await expect(item("Late").getByText("Rude and late")).toBeVisible();
    await expect(item("Late").getByText(/Insult taken out/)).toBeVisible();
    await expectAccessible(page);

    await item("Late").getByRole("button", { name: "Hide" }).click();
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByLabel("Reason").fill("Names a neighbour");
    await confirmation.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByText("2 items, oldest first")).toBeVisible();

    // A colleague has handled one of the two meanwhile.
    const { data: splendid } = await service
      .from("feedback")
      .update({ approved: true })
      .eq("title", "Splendid")
      .select("id");
    expect(splendid).toHaveLength(1);
    await page.getByLabel("Select all on this page").check();
    await page.getByRole("button", { name: "Approve selected" }).click();
    await expect(page.getByText("1 approved, 1 refused")).toBeInViewport();
    await expect(page.getByText(/This feedback has changed/)).toBeVisible();
    await expectAccessible(page);

    const tab = page.getByRole("navigation", { name: "Feedback by state" });
    await expect(tab.getByRole("link", { name: /Approved/ })).toContainText("2");
    await expect(tab.getByRole("link", { name: /Pending/ })).toContainText("0");
    await tab.getByRole("link", { name: /Hidden/ }).click();
    await expect(page.getByText("1 item", { exact: true })).toBeVisible();
    await item("Late").getByRole("button", { name: "Delete" }).click();
    await confirmation.getByLabel("Reason").fill("The author asked");
    await confirmation.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No feedback found")).toBeVisible();

    await open(page, "/admin/feedback?q=fa&page=9");
    await expect(page.getByText("2 items", { exact: true })).toBeVisible();
    await expect
      .poll(async () => {
        const found = await page.request.get(
          "/_mailbox/api/v1/search?query=to:ann.one@people.example",
        );
        const { messages } = (await found.json()) as { messages: { Subject: string }[] };
        return messages.map(({ Subject }) => Subject).sort();
      })
      .toEqual([
        "Your feedback has been deleted",
        "Your feedback has been edited",
        "Your feedback is not shown any more",
      ]);
  });

  await test.step("a picture is removed from feedback, which stays", async () => {
    const { service } = adminSite;
    const provider = await person(service, "provider", "Pat Plumber");
    const author = await person(service, "client", "Una Uploader");
    const names = ["a", "b"].map((letter) => `${author.id}/${letter.repeat(64)}.png`);
    for (const name of names) {
      const bytes = picture(40, 30);
      const stored = await service.storage.from("pictures").upload(name, bytes, {
        contentType: "image/png",
      });
      expect(stored.error).toBeNull();
    }
    const address = (name: string | undefined) => `/storage/v1/object/public/pictures/${name}`;
    const { error } = await service.from("feedback").insert({
      provider_id: provider.id,
      user_id: author.id,
      title: "Two pictures of a tap",
      rating: 4,
      pictures: names.map(address),
    });
    expect(error).toBeNull();
    await open(page, "/admin/feedback?q=pictures+of+a+tap");
    const remove = (at: number) =>
      page.getByRole("button", { name: `Remove picture ${at} of “Two pictures of a tap”` });
    await remove(2).click();
    const dialog = page.getByRole("alertdialog", { name: "Remove this picture?" });
    await dialog.getByLabel("Reason").fill("A stranger, he says");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Remove picture" }).click();
    await expect(page.getByText("Picture removed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove picture 1" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove picture 2" })).toHaveCount(0);
    await expect(page.getByText("Pending").last()).toBeVisible();
    expect((await page.request.get(address(names[0]))).ok()).toBe(true);
    expect((await page.request.get(address(names[1]))).ok()).toBe(false);
  });
});

test("the focus goes on from each decided item to the next, from the last to the heading, and back to what opened a dialog", async ({
  page,
  adminSite,
}) => {
  await test.step("the focus goes on from approved feedback to the next, and from the last to the heading", async () => {
    const { service } = adminSite;
    await replaceFeedback(service, "Una Upholsterer", [
      ["Ben One", "Splendid", 2],
      ["Ben Two", "Neat seams", 1],
    ]);
    await logInAsAdmin(page);
    await open(page, "/admin/feedback?state=pending");
    await page.getByRole("button", { name: "Approve “Splendid”" }).click();
    await expect(page.getByText("Feedback approved")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Select Neat seams" })).toBeFocused();
    // Something else that moves a lost focus, as fast as a page can see that it is lost.
    await page.evaluate(() => {
      const main = document.getElementById("main");
      new MutationObserver(() => {
        if (!main || document.activeElement !== document.body) return;
        main.tabIndex = -1;
        main.focus();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole("button", { name: "Approve “Neat seams”" }).click();
    await expect(page.getByText("You're all caught up.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to the dashboard" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    // Where it stays in the list, so does the focus.
    await open(page, "/admin/feedback?state=all");
    await page.getByRole("button", { name: "Remove approval “Neat seams”" }).click();
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByLabel("Reason").fill("Names a neighbour");
    await confirmation.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByText("Feedback hidden")).toBeVisible();
    await page.getByRole("button", { name: "Approve “Neat seams”" }).click();
    await expect(page.getByText("Feedback approved")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Select Neat seams" })).toBeFocused();
  });

  await test.step("the focus goes on from each decided item to the next, and back to what opened a dialog", async () => {
    const { service } = adminSite;
    await replaceFeedback(service, "Kay Keyes", [
      ["Cy One", "Quick", 3],
      ["Cy Two", "Tidy", 2],
      ["Cy Three", "Kind", 1],
    ]);
    await open(page, "/admin/feedback?state=pending");
    const row = page.getByRole("listitem").filter({ hasText: "Quick" });
    // Its head and two lines of the text.
    expect((await row.boundingBox())?.height).toBeLessThan(96);
    // Ticks outlast a look at the page of the provider.
    await page.getByRole("checkbox", { name: "Select Quick" }).check();
    await row.getByRole("link", { name: "Kay Keyes" }).click();
    await expect(page).toHaveURL(/\/directory\//);
    await page.goBack();
    await expect(page.getByRole("checkbox", { name: "Select Quick" })).toBeChecked();
    await page.getByRole("checkbox", { name: "Select Quick" }).uncheck();
    await page.getByRole("button", { name: "Approve “Quick”" }).click();
    await expect(page.getByText("Feedback approved")).toBeVisible();
    await expect(page.getByText("2 items, oldest first")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Select Tidy" })).toBeFocused();

    // A closed dialog gives the focus back to what opened it, and a later one does not give it there.
    await page.getByRole("button", { name: "Edit “Kind”" }).click();
    await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Kind");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Edit “Kind”" })).toBeFocused();

    // The list is drawn again before its dialog has gone: whichever is first, the focus goes to the same place.
    await page.evaluate(() => {
      window.requestAnimationFrame = (step) =>
        window.setTimeout(() => step(performance.now()), 200);
    });
    await page.getByRole("button", { name: "Hide “Tidy”" }).click();
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByLabel("Reason").fill("has a name");
    await confirmation.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByText("Feedback hidden")).toBeVisible();
    // Its dialog and its row are gone: the focus is on the next, not lost.
    await expect(page.getByRole("checkbox", { name: "Select Kind" })).toBeFocused();

    await page.getByRole("button", { name: "Delete “Kind”" }).click();
    await confirmation.getByLabel("Reason").fill("Asked to");
    await confirmation.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Feedback deleted")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
});
