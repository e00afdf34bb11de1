import { publicClient } from "#tests/e2e/accounts/accounts.ts";
import { ADMIN, person, test } from "#tests/e2e/admin.ts";
import { layoutFaults } from "#tests/e2e/narrow-layout.ts";
import { expect, expectAccessible, logIn, open, reload } from "#tests/e2e/site.ts";

/** A trade and a town that nobody else on this site has, so that the figures are known. */
const TOWN = "Lerwick";
const JOURNEYS = [
  { width: 360, trade: "Hair & Beauty > Nails", ends: "declined" },
  { width: 1440, trade: "Construction/Trade > Roofing", ends: "quoted" },
] as const;

for (const { width, trade, ends } of JOURNEYS)
  test(`a client asks a member by name, who has ${ends}, at ${width} px`, async ({
    browser,
    baseURL,
    adminSite: { service },
  }) => {
    const client = await person(service, "client", `Clara Asker${width}`);
    const joins = async (name: string) => {
      const one = await person(service, "provider", `${name}${width}`, [trade]);
      await service
        .from("subscribers")
        .insert({
          user_id: one.id,
          subscribed: true,
          subscription_tier: "yearly",
          subscription_end: new Date(Date.now() + 20 * 86_400_000).toISOString(),
        })
        .throwOnError();
      await service.from("profiles").update({ location: TOWN }).eq("id", one.id).throwOnError();
      return one;
    };
    const member = await joins("Mia Asked");
    const business = `Mia Asked${width} Ltd`;
    const post = (title: string) =>
      service
        .from("jobs")
        .insert({
          title: `${title} ${width}`,
          description: "Before the party on Saturday.",
          category: trade,
          location: TOWN,
          contact_email: client.email,
          user_id: client.id,
        })
        .select("id")
        .single()
        .throwOnError();
    const { data: job } = await post("Something small");
    await post("Something else");
    const address = `/job-directory?job=${job.id}`;
    const enter = async (who: typeof client) => {
      const viewport = { width, height: 900 };
      const page = await (await browser.newContext({ baseURL, viewport })).newPage();
      await logIn(page, who);
      return page;
    };

    const poster = await enter(client);
    const answers = poster.locator("#answers");
    // The site tells within seconds of the posting.
    await expect(async () => {
      await open(poster, address);
      await expect(
        answers.getByText("1 professional told, none have looked, no quotes."),
      ).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(answers.getByText("You can ask up to three by name.")).toBeVisible();
    const row = answers.getByRole("listitem").filter({ hasText: business });
    await expect(row.getByText("Less than a mile away")).toBeVisible();
    await row.getByRole("button", { name: `Ask for a quote: ${business}` }).press("Enter");
    await expect(poster.getByText(`We have asked ${business} for a quote`)).toBeVisible();
    await expect(row.getByText("Asked, has not looked yet")).toBeVisible();
    await expect(answers.getByText("You can ask two more by name.")).toBeVisible();
    // The control that was pressed is gone: the focus is on the page still.
    await expect(poster.locator("#main :focus")).toBeVisible();
    await expectAccessible(poster);
    expect(await layoutFaults(poster, "main")).toEqual([]);

    // Of two new jobs the one that they were asked about is first.
    const provider = await enter(member);
    await open(provider, "/job-directory");
    const first = provider.getByRole("main").getByRole("listitem").first();
    await expect(first.getByText("You were asked")).toBeVisible();
    expect(await layoutFaults(provider, "main")).toEqual([]);
    await first.getByRole("link", { name: `Something small ${width}` }).click();
    await expect(provider.getByRole("heading", { name: "You were asked by name" })).toBeVisible();
    await expectAccessible(provider);
    expect(await layoutFaults(provider, "main")).toEqual([]);
    await reload(poster);
    await expect(row.getByText("Asked, has looked")).toBeVisible();
    await expect(answers.getByText("1 professional told, 1 has looked, no quotes.")).toBeVisible();

    if (ends === "declined") {
      await provider.getByRole("button", { name: "No, thank you" }).press("Enter");
      await expect(provider.getByText("You said no.")).toBeVisible();
      await expect(provider.locator("#main :focus")).toBeVisible();
    } else {
      const db = await publicClient(baseURL);
      const signedIn = await db.auth.signInWithPassword({
        email: member.email,
        password: ADMIN.password,
      });
      expect(signedIn.error).toBeNull();
      await db
        .rpc("send_quote", {
          job_id: job.id,
          message: "I can come on Friday.",
          price_type: "fixed",
          price_min: 25_000,
          vat: "included",
          valid_until: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
        })
        .throwOnError();
    }
    await open(provider, "/job-directory");
    await expect(provider.getByRole("link", { name: `Something else ${width}` })).toBeVisible();
    await expect(provider.getByText("You were asked")).toHaveCount(0);
    await reload(poster);
    await expect(
      row.getByText(ends === "declined" ? "Said no" : "Asked, has sent a quote"),
    ).toBeVisible();
    await expect(
      answers.getByText(
        ends === "declined" ? "You can ask up to three by name." : "1 has looked, 1 quote.",
      ),
    ).toBeVisible();
    expect(await layoutFaults(poster, "main")).toEqual([]);

    // One press asks the best of the others.
    await joins("Nina Next");
    await joins("Olga Other");
    await reload(poster);
    const both = answers.getByRole("button", { name: "Ask the first two" });
    await expect(both).toBeVisible();
    expect(await layoutFaults(poster, "main")).toEqual([]);
    await both.press("Enter");
    await expect(poster.getByText(/^We have asked .+, .+ for a quote$/)).toBeVisible();
    await expect(answers.getByText("Asked, has not looked yet")).toHaveCount(2);
    await expectAccessible(poster);
    await provider.context().close();
    await poster.context().close();
  });
