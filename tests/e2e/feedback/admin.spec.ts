import type { SupabaseClient } from "@supabase/supabase-js";
import { because, giveFeedback, test } from "#tests/e2e/admin.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

/** All that is there are these, the oldest first, each by another author, about a provider of this name. */
const replaceFeedback = async (service: SupabaseClient, about: string, titles: string[]) => {
  await service.from("feedback").delete().neq("title", "").throwOnError();
  const given = titles.map((title, at) => ({
    author_name: `Author ${about}${at}`,
    title,
    created_at: new Date(Date.now() - (9 - at) * 86_400_000).toISOString(),
  }));
  await giveFeedback(service, about, given);
};

test("feedback is edited, hidden and deleted, and several at once are approved but for one that has changed", async ({
  admin: page,
  adminSite: { service },
}) => {
  await replaceFeedback(service, "Fay", ["Rude and late", "Splendid", "Fair enough"]);
  await open(page, "/admin/feedback?state=pending");
  await expect(page.getByText("3 items, oldest first")).toBeVisible();
  const item = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await item("Rude").getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Late");
  await dialog.getByLabel("Reason").fill("Insult taken out");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await item("Late").getByText("Show the original").click();
  await expect(item("Late").getByText("Rude and late")).toBeVisible();

  // A colleague has handled one of them meanwhile.
  await service
    .from("feedback")
    .update({ approved: true })
    .eq("title", "Splendid")
    .select("id")
    .single()
    .throwOnError();
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Approve selected" }).click();
  await expect(page.getByText("2 approved, 1 refused")).toBeInViewport();
  await expect(page.getByText(/This feedback has changed/)).toBeVisible();
});

test("the focus goes on from each decided item to the next, from the last to the heading, and back to what opened a dialog", async ({
  admin: page,
  adminSite: { service },
}) => {
  await replaceFeedback(service, "Kay", ["Quick", "Tidy", "Kind", "Neat"]);
  await open(page, "/admin/feedback?state=pending");
  // Ticks outlast a look at the page of the provider.
  await page.getByRole("checkbox", { name: "Select Quick" }).check();
  const row = page.getByRole("listitem").filter({ hasText: "Quick" });
  await row.getByRole("link", { name: /^Kay/ }).click();
  await expect(page).toHaveURL(/\/directory\//);
  await page.goBack();
  await expect(page.getByRole("checkbox", { name: "Select Quick" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Select Quick" }).uncheck();
  await page.getByRole("button", { name: "Approve “Quick”" }).click();
  await expect(page.getByText("3 items, oldest first")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Select Tidy" })).toBeFocused();

  // A closed dialog gives the focus back to what opened it, and a later one does not give it there.
  await page.getByRole("button", { name: "Edit “Kind”" }).click();
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Kind");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit “Kind”" })).toBeFocused();

  // The list is drawn again before its dialog has gone: whichever is first, the focus goes to the same place.
  await page.evaluate(() => {
    window.requestAnimationFrame = (step) => window.setTimeout(() => step(performance.now()), 200);
  });
  await page.getByRole("button", { name: "Hide “Tidy”" }).click();
  await because(page, "has a name", "Hide");
  await expect(page.getByText("Feedback hidden")).toBeVisible();
  // Its dialog and its row are gone: the focus is on the next, not lost.
  await expect(page.getByRole("checkbox", { name: "Select Kind" })).toBeFocused();
  await page.getByRole("button", { name: "Delete “Kind”" }).click();
  await because(page, "Asked to", "Delete");
  await expect(page.getByText("Feedback deleted")).toBeVisible();

  // Something else that moves a lost focus, as fast as a page can see that it is lost.
  await page.evaluate(() => {
    const main = document.getElementById("main");
    new MutationObserver(() => {
      if (!main || document.activeElement !== document.body) return;
      main.tabIndex = -1;
      main.focus();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Approve “Neat”" }).click();
  await expect(page.getByText("You're all caught up.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  // Where it stays in the list, so does the focus.
  await open(page, "/admin/feedback?state=all");
  await page.getByRole("button", { name: "Remove approval “Neat”" }).click();
  await because(page, "Names a neighbour", "Hide");
  await expect(page.getByText("Feedback hidden")).toBeVisible();
  await page.getByRole("button", { name: "Approve “Neat”" }).click();
  await expect(page.getByRole("checkbox", { name: "Select Neat" })).toBeFocused();
});
