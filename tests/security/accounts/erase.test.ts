import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Person } from "#tests/functions.ts";
import { leavingPeople } from "#tests/security/functions-leaving-people.ts";
import { allowed, postJob, refused } from "#tests/security/people.ts";
import { PIXEL } from "#tests/security/picture-acts.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();
beforeEach(() => tidyPost());

const { sql, asServer, leave, graceIsOver, signIn, rowsOf, tidyPost } = leavingPeople(
  () => functions,
);

describe("erase-accounts", () => {
  it("never removes the picture that an admin gave to another person", async () => {
    const owner = await functions.person("provider", "pictured");
    const thief = await functions.person("client", "envious");
    const address = "/storage/v1/object/public/business_logos/providers/given.png";
    await sql(
      "insert into storage.objects (bucket_id, name) values ('business_logos', 'providers/given.png')",
    );
    const give = (person: Person, url: string | null) =>
      functions.setProfile(person, "profile_image_url = $2", url);
    const files = (person: Person) =>
      functions.see(
        `select count(*)::int from jsonb_array_elements(public.account_files($1)) as file
         where file ->> 'bucket' = 'business_logos'`,
        [person.id],
      );
    await give(owner, address);
    expect(await files(owner)).toBe(1);
    for (const url of [address, `https://elsewhere.example${address}`, `${address}?v=1`]) {
      const stolen = { profile_image_url: url };
      await refused(thief.client.from("profiles").update(stolen).eq("id", thief.id), "400 23514");
    }
    for (const url of [address, "https://elsewhere.example/providers/given.png"]) {
      await give(thief, url);
      expect(await files(thief)).toBe(0);
    }
    await give(owner, null);
    expect(await files(thief)).toBe(0);
  });

  it("erases files, rows and the sign-in, once, and keeps other people's averages", async () => {
    const leaver = await functions.person("client", "leaver");
    const provider = await functions.person("provider", "reviewed");
    await functions.join(provider);
    await leaver.client
      .from("feedback")
      .insert({ provider_id: provider.id, user_id: leaver.id, rating: 3, title: "Fair" });
    await postJob(leaver);
    const picture = new Blob([PIXEL], { type: "image/png" });
    const avatars = leaver.client.storage.from("avatars");
    await allowed(avatars.upload(`${leaver.id}/avatar.png`, picture, { contentType: "image/png" }));
    // Mail about signing in: one that was sent, one to an address not yet confirmed, one that waits, and another person's.
    await sql("update auth.users set email_change = 'leaver.new@people.example' where id = $1", [
      leaver.id,
    ]);
    await sql(
      `insert into _backend.outbox (recipient, mail, created_at, next_attempt_at, delivered_at) values
         (upper($1), null, now(), now(), now()), ('leaver.new@people.example', null, now(), now(), now()),
         ($1, '{}', now(), now() + interval '1 day', null), ($2, null, now(), now(), now())`,
      [leaver.email, provider.email],
    );
    await leave(leaver);
    await graceIsOver(leaver);
    functions.post.mails.length = 0;
    const responses = await Promise.all([1, 2, 3].map(() => asServer("erase-accounts")));
    expect(responses.reduce((sum, { erased }) => sum + Number(erased), 0)).toBe(1);
    expect(await rowsOf(leaver)).toBe(0);
    const traces = await sql<{ table: string }>(
      `select 'profiles' as table from public.profiles where id = $1
       union all select 'jobs' from public.jobs where user_id = $1
       union all select 'consents' from public.consents where user_id = $1
       union all select 'deletions' from public.account_deletions where user_id = $1
       union all select 'objects' from storage.objects where name like $1::text || '/%'
       union all select 'audit' from auth.audit_log_entries where payload ->> 'actor_id' = $1::text
       union all select 'outbox' from _backend.outbox
         where lower(recipient) in (lower($2), 'leaver.new@people.example')`,
      [leaver.id, leaver.email],
    );
    expect(traces).toEqual([]);
    const others = await sql("select from _backend.outbox where recipient = $1", [provider.email]);
    expect(others).not.toEqual([]);
    expect((await signIn(leaver)).error?.code).toBe("invalid_credentials");
    expect(
      await sql("select author_name, user_id, rating from public.feedback where provider_id = $1", [
        provider.id,
      ]),
    ).toEqual([{ author_name: "Former member", user_id: null, rating: 3 }]);
    const [listed] = await sql(
      "select rating_average::float as average, rating_count as count from public.public_providers where id = $1",
      [provider.id],
    );
    expect(listed).toEqual({ average: 3, count: 1 });
    await asServer("deliver-notices");
    expect(
      functions.post.mails.map(({ to, subject }) => [to?.[0]?.address, subject]),
    ).toContainEqual([leaver.email, "Your Solutionz account has been deleted"]);
  });

  it("continues where it was killed, and the person cannot return half erased", async () => {
    const person = await functions.person("client", "halfway");
    await leave(person);
    await graceIsOver(person);
    // As if it had died right after claiming.
    await functions.service.rpc("take_deletions", { p_limit: 5 });
    expect((await signIn(person)).error?.code).toBe("user_banned");
    expect(await asServer("erase-accounts")).toEqual({ erased: 0, failed: 0 });
    await sql("update public.account_deletions set claimed_until = now()");
    expect(await asServer("erase-accounts")).toEqual({ erased: 1, failed: 0 });
    expect(await rowsOf(person)).toBe(0);
  });

  it("postpones an account that cannot be erased, says why, and erases the others", async () => {
    const stuck = await functions.person("provider", "stuck");
    const free = await functions.person("client", "free");
    for (const person of [stuck, free]) {
      await leave(person);
      await graceIsOver(person);
    }
    await functions.join(stuck);
    await functions.setMembership(stuck, "payment_subscription = 'sub_x'");
    const address = functions.env.STRIPE_API_URL;
    functions.env.STRIPE_API_URL = "http://127.0.0.1:1";
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await asServer("erase-accounts")).toEqual({ erased: 1, failed: 1 });
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    functions.env.STRIPE_API_URL = address;
    expect([await rowsOf(stuck), await rowsOf(free)]).toEqual([1, 0]);
    const [row] = await sql(
      "select last_error, claimed_until > now() as waits from public.account_deletions where user_id = $1",
      [stuck.id],
    );
    expect(row).toEqual({ last_error: expect.stringContaining("connection"), waits: true });
  });
});
