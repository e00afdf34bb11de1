import type { Page } from "@playwright/test";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import {
  expect,
  expectAccessible,
  hydrated,
  logInAs,
  open,
  reload,
  SAMPLE,
  test,
} from "#tests/e2e/site.ts";
import { account, fillSignUp, freshAddress, PASSWORD } from "./accounts.ts";

const SEEKER = "Solutionz Seeker";

/** The page of a provider whom nobody of these tests has saved or reviewed. */
const somebody = async (page: Page, nth: number): Promise<string> => {
  await open(page, "/directory?sort=name");
  const link = page.getByRole("link", { name: /View Profile/ }).nth(nth);
  return (await link.getAttribute("href")) ?? "";
};

test("a visitor's Save has happened after login, once, and Leave Feedback opens the form with the focus in it", async ({
  page,
}) => {
  const { email } = await account("client");
  const path = await somebody(page, 0);
  // A link to a page that is saved elsewhere saves nothing by itself.
  await open(page, `/login?return=${encodeURIComponent(`${path}?save=1&intention=save`)}`);
  await logInAs(page, email, PASSWORD, SEEKER);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await open(page, path);
  await page.getByRole("link", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`/login?return=${encodeURIComponent(path)}`);
  await expect(page.getByText("Authentication required")).toBeVisible();
  await logInAs(page, email, PASSWORD, SEEKER);
  await expect(page).toHaveURL(path);
  const saved = page.getByRole("button", { name: "Saved", exact: true });
  await expect(saved).toBeVisible();
  await open(page, "/account?tab=bookmarks");
  await expect(page.getByRole("main").locator(`a[href="${path}"]`).first()).toBeVisible();
  await open(page, path);
  await saved.click();
  await open(page, path);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await open(page, path);
  await page.getByRole("link", { name: "Leave Feedback" }).click();
  await expect(page.getByText("Authentication required")).toBeVisible();
  await expect(page.getByText("You must be logged in to submit feedback")).toBeVisible();
  await logInAs(page, email, PASSWORD, SEEKER);
  await expect(page).toHaveURL(`${path}?tab=feedback#leave-feedback`);
  await expect(page.getByRole("heading", { name: /^Leave feedback for/ })).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  const add = page.getByRole("button", { name: "Add Feedback" });
  await expect(add).toBeFocused();
  // The tab's own button opens it again.
  await add.click();
  await expect(page.getByRole("heading", { name: /^Leave feedback for/ })).toBeFocused();
});

/** Signs up on the page that is open, and opens the mail's link in a tab of its own. */
const signUpHere = async (page: Page): Promise<Page> => {
  const email = freshAddress("newcomer");
  await fillSignUp(page, email, "client");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/confirm-email");
  const mail = await page.context().newPage();
  await open(mail, linkIn(await mailTo(page.request, email, /confirm/i), "/confirm-email"));
  await mail.getByRole("button", { name: "Confirm my email" }).click();
  return mail;
};

