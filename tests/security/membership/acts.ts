import { expect } from "vitest";
import type { FunctionName, Functions, Person } from "#tests/functions.ts";

export const YEARLY = {
  plan: "yearly",
  couponCode: null,
  returnUrl: "https://evil.example/?success=true",
};

/** What tests of the membership do and look at. */
export const membershipActs = (functionsOf: () => Functions) => ({
  /** How a function refuses somebody. */
  async refusal(person: Person | null, name: FunctionName, body: unknown = YEARLY) {
    const { status, body: refused } = await functionsOf().answerTo(person, name, body);
    return { status, code: refused.code, error: refused.error };
  },
  async memberRow(id: string) {
    const { data, error } = await functionsOf()
      .service.from("subscribers")
      .select("*")
      .eq("user_id", id)
      .maybeSingle();
    if (error) throw error;
    return data;
  },
  async checkoutUrl(person: Person, body: object = YEARLY): Promise<string> {
    const given = await functionsOf().answerTo<{ url: string }>(person, "create-checkout", body);
    expect(given.status).toBe(200);
    return given.body.url;
  },
});
