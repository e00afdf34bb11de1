import { pressOn } from "#tests/checkout-page.ts";
import type { Functions, Person } from "#tests/functions.ts";

/** What people who pay do at the test checkout, and its records, of functions that may still be starting. */
export const payingPeople = (functions: () => Functions) => {
  let serial = 0;
  const sql: Functions["sql"] = (...query) => functions().sql(...query);

  const buyer = async (plan: "monthly" | "yearly" = "monthly") => {
    serial += 1;
    const person = await functions().person("provider", `life${serial}`);
    const response = await functions().callAs("create-checkout", person, { plan });
    await pressOn(((await response.json()) as { url: string }).url, "pay");
    return person;
  };
  const portal = async (person: Person, action: string) => {
    const response = await functions().callAs("customer-portal", person);
    await pressOn(((await response.json()) as { url: string }).url, action);
  };
  const row = async ({ id }: Person) => {
    const [found] = await sql("select * from public.subscribers where user_id = $1", [id]);
    return found ?? {};
  };
  const receipts = async ({ client }: Person) => {
    const { data, error } = await client
      .from("payments")
      .select("id, pence, number")
      .order("pence");
    if (error) throw error;
    return data;
  };
  const noticesOf = async ({ id }: Person) =>
    (
      await sql<{ kind: string }>(
        "select kind from notify.notices where user_id = $1 order by created_at, kind",
        [id],
      )
    ).map(({ kind }) => kind);

  return { sql, buyer, portal, row, receipts, noticesOf };
};
