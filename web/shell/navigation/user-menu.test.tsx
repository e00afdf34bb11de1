import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { Kind } from "./user-menu.tsx";

it.each([
  ["a member", "2027-09-22T12:00:00Z", "Member until 22 Sep 2027"],
  ["a provider without a membership, or whose membership has ended", null, "Not a member"],
  ["a provider whose membership could not be loaded", undefined, "Solutionz Provider"],
])("says of %s what is known", (_, memberUntil, words) => {
  const user = { id: "1", name: "Ada", avatarUrl: null, accountType: "provider", memberUntil };
  expect(draw(<Kind user={user} />).replace(/<[^>]+>/g, "")).toBe(words);
});
