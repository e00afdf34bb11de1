import type { Page } from "@playwright/test";
import { because, test } from "#tests/e2e/admin.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

const GROUP = "Pets/Animals";

/** Groups are closed when the page opens. */
const openGroup = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true }).click();
/** Loads the page afresh, with a group open. */
const openAt = async (page: Page, name: string) => {
  await open(page, "/admin/categories");
  await openGroup(page, name);
};

test("categories are searched, added, edited, deleted, restored and merged", async ({
  admin: page,
}) => {
  await open(page, "/admin/categories");
  await expect(page.getByRole("heading", { name: "Categories Management" })).toBeVisible();
  // A search opens the groups in which it found something, and fixes the order meanwhile.
  const tree = page.getByRole("listitem").filter({ hasText: "Tree Surgery" });
  await page.getByLabel("Search categories").fill("tree surg");
  await expect(tree.getByRole("button", { name: /^Move/ }).first()).toBeDisabled();
  await page.getByLabel("Search categories").clear();
  await expect(tree).toBeHidden();

  await page.getByRole("button", { name: "Add Category" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add Category" }).click();
  await expect(dialog.getByText("Category name is required")).toBeVisible();
  await dialog.getByLabel("Category Name").fill("Cat Sitting");
  await dialog.getByRole("button", { name: "Add Category" }).click();
  await expect(dialog.getByText("Please select or create a group")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Create New Group").fill("Cats");
  await dialog.getByLabel("Select Existing Group").selectOption(GROUP);
  await expect(dialog.getByLabel("Create New Group")).toHaveValue("");
  await dialog.getByRole("button", { name: "Add Category" }).click();
  await expect(page.getByText("Category added successfully")).toBeVisible();
  await openGroup(page, GROUP);
  const list = page.getByRole("list", { name: GROUP });

  await page.getByRole("button", { name: "Edit Cat Sitting" }).click();
  await dialog.getByLabel("Category Name").fill("Cat Care");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Category updated successfully")).toBeVisible();
  await expect(list.getByText("Cat Care")).toBeVisible();
  await page.getByRole("button", { name: "Delete Cat Care" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Category deleted successfully")).toBeVisible();
  await page.getByRole("button", { name: "Restore Cat Care" }).click();
  await expect(list.getByText("Cat Care")).toBeVisible();

  await openGroup(page, "Gardening and Outdoors");
  await page.getByRole("button", { name: "Merge Tree Surgery" }).click();
  const merging = page.getByRole("alertdialog");
  await because(page, "Nobody asks for it", "Merge");
  await expect(merging.getByRole("alert")).toHaveText(
    "Nothing was merged. Please select a category.",
  );
  await expectAccessible(page);
  await merging.getByLabel("Merge into").selectOption("Cat Care");
  await merging.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("Tree Surgery is now Cat Care")).toBeVisible();
  const moved = await page.request.get("/categories/tree-surgery/leeds", { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, "/categories/cat-care/leeds"]);
});

test("the order of categories changes by keyboard, buttons and pointer, and stays", async ({
  admin: page,
}) => {
  await openAt(page, "Events");
  const list = page.getByRole("list", { name: "Events" });
  const order = async () =>
    (await list.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0]);
  await expect(list.getByRole("listitem")).toHaveCount(4);
  const [first = "", second = "", third = "", fourth = ""] = await order();
  const handle = (name: string) => list.getByRole("button", { name: `Move ${name}`, exact: true });
  const saved = page.getByText("Category order updated");

  // Escape puts it back, and nothing is saved.
  await handle(first).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect.poll(order).toEqual([second, first, third, fourth]);
  await page.keyboard.press("Escape");
  await expect.poll(order).toEqual([first, second, third, fourth]);
  await expect(saved).toHaveCount(0);

  await handle(first).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first}, position 3 of 4`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(saved).toBeVisible();
  await expect(handle(first)).toBeFocused();
  await openAt(page, "Events");
  await expect.poll(order).toEqual([second, third, first, fourth]);

  await list.getByRole("button", { name: `Move ${first} up` }).click();
  await expect(saved).toBeVisible();
  // The focus follows, also where the button can move nothing further.
  await expect(list.getByRole("button", { name: `Move ${first} up` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(order).toEqual([first, second, third, fourth]);
  await expect(list.getByRole("button", { name: `Move ${first} up` })).toBeFocused();
  await expect(list.getByRole("button", { name: `Move ${first} up` })).toBeDisabled();
  await list.getByRole("button", { name: `Move ${first} down` }).click();
  await expect(list.getByRole("button", { name: `Move ${first} down` })).toBeEnabled();
  await expect(list.getByRole("button", { name: `Move ${first} down` })).toBeFocused();
  await openAt(page, "Events");
  await expect.poll(order).toEqual([second, first, third, fourth]);

  // What lies outside the window cannot be dragged to.
  const centre = () => list.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const drag = async (name: string, to: { x?: number; y: number }) => {
    const from = await handle(name).boundingBox();
    if (!from) throw new Error("no handle");
    const x = from.x + from.width / 2;
    await page.mouse.move(x, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, to.y, { steps: 12 });
    if (to.x !== undefined) await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };
  await centre();
  const end = await handle(fourth).boundingBox();
  await drag(second, { y: (end?.y ?? 0) + (end?.height ?? 0) });
  await expect(saved).toBeVisible();
  await openAt(page, "Events");
  await expect.poll(order).toEqual([first, third, fourth, second]);

  await centre();
  // Dropped outside the list, it goes back.
  const below = await handle(fourth).boundingBox();
  await drag(first, { x: 5, y: (below?.y ?? 0) + 20 });
  await expect.poll(order).toEqual([first, third, fourth, second]);
  await expect(saved).toHaveCount(0);
  await openAt(page, "Events");
  await expect.poll(order).toEqual([first, third, fourth, second]);
});
