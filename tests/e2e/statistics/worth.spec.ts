import type { Browser, Page } from "@playwright/test";
import { payingMember, signedInState } from "#tests/e2e/accounts/accounts.ts";
import { expect, open, test } from "#tests/e2e/site.ts";

/** A browser that does not say that a program drives it: programs are not counted. */
const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const visitorOf = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ userAgent: PERSON })).newPage();

const figure = (page: Page, label: string) =>
  page
    .locator("p", { hasText: new RegExp(`^${label}$`) })
    .first()
    .locator("xpath=following-sibling::p[1]");

test("a member reads what visitors brought; programs, other tabs and the member do not count", async ({
  browser,
}) => {
  const business = `Worth ${Date.now().toString(36)}`;
  const { page: own, session } = await payingMember(browser, business);
  const profile = `/directory/${session.user.id}`;
  await open(own, "/dashboard");
  await expect(figure(own, "Profile views")).toHaveText("0");

  const visitor = await visitorOf(browser);
  // The first is rendered, the second comes from the cache.
  await visitor.goto(profile);
  await visitor.goto(profile);
  // Another tab of the same page, by its link.
  await visitor.locator('a[href*="tab=feedback"]').first().click();
  await expect(visitor).toHaveURL(/tab=feedback/);
  // Found by a search for a place, and not by one for nothing that exists.
  await visitor.goto(`/directory?service=${business}`);
  await visitor.goto(`/directory?service=${business}`);
  await visitor.goto("/directory?service=zzzzqqqq");
  // A page that the browser fetched ahead counts when it is opened, and only then.
  await visitor.goto(`/directory?service=${business}&sort=newest`);
  await visitor.locator(`a[href="${profile}"]`).first().click();
  await expect(visitor).toHaveURL(new RegExp(session.user.id));
  await visitor.context().close();
  // A program, and the owner.
  const program = await (await browser.newContext()).newPage();
  await program.goto(profile);
  await program.context().close();
  const owner = await browser.newContext({
    userAgent: PERSON,
    storageState: signedInState(session),
  });
  const ownPage = await owner.newPage();
  const subtracted = ownPage.waitForResponse("**/rest/v1/rpc/uncount_own_view");
  await open(ownPage, profile);
  await subtracted;
  await owner.close();

  await expect(async () => {
    await open(own, "/dashboard");
    await expect(figure(own, "Profile views")).toHaveText("3", { timeout: 5_000 });
    await expect(figure(own, "Found in search")).toHaveText("3", { timeout: 5_000 });
  }).toPass();
});
