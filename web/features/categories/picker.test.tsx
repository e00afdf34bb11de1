import { expect, it } from "vitest";
import { groupCategories } from "#domain/categories/categories.ts";
import { draw } from "#tests/draw.tsx";
import { Field } from "#web/ui/field.tsx";
import { CategoryPicker, PICKER_LABELS } from "./picker.tsx";
import { PICKER_FAILED, PickerGuard } from "./picker-guard.tsx";

const groups = groupCategories([{ id: "1", name: "Graphic Design", group_name: "IT" }]);
const show = (value: string[], from = groups) =>
  draw(<CategoryPicker groups={from} value={value} onChange={() => {}} />);

it("has a name with what it shows and what is chosen, and its scroll box has a role", () => {
  const named = (value: string[]) => {
    const picker = <CategoryPicker groups={groups} value={value} onChange={() => {}} />;
    const html = draw(<Field label="Business Category *">{picker}</Field>);
    const ids = /aria-labelledby="([^"]*)"/.exec(html)?.[1]?.split(" ") ?? [];
    return ids
      .map((id) => html.split(` id="${id}"`)[1]?.replace(/^[^>]*>|<\/(?:label|button)>.*$/gs, ""))
      .map((text) => text?.replace(/<svg.*|<[^>]+>/gs, ""))
      .join(" ");
  };
  expect(named([])).toBe("Business Category * Choose one or more");
  expect(named(["IT"])).toBe("Business Category * 1 chosen: IT");
  expect(named(["IT", "a", "b", "c", "d"])).toBe(
    "Business Category * 5 chosen: IT, a, b and 2 more",
  );
  expect(show([])).toMatch(/<div role="group" aria-label="All categories" tabindex="0"/);
});

it("is named by the person who is asked", () => {
  expect(PICKER_LABELS).toEqual({ provider: "Business Category *", client: "Interested In" });
});

it("reports an issue when there is nothing to choose from, or the picker failed", () => {
  expect(PICKER_FAILED).toBe("There was an issue with the category selector. Please try again.");
  expect(show([], [])).toContain(PICKER_FAILED);
  expect(show([])).not.toContain(PICKER_FAILED);
  expect(PickerGuard.getDerivedStateFromError()).toEqual({ failed: true });
});
