import { expect } from "vitest";
import type { Functions, Person } from "#tests/functions.ts";

export const YEARLY = {
  plan: "yearly",
  couponCode: null,
  returnUrl: "https://evil.example/?success=true",
};

export const errorOf = async (response: Response) => {
  const { error, code } = (await response.json()) as { error: string; code: string };
  return { status: response.status, code, error };
};

/** What tests of the membership do and look at. */
export const membershipActs = (functionsOf: () => Functions) => ({
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
    const response = await functionsOf().callAs("create-checkout", person, body);
    const { url } = (await response.json()) as { url: string };
    expect(response.status).toBe(200);
    return url;
  },
});
