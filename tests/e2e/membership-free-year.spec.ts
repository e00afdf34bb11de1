import { expect, expectAccessible, open, signUp, test } from "./site.ts";

test("a provider claims the free year with one press, and then reads until when it is free", async ({
  page,
}) => {
  const mark = Date.now().toString(36);
  await signUp(page, {
    type: "provider",
    email: `free-${mark}@example.com`,
    password: "correct horse battery",
    name: "Freya Free",
    business: `Free and Easy ${mark}`,
  });
  await open(page, "/membership");
  await expect(page.getByText(/^\d+ left\.$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your card in search" })).toBeVisible();
  // A picture of the card: nothing in it can be pressed or reached.
  const pictured = page.getByRole("link", { name: "View Profile of" });
  await pictured.focus();
  await expect(pictured).not.toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Claim my free year: £0 today" }).click();
  await expect(page.getByText("Payment successful")).toBeVisible();
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);

  await open(page, "/membership");
  await expect(page.getByText(/^Free until \d{1,2} \w{3} \d{4}$/)).toBeVisible();
  await expect(page.getByText(/Nothing, unless you choose a plan/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Manage Subscription" })).toBeVisible();
  await expectAccessible(page);
});
