import { describe, expect, it } from "vitest";
import { isPhoneNumber } from "./phone.ts";

describe("isPhoneNumber", () => {
  it.each(["07700 900123", "+44 7700 900123", "(0113) 496-0000", "+123456789012345"])(
    "accepts %s",
    (phone) => expect(isPhoneNumber(phone)).toBe(true),
  );
  it.each([
    "",
    "123456789",
    "1234567890123456",
    "0770090012x",
    "++447700900123",
    "44+7700900123",
    "٠٧٧٠٠٩٠٠١٢٣",
  ])("refuses %j", (phone) => expect(isPhoneNumber(phone)).toBe(false));
});
