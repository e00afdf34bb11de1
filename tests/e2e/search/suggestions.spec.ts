import type { Page } from "@playwright/test";
import { expect, expectAccessible, hydrated, test, unfold } from "#tests/e2e/site.ts";
import { speechOf } from "#tests/e2e/speech.ts";

const options = (page: Page) =>
  page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

test("the directory suggests trades by keyboard from the first use of its field, typed words count, and without suggestions it is a plain field", async ({
  page,
}) => {
  await test.step("the directory suggests trades by keyboard, from the first use of its field", async () => {
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("suggest_search")) calls.push(request.url());
    });
    await page.goto("/directory");
    const field = page.getByLabel("Search", { exact: true });
    await expect(field).not.toHaveAttribute("role");
    await field.focus();
    await expect(field).toHaveAttribute("role", "combobox");
    await expect(field).toHaveAttribute("aria-expanded", "false");
    await field.pressSequentially("plumb");
    await expect(options(page).first()).toHaveText("Plumber");
    expect(calls.length, "the pauses, not the letters").toBeLessThan(5);
    await expect(field).toHaveAttribute("aria-expanded", "true");
    expect(await field.getAttribute("aria-activedescendant")).toBeNull();

    await page.keyboard.press("Escape");
    await expect(options(page)).toHaveCount(0);
    await expect(field).toHaveValue("plumb");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const first = options(page).first();
    await expect(first).toHaveAttribute("aria-selected", "true");
    const id = (await first.getAttribute("id")) ?? "";
    await expect(field).toHaveAttribute("aria-activedescendant", id);
    await expect(field).toBeFocused();
    await expectAccessible(page);
    const search = page.getByRole("search", { name: "Professionals" });
    expect.soft(await speechOf(search)).toMatchSnapshot("suggestions.txt");
    await page.keyboard.press("ArrowUp");
    await expect(first).toHaveAttribute("aria-selected", "false");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/service=Plumber/);
    await expect(options(page)).toHaveCount(0);
  });

  await test.step("a field whose suggestions cannot be loaded is a plain field", async () => {
    await page.route("**/rpc/suggest_search*", (route) => route.abort());
    await page.goto("/directory");
    const field = page.getByLabel("Search", { exact: true });
    await field.focus();
    await expect(field).toHaveAttribute("role", "combobox");
    const failed = page.waitForEvent("requestfailed", (one) =>
      one.url().includes("suggest_search"),
    );
    await field.pressSequentially("plumber");
    await failed;
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/service=plumber/);
    await expect(field).toHaveAttribute("aria-expanded", "false");
  });
});

test("the home page suggests a trade, then a town, the job directory a town on a telephone", async ({
  page,
}) => {
  await test.step("the home page suggests a trade, then a town, and searches both", async () => {
    await page.goto("/");
    const service = page.getByLabel("What do you need?");
    await service.focus();
    await expect(service).toHaveAttribute("role", "combobox");
    await service.pressSequentially("plumb");
    await options(page).filter({ hasText: "Plumber" }).first().click();
    await expect(service).toHaveValue("Plumber");
    const location = page.getByLabel("Where?");
    await expect(location, "the place is still to be said").toBeFocused();
    await expect(location).toHaveAttribute("role", "combobox");
    await location.pressSequentially("leed");
    await expect(options(page).first()).toHaveText("Leeds");
    await options(page).first().click();
    await expect(page).toHaveURL("/directory?service=Plumber&location=Leeds");
  });

  await test.step("the job directory suggests towns on a telephone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/job-directory");
    await hydrated(page);
    await unfold(page);
    const field = page.getByRole("search", { name: "Jobs" }).getByLabel("Location");
    await field.focus();
    await expect(field).toHaveAttribute("role", "combobox");
    await field.pressSequentially("lee");
    await expect(options(page).first()).toHaveText("Leeds");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await options(page).first().click();
    await expect(page).toHaveURL(/location=Leeds/);
  });
});
