import { enter } from "#tests/e2e/accounts/accounts.ts";
import { because, person, test } from "#tests/e2e/admin.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test("an admin changes the plans, and a new member pays what the page shows", async ({
  browser,
  admin: page,
  adminSite: { url, service },
}) => {
  await open(page, "/admin/settings");
  const part = page.getByRole("region", { name: "Plans and prices" });
  const yearly = part.getByRole("group", { name: "Yearly plan" });
  const dialog = page.getByRole("alertdialog");
  const unfold = () => part.getByRole("button", { name: "Change plans and prices" }).click();
  await unfold();
  const save = async () => {
    await part.getByRole("button", { name: "Save plans and prices" }).click();
    await because(page, "A new price", "Save");
    await expect(dialog).toBeHidden();
  };
  await yearly.getByLabel("Name").fill("Gold");
  await yearly.getByLabel("Price in pounds").fill("25");
  await yearly.getByLabel("Short description").fill("Everything, all year");
  await yearly.getByLabel("Price id at Stripe").fill("price_test_yearly_2000");
  await save();
  await expect(
    part.getByText("The price of “Gold” is £20.00 at Stripe, and £25.00 here"),
  ).toBeVisible();
  await expectAccessible(page);
  await yearly.getByLabel("Price id at Stripe").fill("price_test_yearly_2500");
  await part.getByRole("group", { name: "Monthly plan" }).getByLabel("Offered").uncheck();
  await save();
  await expect(page.getByText("Plans and prices saved")).toBeVisible();

  const greta = await person(service, "provider", "Greta Gold");
  const buyer = await enter(browser, greta, { baseURL: url });
  await open(buyer, "/membership");
  await expect(buyer.getByRole("radio", { name: /Gold/ })).toBeChecked();
  await expect(buyer.getByText("Everything, all year")).toBeVisible();
  await expect(buyer.getByRole("radio", { name: /Monthly/ })).toHaveCount(0);
  await buyer.getByRole("button", { name: "Continue to Payment" }).click();
  await buyer.getByRole("button", { name: "Pay £25.00" }).click();
  await expect(buyer.getByText("Payment successful")).toBeVisible();
  const welcome = await mailTo(buyer.request, greta.email, /membership is active/, url);
  expect(welcome).toContain("at £25.00 a year");

  await open(page, "/admin/settings");
  await unfold();
  await part.getByText("Earlier versions").click();
  await part
    .getByRole("button", { name: /Restore/ })
    .last()
    .click();
  await because(page, "Back", "Restore");
  await expect(part.getByText("£20.00 a year")).toBeVisible();
});
