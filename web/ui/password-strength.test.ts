import { expect, it } from "vitest";
import { passwordStrength } from "./password-strength.ts";

it.each([
  ["", 0],
  ["x7!qp", 0],
  ["password", 1],
  ["Password123!", 1],
  ["aaaaaaaaaaaaaaaa", 1],
  ["12345678", 1],
  ["abcdefghij", 1],
  ["sixsix", 1],
  ["kwbxmtqz", 1],
  ["mendip7river", 3],
  ["correct horse", 3],
  ["correct horse battery staple", 4],
  ["V9!rq2#Lmz0$Tx", 4],
])("rates %j with %i", (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