test("a newcomer's message is in its form again after signing up, in the tab of the mail", async ({
  page,
}) => {
  const path = `${await somebody(page, 3)}?action=contact`;
  await open(page, path);
  await page.getByLabel("Subject").fill("An oak shelf");
  await page.getByLabel("Message").fill("Two metres.");
  await page.getByRole("button", { name: "Log in or sign up to send" }).click();
  const signUpPath = `/signup?return=${encodeURIComponent(path)}`;
  await expect(page.getByText("Your message is kept. New here?").getByRole("link")).toHaveAttribute(
    "href",
    signUpPath,
  );
  // The bar's link leads back to the message, too.
  await page.getByRole("banner").getByRole("link", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(signUpPath);
  await expect(page.getByRole("main").getByText("Your message is kept.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    `/login?return=${encodeURIComponent(path)}`,
  );
  const mail = await signUpHere(page);
  await expect(page.getByText("Your message is kept. Confirm your email")).toBeVisible();
  await expect(mail).toHaveURL(path);
  await expect(mail.getByLabel("Subject")).toHaveValue("An oak shelf");
  await expect(mail.getByLabel("Message")).toHaveValue("Two metres.");
  await expect(mail.locator(":focus")).toContainText("Your message is ready");
  await expectAccessible(mail);
  await reload(page);
  await page.getByRole("link", { name: "Back to your message" }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByLabel("Message")).toHaveValue("Two metres.");
  await mail.getByRole("button", { name: "Send enquiry" }).click();
  await expect(mail.getByText("Your enquiry has been sent")).toBeVisible();
  const stored = await mail.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain("Two metres.");
});

test("a newcomer's job is in its form again after signing up", async ({ page }) => {
  await open(page, "/post-job");
  await page.getByLabel("Job Title").fill("Mend the sundial");
  await page.getByLabel("Job Description").fill("It is an hour late.");
  await page.getByRole("button", { name: "Choose one or more" }).click();
  await expect(page.getByLabel("Search categories")).toBeFocused();
  // What is chosen does not move the list under the next press.
  const first = page.getByLabel("All of Cars/Vehicles");
  const place = await first.boundingBox();
  await first.check();
  await expect(page.getByRole("button", { name: /1 chosen/ })).toBeVisible();
  expect(await first.boundingBox()).toEqual(place);
  await first.uncheck();
  await page.getByLabel("Search categories").fill("sundials");
  await expect(page.getByLabel("Other", { exact: true })).toHaveValue("sundials");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByLabel("Search categories")).toBeHidden();
  await expect(page.getByRole("button", { name: /1 chosen/ })).toBeFocused();
  await page.getByLabel("Location").fill("Wick");
  await page.getByLabel("Budget").fill("up to £300");
  await page.getByLabel("Contact Email").fill("sundial@jobs.example");
  await expect(page.getByText("describe your job first")).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "Check your job", exact: true })).toBeFocused();
  await expect(page.getByText("describe your job first")).toBeHidden();
  await expect(page.getByText("We understand this as")).toBeHidden();
  await page.getByRole("button", { name: "Log in or sign up to post" }).click();
  await page.getByText("Your job is kept. New here?").getByRole("link").click();
  const mail = await signUpHere(page);
  await expect(mail).toHaveURL("/post-job");
  await expect(mail.getByLabel("Job Title")).toHaveValue("Mend the sundial");
  await expect(mail.locator(":focus")).toContainText("Your job is ready");
  await reload(page);
  await expect(page.getByRole("link", { name: "Finish posting your job" })).toBeVisible();
});

test("the membership page says to a visitor why they log in, and no page shows text of its address as our own words", async ({
  page,
}) => {
  await test.step("text in an address is not shown as our own words", async () => {
    const words = "Your%20account%20is%20locked.%20Ring%200900%20555";
    for (const path of [
      `/login?message=${words}&error=${words}&error_description=${words}`,
      `/signup?message=${words}&error=${words}`,
      `/confirm-email?message=${words}&error=${words}&error_description=${words}`,
      `/confirm-email#error=access_denied&error_description=${words}`,
      `/reset-password?mode=reset&error=${words}&error_description=${words}`,
      `/sign-in-return?error=${words}&error_description=${words}`,
      `/two-step?message=${words}&return=${words}`,
      `/admin-login?message=${words}&error=${words}`,
      `/claim-business?answer=${words}&message=${words}`,
      `/unsubscribe?token=${words}&topic=${words}`,
      `/still-looking?token=${words}`,
      `/reports/1?key=${words}&message=${words}`,
      `/post-job?message=${words}`,
      `/account?tab=${words}&message=${words}`,
    ]) {
      await open(page, path);
      await expect(page.locator("body"), path).not.toContainText("0900");
    }
  });

  await test.step("the membership page says to a visitor why they log in, on the provider's tab", async () => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto("/membership");
    await expect(page).toHaveURL("/login?type=provider&return=%2Fmembership");
    await page.waitForLoadState();
    expect(scripts, "a redirect needs none").toEqual([]);
    await hydrated(page);
    await expect(page.getByText("Authentication required", { exact: true })).toBeVisible();
    await expect(page.getByRole("tab", { name: "Solutionz Provider" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await logInAs(page, SAMPLE.provider.email, SAMPLE.provider.password, "Solutionz Provider");
    await expect(page).toHaveURL("/membership");
  });
});
