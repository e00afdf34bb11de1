import type { Page } from "@playwright/test";
import { endSessions } from "#tests/e2e/accounts/accounts.ts";
import { act } from "#tests/e2e/admin.ts";
import {
  CROWDED,
  type CrowdedSite,
  LONG,
  onTelephone,
  openAndWait,
  startCrowdedSite,
  type Who,
} from "#tests/e2e/crowded-site.ts";
import { layoutFaults, textFaults } from "#tests/e2e/narrow-layout.ts";
import { expect, expectAccessible, test } from "#tests/e2e/site.ts";

/**
 * Every screen once, as somebody on a small telephone meets it, with names that are longer than they like: it fits, also
 * with larger text, and axe finds nothing.
 */
test.describe.configure({ timeout: 300_000 });

let crowded: CrowdedSite;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  crowded = await startCrowdedSite();
});
test.afterAll(() => crowded?.stop());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
  baseURL: async ({}, use) => use(crowded?.url),
});

/** Each screen is with the people who see most of it; "{profile}" and "{job}" are one of the sample's. */
const SCREENS: Record<Who, readonly string[]> = {
  visitor: [
    "/",
    "/directory?service=electrician&location=Leeds&within=10",
    "/directory?service=nothing-like-this",
    "{profile}",
    "{profile}?tab=feedback",
    "{profile}?action=contact",
    "/categories",
    "/categories/construction-trade",
    "/job-directory",
    "/job-directory?job={job}",
    "/post-job",
    "/claim-business?businessID=nonsense",
    "/how-we-keep-this-fair",
    "/terms",
    "/no-such-page",
    "/signup?type=provider",
    "/login",
    "/confirm-email",
    "/reset-password",
    "/unsubscribe",
    "/still-looking?token=nobody",
    "/confirm?kind=job&token=nobody",
    "/review/nonsense",
    "/admin-login",
    "/admin-signup",
  ],
  client: [
    "/post-job",
    "/profile",
    "/profile?tab=my-jobs",
    "/profile?tab=saved",
    "/account",
    "/account?tab=security",
    "/account?tab=notifications",
    "/dashboard",
  ],
  provider: ["/membership", "/profile?tab=services"],
  member: [
    "/job-directory",
    "/job-directory?job={job}",
    "/directory/me",
    "/membership",
    "/dashboard",
    "/dashboard/enquiries",
    "/dashboard/quotes",
    "/account?tab=payments",
    "/profile?tab=services",
    "/profile?tab=portfolio",
    "/profile?tab=reviews",
    "/profile/card",
    "/profile?tab=subscriptions",
  ],
  admin: [
    "/admin/dashboard",
    "/admin/users",
    "/admin/feedback",
    "/admin/categories",
    "/admin/analytics",
    "/admin/businesses",
    "/admin/reports",
    "/admin/settings",
    "/admin/audit",
    "/admin/health",
  ],
  /** Somebody whose every word is long. */
  crowded: ["/profile", "/account", "/dashboard"],
};

/** An address of the list with the sample's own profile and job. */
const addressOf = async (address: string): Promise<string> => {
  const { service } = crowded;
  const profiles = await service
    .from("public_providers")
    .select("user_id")
    .order("user_id")
    .limit(1)
    .single();
  const jobs = await service.from("jobs").select("id").eq("status", "open").limit(1).single();
  return address
    .replace("{profile}", `/directory/${profiles.data?.user_id}`)
    .replace("{job}", jobs.data?.id);
};

for (const who of Object.keys(SCREENS) as Who[]) {
  test(`${who}: every screen fits 360 px, and axe finds nothing`, async ({ browser }) => {
    const page = await onTelephone(browser, crowded, who);
    for (const address of SCREENS[who]) {
      await test.step(address, async () => {
        await openAndWait(page, await addressOf(address));
        expect.soft(await layoutFaults(page), address).toEqual([]);
        expect.soft(await textFaults(page), address).toEqual([]);
        await expectAccessible(page);
      });
    }
  });
}

test("the longest name of a site fits a telephone", async ({ browser }) => {
  const name = crowded.service.from("site_settings");
  await name.update({ value: LONG.site }).eq("key", "site_name").throwOnError();
  const page = await onTelephone(browser, crowded, "visitor");
  const client = await onTelephone(browser, crowded, "client");
  for (const [reader, address] of [
    [page, "/"],
    [page, "/signup"],
    [page, "/login"],
    [client, "/profile"],
  ] as const) {
    await openAndWait(reader, address);
    await expect(reader.getByRole("banner").getByText("The Long and Winding Road")).toBeVisible();
    expect(await layoutFaults(reader), address).toEqual([]);
  }
  await name.update({ value: "" }).eq("key", "site_name").throwOnError();
});

const DIALOG = "[role=dialog], [role=alertdialog]";

const expectFits = async (page: Page, what: string) => {
  const dialog = page.locator(DIALOG);
  await expect(dialog, what).toHaveCount(1);
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  expect.soft(await layoutFaults(page, DIALOG), what).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog, what).toHaveCount(0);
};

test("dialogs fit 360 px", async ({ browser }) => {
  await test.step("the dialogs of an admin fit", async () => {
    const page = await onTelephone(browser, crowded, "admin");
    await openAndWait(page, `/admin/users?q=${encodeURIComponent(CROWDED.email)}`);
    for (const item of ["View", "Edit", "Membership", "Delete"]) {
      await act(page, item);
      await expectFits(page, item);
    }
    await page.getByRole("button", { name: "Create Solutionz Provider" }).click();
    await expectFits(page, "Create Solutionz Provider");
    await openAndWait(page, "/admin/categories");
    await page.getByRole("button", { name: "Add Category" }).click();
    await expectFits(page, "Add Category");
    await openAndWait(page, "/admin/feedback?state=all");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Edit / })
      .first()
      .click();
    await expectFits(page, "Edit feedback");
  });

  await test.step("a report, feedback, an enquiry and a deletion fit", async () => {
    const page = await onTelephone(browser, crowded, "client");
    const found = await crowded.service
      .from("public_providers")
      .select("user_id")
      .eq("location", LONG.place)
      .limit(1);
    const profile = `/directory/${found.data?.[0]?.user_id}`;
    await openAndWait(page, `${profile}?action=contact`);
    await expect(page.getByRole("button", { name: "Send enquiry" })).toBeVisible();
    expect.soft(await layoutFaults(page), "enquiry").toEqual([]);
    await page
      .getByRole("button", { name: /^Report / })
      .first()
      .click();
    await expectFits(page, "report");
    await openAndWait(page, `${profile}?tab=feedback`);
    await page.getByRole("button", { name: "Add Feedback" }).click();
    await expect(page.getByRole("button", { name: "Submit Feedback" })).toBeVisible();
    expect.soft(await layoutFaults(page), "feedback").toEqual([]);
    await openAndWait(page, "/profile?tab=my-jobs");
    await page
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
    await expectFits(page, "delete a job");
  });

  await test.step("the login over the page of an ended session fits", async () => {
    const page = await onTelephone(browser, crowded, "crowded");
    await openAndWait(page, "/account");
    await page.getByRole("button", { name: "Add what people read about you" }).click();
    await page.getByLabel("About").fill("Written before the session ended");
    await endSessions(CROWDED, crowded.url);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectFits(page, "session ended");
  });
});
