import { pressOn } from "#tests/checkout-page.ts";
import type { Functions, Person } from "#tests/functions.ts";

/** What people who pay do at the test checkout, and its records, of functions that may still be starting. */
export const payingPeople = (functions: () => Functions) => {
  let serial = 0;
  const sql: Functions["sql"] = (...query) => functions().sql(...query);

  const press = async (
    name: "create-checkout" | "customer-portal",
    person: Person,
    action: string,
    body?: object,
  ) => {
    const page = await functions().answerTo<{ url: string }>(person, name, body);
    await pressOn(page.body.url, action);
  };
  const buyer = async (plan: "monthly" | "yearly" = "monthly") => {
    serial += 1;
    const person = await functions().person("provider", `life${serial}`);
    await press("create-checkout", person, "pay", { plan });
    return person;
  };
  const portal = (person: Person, action: string) => press("customer-portal", person, action);
  const row = async ({ id }: Person) =>
    (await sql("select * from public.subscribers where user_id = $1", [id]))[0] ?? {};
  const receipts = async ({ client }: Person) => {
    const own = client.from("payments").select("id, pence, number").order("pence");
    return (await own.throwOnError()).data;
  };
  const noticesOf = ({ id }: Person) =>
    functions().see<string[]>(
      `select coalesce(json_agg(kind order by created_at, kind), '[]') from notify.notices where user_id = $1`,
      [id],
    );

  return { sql, buyer, portal, row, receipts, noticesOf };
};
