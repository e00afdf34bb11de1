import { describe, expect, it } from "vitest";
import { newPhone } from "./auth-gateway.ts";
import { accepted, authBackend, newEmail, PASSWORD, refused } from "./auth-people.ts";

describe("hooks of the database", () => {
  const MIGRATION = `
    create table public.letters (kind text, code text);
    create function public.send_email(event jsonb) returns jsonb language plpgsql as $$
    begin
      insert into public.letters
        values (event -> 'email_data' ->> 'email_action_type', event -> 'email_data' ->> 'token');
      if event -> 'user' ->> 'email' like 'broken%' then raise exception 'broken'; end if;
      return '{}';
    end $$;
    create function public.created(event jsonb) returns jsonb language sql as $$
      select case when exists (select 1 from auth.users where id::text = event -> 'user' ->> 'id')
          and event -> 'user' ->> 'phone' <> '' then '{"error": {"http_code": 409, "message": "Seen"}}'::jsonb
        else '{}' end
    $$;`;
  const backend = authBackend(
    (auth) => {
      auth.sms.enableSignup = true;
      const at = (name: string) => ({
        enabled: true,
        uri: `pg-functions://postgres/public/${name}`,
        secrets: null,
      });
      auth.hooks = { send_email: at("send_email"), after_user_created: at("created") };
    },
    { prepare: (db) => db.query(MIGRATION) },
  );

  it("write within the transaction that calls them, or not at all", async () => {
    const email = newEmail();
    const client = backend.client();
    expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull();
    const [sent, ...more] = await backend.db.query<{ kind: string; code: string }>(
      "select kind, code from public.letters",
    );
    expect([sent?.kind, more]).toEqual(["signup", []]);
    await accepted(client.auth.verifyOtp({ email, token: sent?.code ?? "", type: "email" }));

    const broken = newEmail("broken");
    const { error } = await client.auth.signUp({ email: broken, password: PASSWORD });
    const message = "Error running hook URI: pg-functions://postgres/public/send_email";
    expect(error).toMatchObject({ status: 500, message });
    expect(backend.errors.splice(0)).toHaveLength(1);
    expect(await backend.accountsWith(broken)).toEqual([]);
    expect(await backend.db.query("select 1 from public.letters")).toHaveLength(1);
    expect(backend.mails).toEqual([]);
  });

  it("after_user_created fails the request, and the account stays", async () => {
    const phone = newPhone();
    await refused(backend.auth().signUp({ phone, password: PASSWORD }), "unknown", 409, "Seen");
    const row = "select 1 from auth.users where phone = $1";
    expect(await backend.db.query(row, [phone])).toHaveLength(1);
  });
});
