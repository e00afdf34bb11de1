import { beforeEach, describe, expect, it } from "vitest";
import { PASSWORD } from "#tests/functions.ts";
import { leavingPeople } from "#tests/security/functions-leaving-people.ts";
import { allowed, postJob, requireSecondStep } from "#tests/security/people.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();
beforeEach(() => tidyPost());

const { sql, asServer, leave, provenAgo, graceIsOver, signIn, statusOf, isListed, tidyPost } =
  leavingPeople(() => functions);

describe("delete-account", () => {
  it("needs the word, and a proof that is no older than what a new second factor needs", async () => {
    const person = await functions.person("client", "careful");
    expect(await leave(null)).toMatchObject({ status: 401 });
    for (const confirmation of ["delete", "", 1, null]) {
      expect(await leave(person, { confirmation })).toMatchObject({
        status: 400,
        body: { code: "deletion_not_confirmed" },
      });
    }
    const enrol = async () => (await person.client.auth.mfa.enroll({ factorType: "totp" })).error;
    await provenAgo(person, 310);
    const STALE = { code: "reauthentication_needed" };
    expect(await leave(person)).toMatchObject({ status: 403, body: STALE });
    expect(await enrol()).toMatchObject(STALE);
    expect(await sql("select from public.account_deletions")).toEqual([]);
    await provenAgo(person, 290);
    expect(await enrol()).toBeNull();
    expect((await leave(person)).status).toBe(200);
  });

  it("accepts the proof that the authentication service accepted, and no recovery link for one", async () => {
    const person = await functions.person("client", "proves");
    await provenAgo(person, 900);
    await allowed(person.client.auth.updateUser({ current_password: PASSWORD }));
    await sql(
      `update auth.mfa_amr_claims c set authentication_method = 'recovery'
         from auth.sessions s where s.id = c.session_id and s.user_id = $1`,
      [person.id],
    );
    expect(await leave(person)).toMatchObject({ body: { code: "reauthentication_needed" } });
    await person.client.auth.updateUser({ current_password: PASSWORD });
    expect((await leave(person)).status).toBe(200);
  });

  it("requires the two-step code where there is one", async () => {
    const person = await functions.person("client", "twice");
    await requireSecondStep(functions.backend, person.id);
    expect(await leave(person)).toMatchObject({ body: { code: "not_signed_in" } });
  });

  it("hides, closes, signs out and sends a mail; repeated, it returns the same day", async () => {
    const client = await functions.person("client", "poster");
    const provider = await functions.person("provider", "listed");
    await functions.join(provider);
    const job = await postJob(client);
    const closed = await postJob(client);
    await client.client.from("jobs").update({ status: "closed" }).eq("id", closed);
    expect(await isListed(provider)).toBe(true);
    const { body } = await leave(client);
    expect((Date.parse(body.eraseAfter ?? "") - Date.now()) / 86_400_000).toBeCloseTo(14, 2);
    await leave(provider);
    expect(await isListed(provider)).toBe(false);
    expect(await statusOf(job)).toBe("closed");
    expect(await leave(client)).toMatchObject({ status: 401 });
    const again = await functions.service.rpc("schedule_deletion", { p_user: client.id });
    expect(Date.parse(again.data ?? "")).toBe(Date.parse(body.eraseAfter ?? ""));
    // An admin's switch does not list somebody who leaves.
    await functions.setProfile(provider, "is_visible = true");
    expect(await isListed(provider)).toBe(false);
    await asServer("deliver-notices");
    expect(functions.post.mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual(
      expect.arrayContaining([
        [
          client.email,
          expect.stringMatching(/^Your Solutionz account will be deleted on \d+ \w+ \d{4}$/),
        ],
        [provider.email, expect.stringMatching(/will be deleted on/)],
      ]),
    );
    expect(functions.post.mails).toHaveLength(2);
    // Three days before the end they get one more mail, only one.
    const remind = () => sql("select notify.send_deletion_reminders()");
    const reminded = async () =>
      (await sql("select from notify.notices where kind = 'deletion_soon'")).length;
    await remind();
    expect(await reminded()).toBe(0);
    await sql(
      "update public.account_deletions set erase_after = now() + interval '71 hours' where user_id = $1",
      [client.id],
    );
    for (let time = 0; time < 2; time += 1) await remind();
    expect(await reminded()).toBe(1);
    await asServer("deliver-notices");
    expect(functions.post.mails.at(-1)).toMatchObject({
      to: [{ address: client.email }],
      subject: "Last days to keep your Solutionz account",
    });
    // Not yet: the grace is not over.
    expect(await asServer("erase-accounts")).toEqual({ erased: 0, failed: 0 });

    // Signing in cancels, gives everything back as it was, and says so once.
    functions.post.mails.length = 0;
    for (const person of [client, provider]) await allowed(signIn(person));
    expect(await isListed(provider)).toBe(true);
    expect([await statusOf(job), await statusOf(closed)]).toEqual(["open", "closed"]);
    expect((await client.client.rpc("deletion_cancelled")).data).toBe(true);
    expect((await client.client.rpc("deletion_cancelled")).data).toBe(false);
    await graceIsOver(provider);
    expect(await asServer("erase-accounts")).toEqual({ erased: 0, failed: 0 });
    await sql(
      "update public.account_deletions set cancelled_at = now(), erase_after = now() + interval '1 day' where user_id = $1",
      [provider.id],
    );
    await remind();
    await asServer("deliver-notices");
    const subject = "We've kept your Solutionz account";
    expect(functions.post.mails.map((mail) => mail.subject)).toEqual([subject, subject]);
  });

  it("keeps a person hidden whom an admin hid meanwhile, also when they stay", async () => {
    const person = await functions.person("provider", "hid");
    await functions.join(person);
    await leave(person);
    await functions.setProfile(person, "is_visible = false");
    await signIn(person);
    expect(await isListed(person)).toBe(false);
  });

  it("keeps the last admin, also when two leave at once", async () => {
    const one = await functions.person("admin", "one");
    const message =
      "The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.";
    const LAST = { status: 409, body: { message } };
    expect(await leave(one)).toMatchObject(LAST);
    const two = await functions.person("admin", "two");
    expect((await leave(one)).status).toBe(200);
    expect(await leave(two)).toMatchObject(LAST);
    // The other one is deactivated meanwhile: whoever leaves is the last, and can still sign in.
    await functions.setProfile(two, "is_active = false");
    await graceIsOver(one);
    expect(await asServer("erase-accounts")).toEqual({ erased: 0, failed: 0 });
    await allowed(signIn(one));
  });
});
