import { readFileSync } from "node:fs";
import { because, test } from "#tests/e2e/admin.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";
import { enterAsAdmin } from "./accounts.ts";

test("providers are imported from a file whose refused rows come back, and are made members in one act", async ({
  browser,
  adminSite: { url },
}) => {
  const page = await enterAsAdmin(browser, url);
  await open(page, "/admin/users");
  await page.getByRole("button", { name: "Export or import" }).click();
  await page.getByRole("menuitem", { name: "Import from CSV" }).click();
  const dialog = page.getByRole("dialog");
  const text = [
    "Forename,Surname,Company,E-mail,Trade,Town",
    "Ida,Import,Import One Ltd,ida@import.example,Roofer,Leeds",
    "Ina,Import,,,",
    "Ike,Import,Import Four Ltd,IDA@import.example,",
    "Una,Import,Import Five Ltd,una@import.example,IT",
  ].join("\n");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "providers.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(dialog.getByText("2 ready, 2 refused")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 2" }).click();
  await expect(dialog.getByText("2 made")).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download refused rows" }).click();
  const refused = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(refused).toHaveLength(3);
  expect(refused.at(-1)).toMatch(/^Ike,Import,Import Four Ltd,.*,4,Duplicate of line 2$/);
  await dialog.getByRole("button", { name: "Close" }).last().click();

  for (const name of ["Ida Import", "Una Import"])
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Grant membership" }).click();
  await because(page, "Founding members", "Grant membership");
  await expect(page.getByText("2 changed")).toBeVisible();
  const member = page.getByRole("row").filter({ hasText: "Import One Ltd" });
  await expect(member.getByText("Not a member")).toHaveCount(0);
});
