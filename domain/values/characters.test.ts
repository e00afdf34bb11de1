import { expect, it } from "vitest";
import { BIO_ON_CARD, truncate } from "../providers.ts";
import { firstOf, lengthOf } from "./characters.ts";
import { requiredText, shortText } from "./texts.ts";

const EMOJI = "🪚";

it("counts characters as char_length does", () => {
  expect(lengthOf("")).toBe(0);
  expect(lengthOf("Zoë 𠮷野家")).toBe(7);
  expect(lengthOf(EMOJI.repeat(4))).toBe(4);
});

it("cuts no character in two", () => {
  expect(firstOf(EMOJI.repeat(3), 2)).toBe(EMOJI.repeat(2));
  expect(firstOf("ab", 5)).toBe("ab");
  expect(truncate(EMOJI.repeat(101), BIO_ON_CARD)).toBe(`${EMOJI.repeat(100)}…`);
  expect(truncate(EMOJI.repeat(100), BIO_ON_CARD)).toBe(EMOJI.repeat(100));
});

it.each([shortText(150), requiredText("Title is required", 150)])(
  "takes as many characters as the database does",
  (schema) => {
    expect(schema.safeParse(EMOJI.repeat(150)).success).toBe(true);
    expect(schema.safeParse(EMOJI.repeat(151)).error?.issues[0]?.message).toBe(
      "Please use at most 150 characters",
    );
  },
);
