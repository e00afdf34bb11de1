import { beforeAll, expect, it } from "vitest";
import type { Person } from "#tests/functions.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();
let claimant: Person;
let business = "";
beforeAll(async () => {
  claimant = await functions.person("client", "clara");
  const [made] = await functions.sql<{ id: string }>(
    "insert into public.businesses (business_name, business_email) values ('Ann <b> & Sons', 'own@sons.example') returning id",
  );
  business = made?.id ?? "";
});

it("asks the business about the person's own claim, once, and reveals nothing about it", async () => {
  const notify = async (person: Person | null, body: unknown) => {
    const response = await functions.callAs("claim-notify", person, body);
    return `${response.status} ${await response.text()}`;
  };
  expect(await notify(null, { businessId: business })).toMatch(/^401 /);
  for (const body of [{}, { businessId: 7 }, { businessId: "x' or true --" }, []]) {
    expect(await notify(claimant, body)).toMatch(/^400 /);
  }
  expect(await notify(claimant, { businessId: business })).toMatch(/^404 .*no_such_claim/);
  expect(await notify(claimant, { businessId: crypto.randomUUID() })).toMatch(/^404 /);

  const claimed = await claimant.client.rpc("claim_business", { business_id: business });
  expect(claimed.data).toBe("pending");
  expect(await notify(claimant, { businessId: business })).toBe('200 {"emailed":true}');
  expect(await notify(claimant, { businessId: business })).toBe('200 {"emailed":true}');
  const other = await functions.person("client", "olga");
  expect(await notify(other, { businessId: business })).toMatch(/^404 /);

  await functions.asServer("deliver-notices");
  const mails = functions.post.mails.filter(({ to }) => to?.[0]?.address === "own@sons.example");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.html).toContain("Ann &lt;b&gt; &amp; Sons");
  expect(mails[0]?.text).not.toContain(claimant.email);
  const key = /answer=([0-9a-f]{64})/.exec(mails[0]?.text ?? "")?.[1];
  const answered = await other.client.rpc("answer_claim", { link_key: key ?? "", confirm: true });
  expect(answered.data).toBe("approved");
  expect(await notify(claimant, { businessId: business })).toBe('200 {"emailed":false}');
});
