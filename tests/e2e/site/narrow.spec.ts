import type { Page } from "@playwright/test";
import { publicClient } from "#tests/e2e/accounts/accounts.ts";
import {
  CROWDED,
  LONG,
  onTelephone,
  openAndWait,
  test,
  type Who,
} from "#tests/e2e/crowded-site.ts";
import { layoutFaults, textFaults } from "#tests/e2e/narrow-layout.ts";
import { expect } from "#tests/e2e/site.ts";

// The last file of the run would keep one worker alone busy.
test.describe.configure({ mode: "parallel" });

/** Every screen as somebody on a small telephone meets it, with names that are longer than they like. */
const PUBLIC = [
  "/",
  "/directory",
  "/directory?service=electrician&location=Leeds&within=10",
  "/directory?service=nothing-like-this",
  "/directory?page=99",
  "/categories",
  "/categories?q=zzz",
  "/categories/construction-trade",
  "/job-directory",
  "/job-directory?location=zzz",
  "/post-job",
  "/claim-business?businessID=nonsense",
  "/how-we-keep-this-fair",
  "/terms",
  "/privacy",
  "/no-such-page",
  "/directory/00000000-0000-4000-8000-000000000000",
];
const VISITOR = [
  ...PUBLIC,
  "/signup",
  "/signup?type=provider",
  "/login",
  "/confirm-email",
  "/reset-password",
  "/unsubscribe",
  "/still-looking?token=nobody",
  "/confirm?kind=job&token=nobody",
  "/review/nonsense",
  "/review/stop?token=nobody",
  "/review/remove?token=nobody",
  "/admin-login",
  "/admin-signup",
];
/** Of these, what somebody who is signed in reads differently. */
const PUBLIC_SIGNED_IN = ["/", "/directory", "/job-directory", "/post-job"];
const SIGNED_IN = [
  "/profile",
  "/account",
  "/account?tab=security",
  "/account?tab=notifications",
  "/account?tab=bookmarks",
  "/account?tab=payments",
  "/dashboard",
  "/dashboard/enquiries",
];
const SCREENS: Record<Who, readonly string[]> = {
  visitor: VISITOR,
  client: [
    ...PUBLIC_SIGNED_IN,
    ...SIGNED_IN,
    "/profile?tab=my-jobs",
    "/profile?tab=subscriptions",
    "/profile?tab=saved",
  ],
  provider: [
    "/job-directory",
    "/profile",
    "/account",
    "/account?tab=payments",
    "/dashboard",
    "/membership",
    "/profile?tab=services",
    "/profile?tab=portfolio",
  ],
  member: [
    ...PUBLIC_SIGNED_IN,
    ...SIGNED_IN,
    "/membership",
    "/directory/me",
    "/dashboard/quotes",
    "/profile?tab=services",
    "/profile?tab=portfolio",
    "/profile?tab=reviews",
    "/profile/card",
    "/profile?tab=subscriptions",
    "/profile?tab=saved-jobs",
  ],
  admin: [
    "/",
    "/directory",
    "/profile",
    "/account",
    "/admin/dashboard",
    "/admin/users",
    "/admin/users?type=admin",
    "/admin/feedback",
    "/admin/categories",
    "/admin/analytics",
    "/admin/analytics?range=12m",
    "/admin/businesses",
    "/admin/reports",
    "/admin/settings",
    "/admin/audit",
    "/admin/health",
  ],
  /** Somebody whose every word is long. */
  crowded: [...SIGNED_IN, "/membership"],
};

for (const group of [
  ["visitor"],
  ["client", "crowded"],
  ["member"],
  ["provider", "admin"],
] as Who[][]) {
  test(`every screen fits 360 px for a ${group.join(" and a ")}`, async ({ browser, crowded }) => {
    test.setTimeout(300_000);
    for (const who of group) {
      const page = await onTelephone(browser, crowded, who);
      const profile = await crowded.service.from("public_providers").select("user_id").limit(1);
      const one = `/directory/${profile.data?.[0]?.user_id}`;
      const job = await crowded.service.from("jobs").select("id").eq("status", "open").limit(1);
      const screens = [
        ...SCREENS[who],
        one,
        `${one}?tab=feedback`,
        `/job-directory?job=${job.data?.[0]?.id}`,
        ...(who === "visitor" ? [`${one}?tab=portfolio`, `${one}?action=contact`] : []),
      ];
      for (const address of screens) {
        await test.step(address, async () => {
          await openAndWait(page, address);
          expect.soft(await layoutFaults(page), address).toEqual([]);
          expect.soft(await textFaults(page), address).toEqual([]);
        });
      }
      await page.context().close();
    }
  });
}

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

test("dialogs fit 360 px", async ({ browser, crowded }) => {
  await test.step("the dialogs of an admin fit", async () => {
    test.setTimeout(120_000);
    const page = await onTelephone(browser, crowded, "admin");
    await openAndWait(page, `/admin/users?q=${encodeURIComponent(CROWDED.email)}`);
    for (const item of ["View", "Edit", "Membership", "Deactivate", "Hide", "Delete"]) {
      await page.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: item, exact: true }).click();
      await expectFits(page, item);
    }
    await page.getByRole("button", { name: "Create Solutionz Provider" }).click();
    await expectFits(page, "Create Solutionz Provider");
    await openAndWait(page, "/admin/categories");
    await page.getByRole("heading", { name: "Education" }).click();
    for (const name of ["Add Category", "Edit Tutoring", "Delete Tutoring"]) {
      await page.getByRole("button", { name }).first().click();
      await expectFits(page, name);
    }
    await openAndWait(page, "/admin/feedback?state=all");
    for (const name of ["Edit", "Delete"]) {
      await page
        .getByRole("main")
        .getByRole("button", { name: new RegExp(`^${name} `) })
        .first()
        .click();
      await expectFits(page, `${name} feedback`);
    }
    await page.context().close();
  });

  await test.step("a report, feedback, an enquiry and a deletion fit", async () => {
    test.setTimeout(120_000);
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
    await page.context().close();
  });

  await test.step("a change of a long address that waits fits", async () => {
    const db = await publicClient(crowded.url);
    await db.auth.signInWithPassword(CROWDED);
    const change = { email: `new.${CROWDED.email}`, current_password: CROWDED.password };
    expect((await db.auth.updateUser(change)).error).toBeNull();
    const page = await onTelephone(browser, crowded, "crowded");
    await openAndWait(page, "/account?tab=security");
    await expect(page.getByRole("button", { name: "Cancel the change" })).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
    await page.context().close();
  });

  await test.step("the login over the page of an ended session fits", async () => {
    const page = await onTelephone(browser, crowded, "crowded");
    await openAndWait(page, "/account");
    await page.getByRole("button", { name: "Add what people read about you" }).click();
    await page.getByLabel("About").fill("Written before the session ended");
    const db = await publicClient(crowded.url);
    await db.auth.signInWithPassword(CROWDED);
    expect((await db.auth.signOut({ scope: "global" })).error).toBeNull();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectFits(page, "session ended");
    await page.context().close();
  });
});
