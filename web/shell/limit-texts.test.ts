import { afterEach, expect, it, vi } from "vitest";
import { longest } from "#web/ui/input.tsx";
import { limitTexts } from "./limit-texts.ts";

afterEach(() => vi.unstubAllGlobals());

/** A field for four characters after an input, with what browsers give of it. */
const typed = (value: string, caret: number | null = value.length, isComposing = false) => {
  const listeners: ((event: unknown) => void)[] = [];
  vi.stubGlobal("window", {
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.push(listener),
  });
  limitTexts();
  const dataset = { longest: String(longest(4)?.["data-longest"]) };
  const field = { value, selectionStart: caret, setSelectionRange: vi.fn(), dataset };
  for (const listener of listeners) listener({ target: field, isComposing });
  return field;
};

it("takes as many emoji as letters, and leaves out the rest", () => {
  expect(typed("🪚🪚🪚🪚").value).toBe("🪚🪚🪚🪚");
  expect(typed("🪚🪚🪚🪚🪚").value).toBe("🪚🪚🪚🪚");
  expect(typed("abcdef", null).value).toBe("abcd");
  expect(typed("abcdef", 6, true).value).toBe("abcdef");
});

it("cuts no emoji of several signs in two", () => {
  expect(typed("ab👍🏽👍🏽").value).toBe("ab👍🏽");
  expect(typed("abc👍🏽").value).toBe("abc");
});

it("leaves out what was typed, not what was there", () => {
  const middle = typed("abXcd", 3);
  expect(middle.value).toBe("abcd");
  expect(middle.setSelectionRange).toHaveBeenCalledWith(2, 2);
});

it("is bounded before scripts run, and only where there is a limit", () => {
  expect(longest(4)).toMatchObject({ maxLength: 8 });
  expect(longest(undefined)).toBeUndefined();
});
