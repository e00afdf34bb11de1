import { enter, subscribe } from "#tests/e2e/accounts/accounts.ts";
import { person, test } from "#tests/e2e/admin.ts";
import { expect, open, reload } from "#tests/e2e/site.ts";
import { postJob } from "./jobs.ts";

/** A trade and a town that nobody else on this site has, so that the figures are known. */
const TOWN = "Lerwick";
const TRADE = "Hair & Beauty > Nails";

test("a client asks a member by name, who looks and declines, and then the first two of the others", async ({
  browser,
  adminSite: { url: baseURL, service },
}) => {
  const client = await person(service, "client", "Clara Asker");
  const joins = async (name: string) => {
    const one = await person(service, "provider", name, [TRADE]);
    await subscribe(service, one.id);
    await service.from("profiles").update({ location: TOWN }).eq("id", one.id).throwOnError();
    return one;
  };
  const member = await joins("Mia Asked");
  const facts = { category: TRADE, location: TOWN };
  const address = await postJob(service, client.id, { title: "Something small", ...facts });
  await postJob(service, client.id, { title: "Something else", ...facts });

  const poster = await enter(browser, client, { baseURL });
  const answers = poster.locator("#answers");
  // The site tells within seconds of the posting.
  await expect(async () => {
    await open(poster, address);
    await expect(
      answers.getByText("1 professional told, none have looked, no quotes."),
    ).toBeVisible({ timeout: 3000 });
  }).toPass();
  const row = answers.getByRole("listitem").filter({ hasText: "Mia Asked Ltd" });
  await row.getByRole("button", { name: "Ask for a quote: Mia Asked Ltd" }).press("Enter");
  await expect(row.getByText("Asked, has not looked yet")).toBeVisible();
  // The control that was pressed is gone: the focus is on the page still.
  await expect(poster.locator("#main :focus")).toBeVisible();

  // Of two new jobs the one that they were asked about is first.
  const provider = await enter(browser, member, { baseURL });
  await open(provider, "/job-directory");
  const first = provider.getByRole("main").getByRole("listitem").first();
  await expect(first.getByText("You were asked")).toBeVisible();
  await first.getByRole("link", { name: "Something small" }).click();
  await expect(provider.getByRole("heading", { name: "You were asked by name" })).toBeVisible();
  await reload(poster);
  await expect(row.getByText("Asked, has looked")).toBeVisible();
  await provider.getByRole("button", { name: "No, thank you" }).press("Enter");
  await expect(provider.getByText("You said no.")).toBeVisible();
  await expect(provider.locator("#main :focus")).toBeVisible();

  // One press asks the best of the others.
  await joins("Nina Next");
  await joins("Olga Other");
  await reload(poster);
  await expect(row.getByText("Said no")).toBeVisible();
  await answers.getByRole("button", { name: "Ask the first two" }).press("Enter");
  await expect(poster.getByText(/^We have asked .+, .+ for a quote$/)).toBeVisible();
  await expect(answers.getByText("Asked, has not looked yet")).toHaveCount(2);
});
