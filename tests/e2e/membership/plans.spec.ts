import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test.describe.configure({ timeout: 120_000 });

test("an admin changes the plans, and a new member pays what the page shows", async ({
  page,
  browser,
  adminSite,
}) => {
  await logInAsAdmin(page);
  await open(page, "/admin/settings");
  const part = page.getByRole("region", { name: "Plans and prices" });
  const yearly = part.getByRole("group", { name: "Yearly plan" });
  const dialog = page.getByRole("alertdialog");
  const unfold = () => part.getByRole("button", { name: "Change plans and prices" }).click();
  await unfold();
  const save = async () => {
    await part.getByRole("button", { name: "Save plans and prices" }).click();
    await dialog.getByLabel("Reason").fill("A new price");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await expectAccessible(page);
  await yearly.getByLabel("Name").fill("Gold");
  await yearly.getByLabel("Price in pounds").fill("25");
  await yearly.getByLabel("Short description").fill("Everything, all year");
  await yearly.getByLabel("Price id at Stripe").fill("prod_1");
  await save();
  await expect(part.getByText(/price id of the yearly plan as Stripe shows it/)).toBeVisible();
  await yearly.getByLabel("Price id at Stripe").fill("price_test_yearly_2000");
  await save();
  await expect(
    part.getByText("The price of “Gold” is £20.00 at Stripe, and £25.00 here"),
  ).toBeVisible();
  await expect(yearly.getByLabel("Name")).toHaveValue("Gold");
  await yearly.getByLabel("Price id at Stripe").fill("price_test_yearly_2500");
  await part.getByRole("group", { name: "Monthly plan" }).getByLabel("Offered").uncheck();
  await save();
  await expect(page.getByText("Plans and prices saved")).toBeVisible();
  await expectAccessible(page);

  const buyer = await (await browser.newContext({ baseURL: adminSite.url })).newPage();
  // Public pages have the new price at once.
  for (const path of ["/signup?type=provider", "/job-directory", "/how-we-keep-this-fair"]) {
    await buyer.goto(path);
    await expect(buyer.getByRole("main"), path).toContainText("£25 a year");
    await expect(buyer.getByRole("main"), path).not.toContainText("£2.99");
  }
  const { email, password } = await person(adminSite.service, "provider", "Greta Gold");
  await open(buyer, "/login?type=provider");
  await buyer.getByLabel("Email", { exact: true }).fill(email);
  await buyer.getByLabel("Password", { exact: true }).fill(password);
  await buyer.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(buyer).not.toHaveURL(/login/);
  await open(buyer, "/membership");
  await expect(buyer.getByRole("radio", { name: /Gold/ })).toBeChecked();
  await expect(buyer.getByText("Everything, all year")).toBeVisible();
  await expect(buyer.getByRole("radio", { name: /Monthly/ })).toHaveCount(0);
  await expectAccessible(buyer);
  await buyer.getByRole("button", { name: "Continue to Payment" }).click();
  await buyer.getByRole("button", { name: "Pay £25.00" }).click();
  await expect(buyer.getByText("Payment successful")).toBeVisible();
  const welcome = await mailTo(buyer.request, email, /membership is active/, adminSite.url);
  expect(welcome).toContain("Plan: Gold");
  expect(welcome).toContain("at £25.00 a year");
  await open(buyer, "/account?tab=payments");
  await expect(buyer.getByRole("heading", { name: "Gold" })).toBeVisible();
  await buyer.context().close();

  // An earlier version whose price id is one of another sum.
  const settings = () => adminSite.service.from("site_settings");
  const { data } = await settings().select("value").eq("key", "plans").single();
  const current = data?.value as { id: string }[];
  const outdated = current.map((plan) =>
    plan.id === "yearly" ? { ...plan, price_id: "price_test_yearly_2400" } : plan,
  );
  // As the page does once Stripe has agreed; only an admin's change leaves a version.
  for (const new_value of [outdated, current]) {
    const status = await page.evaluate(
      async (values) => {
        const { access_token: token } = JSON.parse(
          localStorage.getItem("solutionz-session") ?? "{}",
        );
        const key =
          document.querySelector<HTMLMetaElement>('meta[name="supabase-anon-key"]')?.content ?? "";
        const { status } = await fetch("/rest/v1/rpc/admin_save_setting", {
          method: "POST",
          headers: {
            apikey: key,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          body: JSON.stringify(values),
        });
        return status;
      },
      { setting_key: "plans", new_value, reason: "As it was" },
    );
    expect(status).toBe(204);
  }
  const restore = async (version: "first" | "last") => {
    await open(page, "/admin/settings");
    await unfold();
    await part.getByText("Earlier versions").click();
    await part
      .getByRole("button", { name: /Restore/ })
      [version]()
      .click();
    await dialog.getByLabel("Reason").fill("Back");
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  };
  await restore("first");
  await expect(
    page.getByText(/The price of “Gold” is £24.00 at Stripe, and £25.00 here/).first(),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(yearly.getByLabel("Price in pounds")).toHaveValue("25.00");
  await restore("last");
  await expect(part.getByText("£20.00 a year")).toBeVisible();
  await unfold();
  await expect(yearly.getByLabel("Price in pounds")).toHaveValue("20.00");
});
