import { OUR_FAULT } from "#domain/site/messages.ts";
import { expect, open, test } from "#tests/e2e/site.ts";

test("a fault of ours blames nothing that was typed, in whatever words it comes", async ({
  page,
  faults,
}) => {
  const problem = page.getByRole("group", { name: "There is a problem" });
  for (const { path, fields, press } of [
    { path: "/login", fields: ["Email", "Password"], press: "Log in" },
    { path: "/admin-login", fields: ["Username or email", "Password"], press: "Log in" },
    { path: "/reset-password", fields: ["Email"], press: "Send reset link" },
  ]) {
    await open(page, path);
    for (const field of fields)
      await page.getByLabel(field, { exact: true }).fill("ada@example.org");
    for (const fault of [
      { status: 500, json: { code: 500, msg: "Database error querying schema" } },
      { status: 503, body: "" },
      { status: 504, contentType: "text/html", body: "<h1>Gateway Timeout</h1>" },
    ]) {
      await page.route("**/auth/v1/**", (route) => route.fulfill(fault));
      await page.getByRole("button", { name: press, exact: true }).click();
      await expect(problem, `${path} ${fault.status}`).toContainText(OUR_FAULT);
      expect(await page.locator("body").innerText()).not.toMatch(/credentials|Failed to/i);
      await page.unroute("**/auth/v1/**");
    }
    for (const field of fields)
      await expect(page.getByLabel(field, { exact: true })).toHaveValue("ada@example.org");
  }
  faults.splice(0);
});
