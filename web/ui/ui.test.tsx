import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { draw } from "#tests/draw.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { Pagination, visiblePages } from "./pagination.tsx";
import { Avatar, initials } from "./pictures/avatar.tsx";
import { Stars, starFills } from "./stars.tsx";
import { StarsInput } from "./stars-input.tsx";
import { Tabs } from "./tabs.tsx";
import { dismissAllToasts, dismissToast, TOAST_DURATION, toast, toastStore } from "./toast.ts";

const html = renderToStaticMarkup;

it.each([
  [1, 0, []],
  [1, 1, []],
  [1, 2, [1, 2]],
  [1, 3, [1, 2, 3]],
  [1, 10, [1, 2, "gap", 10]],
  [3, 10, [1, 2, 3, 4, "gap", 10]],
  [4, 10, [1, "gap", 3, 4, 5, "gap", 10]],
  [5, 10, [1, "gap", 4, 5, 6, "gap", 10]],
  [7, 10, [1, "gap", 6, 7, 8, "gap", 10]],
  [8, 10, [1, "gap", 7, 8, 9, 10]],
  [10, 10, [1, "gap", 9, 10]],
] as const)("visible pages: page %i of %i", (current, last, pages) => {
  expect(visiblePages(current, last)).toEqual(pages);
});

const pagination = (page: number, pageCount: number) =>
  draw(<Pagination page={page} pageCount={pageCount} href={(to) => `/jobs?page=${to}`} />);

it("pagination draws nothing for one page", () => {
  expect(pagination(1, 1)).toBe("");
});

it("pagination links the other pages and marks the current one", () => {
  const drawn = pagination(1, 3);
  expect(drawn).toContain('href="/jobs?page=3"');
  expect(drawn.match(/aria-current="page"/g)).toHaveLength(1);
  expect(drawn).not.toContain('aria-label="Previous page"');
  expect(drawn).toContain('aria-label="Next page"');
});

it.each([
  [0, [0, 0, 0, 0, 0]],
  [3, [1, 1, 1, 0, 0]],
  [3.49, [1, 1, 1, 0, 0]],
  [3.5, [1, 1, 1, 0.5, 0]],
  [4.99, [1, 1, 1, 1, 0.5]],
  [5, [1, 1, 1, 1, 1]],
  [9, [1, 1, 1, 1, 1]],
  [-1, [0, 0, 0, 0, 0]],
])("star fills %d", (rating, fills) => {
  expect(starFills(rating)).toEqual(fills);
});

it("a rating is given in words", () => {
  expect(html(<Stars rating={4.25} count={1} />)).toContain('aria-label="4.3 out of 5 stars"');
  expect(html(<Stars rating={4} count={1} />)).toContain(" review<");
});

it("a rating is given as a number to the eye", () => {
  expect(html(<Stars rating={4} />)).toMatch(/aria-hidden="true"[^>]*>4\.0</);
  expect(html(<Stars rating={4} showValue={false} />)).not.toContain("4.0");
});

it("offers five real radio buttons, the chosen one checked", () => {
  const drawn = html(<StarsInput name="rating" value={4} onChange={() => undefined} />);
  expect(drawn.match(/type="radio"/g)).toHaveLength(5);
  expect(drawn).toMatch(/checked="" value="4"|value="4"[^>]*checked=""/);
  expect(drawn.match(/checked=""/g)).toHaveLength(1);
});

it.each([
  ["Ada Byron", "AB"],
  ["ada", "A"],
  ["Élodie van der Berg", "ÉB"],
  ["  Green  &  Sons ", "GS"],
  ["3D Printing", "3P"],
  ["(Bob) O'Neil", "BO"],
  ["", ""],
  ["!!!", ""],
])("initials of %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it("shows initials when there is no picture, and is silent beside a name", () => {
  const drawn = html(<Avatar name="Ada Byron" />);
  expect(drawn).toContain(">AB<");
  expect(drawn).toContain('aria-hidden="true"');
  expect(html(<Avatar name="Ada Byron" src="/a.png" />)).toContain('alt=""');
});

afterEach(dismissAllToasts);

it("a toast keeps the newest five", () => {
  for (let number = 1; number <= 7; number += 1) toast({ title: String(number) });
  expect(toastStore.read().map(({ title }) => title)).toEqual(["3", "4", "5", "6", "7"]);
});

it("a toast closes after five seconds by default", () => {
  toast({ title: "a" });
  toast({ title: "b", duration: 4000 });
  expect(TOAST_DURATION).toBe(5000);
  expect(toastStore.read().map(({ duration }) => duration)).toEqual([5000, 4000]);
});

it("a toast stays with an action until it is used or closed, so that everybody can reach it", () => {
  toast({ title: "No longer saved", action: { label: "Undo", onPress: () => {} } });
  expect(toastStore.read().map(({ duration }) => duration)).toEqual([Number.POSITIVE_INFINITY]);
});

it("a toast notifies its listeners, and removes only the intended toast", () => {
  const watcher = vi.fn();
  const stop = toastStore.subscribe(watcher);
  const first = toast({ title: "a" });
  toast({ title: "b" });
  dismissToast(first);
  dismissToast(first);
  expect(toastStore.read().map(({ title }) => title)).toEqual(["b"]);
  stop();
  toast({ title: "c" });
  expect(watcher).toHaveBeenCalledTimes(4);
});

it("a field ties label, hint and error to the control inside", () => {
  const drawn = html(
    <Field id="email" label="Email" hint="We never show it" error="Invalid email address">
      <Input name="email" />
    </Field>,
  );
  expect(drawn).toContain('for="email"');
  expect(drawn).toMatch(/<input[^>]* id="email"/);
  expect(drawn).toContain('aria-describedby="email-hint email-error"');
  expect(drawn).toMatch(/<input[^>]*aria-invalid="true"/);
});

it("a field uses fieldset and legend for a group", () => {
  const drawn = html(
    <Field group label="Plan">
      <input type="radio" />
    </Field>,
  );
  expect(drawn).toContain("<fieldset");
  expect(drawn).toContain("<legend");
  expect(drawn).not.toContain("<label");
});

it("has tabs that Tab reaches before scripts run, which move by arrow keys", () => {
  const tabs = ["a", "b"].map((value) => ({ value, label: value, content: value }));
  const drawn = html(<Tabs label="Account type" tabs={tabs} />);
  expect(drawn.match(/<button[^>]*role="tab"/g)).toHaveLength(2);
  expect(drawn.match(/<button[^>]*tabindex="0"/gi)).toHaveLength(2);
});
