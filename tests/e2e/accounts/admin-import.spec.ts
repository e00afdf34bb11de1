import { readFileSync } from "node:fs";
import { logInAsAdmin, test } from "#tests/e2e/admin.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test("providers are imported from a file, and each refused row says why", async ({ page }) => {
  await logInAsAdmin(page);
  await open(page, "/admin/users");
  await page.getByRole("button", { name: "Export or import" }).click();
  await page.getByRole("menuitem", { name: "Import from CSV" }).click();
  const dialog = page.getByRole("dialog");
  const choose = (text: string) =>
    dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "providers.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("name,business\nA,B");
  await expect(dialog.getByText(/Not found: First name/)).toBeVisible();
  await choose(
    [
      "Forename,Surname,Company,E-mail,Trade,Town,Fax",
      "Ida,Import,Import One Ltd,ida@import.example,Roofer,Leeds,1",
      "Ivo,Import,Import Two Ltd,,Nonsense > Unknown",
      "Ina,Import,,,",
      "Ike,Import,Import Four Ltd,IDA@import.example,",
      "Una,Import,Import Five Ltd,una@import.example,IT",
    ].join("\n"),
  );
  await expect(dialog.getByText("2 ready, 3 refused")).toBeVisible();
  await expect(dialog.getByText("Business name is required for providers")).toBeVisible();
  await expect(dialog.getByText("Fax")).toBeVisible();
  const ida = dialog.getByRole("row").filter({ hasText: "Ida Import" });
  await expect(ida).toContainText("Leeds");
  await expect(ida).toContainText("Roofing");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 2" }).click();
  await expect(dialog.getByText("2 made")).toBeVisible();
  await expect(
    dialog.getByText("2 invited by email, 3 refused. The directory lists them once"),
  ).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download refused rows" }).click();
  const refused = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(refused).toHaveLength(4);
  expect(refused.at(-1)).toMatch(/^Ike,Import,Import Four Ltd,.*,5,Duplicate of line 2$/);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("row").filter({ hasText: "Import One Ltd" })).toBeVisible();

  // Both are made members, and invited once more, in one act each.
  for (const name of ["Ida Import", "Una Import"])
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Invite again" }).click();
  await expect(page.getByText("2 changed")).toBeVisible();
  await page.getByRole("button", { name: "Grant membership" }).click();
  const granting = page.getByRole("alertdialog");
  await granting.getByLabel("Reason").fill("Founding members");
  await expectAccessible(page);
  await granting.getByRole("button", { name: "Grant membership" }).click();
  await expect(granting).toHaveCount(0);
  await expect(page.getByText("2 changed")).toBeVisible();
  const member = page.getByRole("row").filter({ hasText: "Import One Ltd" });
  await expect(member.getByText("Not a member")).toHaveCount(0);
});
