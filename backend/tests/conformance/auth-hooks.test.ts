import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startGateway } from "./auth-gateway.ts";
import { authBackend, newEmail, PASSWORD, refused } from "./auth-people.ts";

const KEY = Buffer.from("a secret of some length, twice").toString("base64");

interface Event {
  metadata: { uuid: string; time: string; name: string; ip_address: string };
  user: { id: string; email: string; new_email?: string; email_confirmed_at?: string };
  email_data: Record<string, string>;
}

const gateway = perFile(startGateway);
const hookAt = (path: string) => ({
  enabled: true,
  uri: `${gateway.url}${path}`,
  secrets: `v1,whsec_${KEY}`,
});

/** What the hook at the path received about the address, oldest first. */
const eventsFor = (path: string, email: string): Event[] =>
  gateway.received
    .filter((got) => got.path === path)
    .map(({ body }) => JSON.parse(body) as Event)
    .filter(({ user }) => user.email === email);

const eventFor = (path: string, email: string): Event => {
  const [event, ...more] = eventsFor(path, email);
  if (!event || more.length > 0)
    throw new Error(`${path} heard of ${email} ${more.length} times more`);
  return event;
};

describe("the hook send_email", () => {
  const backend = authBackend((auth) => {
    auth.enableAnonymousSignIns = true;
    auth.email = { ...auth.email, enableConfirmations: true, securePasswordChange: true };
    auth.hooks = { send_email: hookAt("/email"), after_user_created: hookAt("/created") };
  });

  const rows = (email: string) =>
    backend.db.query("select id from auth.users where email = $1", [email]);

  /** Somebody with a confirmed account and a session, by what the hook was given. */
  const joined = async () => {
    const email = newEmail();
    const client = backend.client();
    await client.auth.signUp({ email, password: PASSWORD });
    const { token } = eventFor("/email", email).email_data;
    const { data } = await client.auth.verifyOtp({ email, token: token ?? "", type: "email" });
    if (!data.user) throw new Error("Not confirmed");
    return { client, email, user: data.user };
  };

  it("gets the user and what the letter is made of, signed, and nothing is mailed", async () => {
    const email = newEmail();
    const { data, error } = await backend.auth().signUp({
      email,
      password: PASSWORD,
      options: { data: { name: "Ada" }, emailRedirectTo: "https://site.example/welcome" },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    const event = eventFor("/email", email);
    expect(event).toEqual({
      metadata: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        time: expect.stringMatching(/Z$/),
        name: "send-email",
        ip_address: expect.stringMatching(/^10\./),
      },
      user: expect.objectContaining({
        id: data.user?.id,
        email,
        aud: "authenticated",
        role: "authenticated",
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: expect.objectContaining({ name: "Ada" }),
      }),
      email_data: {
        token: expect.stringMatching(/^\d{6}$/),
        token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
        redirect_to: "https://site.example/welcome",
        email_action_type: "signup",
        site_url: `${backend.url}/auth/v1`,
        token_new: "",
        token_hash_new: "",
      },
    });
    const got = gateway.received.find(({ body }) => body.includes(email));
    if (!got) throw new Error("The hook was not asked");
    const { headers, body } = got;
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signature = createHmac("sha256", Buffer.from(KEY, "base64")).update(signed);
    expect(headers["webhook-signature"]).toBe(`v1,${signature.digest("base64")}`);
    expect(
      Math.abs(Number(headers["webhook-timestamp"]) - backend.clock.now() / 1000),
    ).toBeLessThan(60);

    const { token_hash = "" } = event.email_data;
    const verify = () => backend.auth().verifyOtp({ type: "signup", token_hash });
    expect((await verify()).data.user?.email).toBe(email);
    await refused(verify(), "otp_expired");
    expect(backend.mails).toEqual([]);
    expect(await backend.db.query("select 1 from _backend.outbox")).toEqual([]);
  });

  it("fails the request when it fails, as on the platform, and leaves nothing behind", async () => {
    const email = newEmail();
    const signUp = () => backend.auth().signUp({ email, password: PASSWORD });
    const failures: [number, unknown, object][] = [
      [500, {}, { status: 500, message: "Unexpected status code returned from hook: 500" }],
      [401, {}, { status: 500, message: "Hook requires authorization token" }],
      [400, {}, { status: 500, message: "Invalid payload sent to hook" }],
      [
        200,
        { error: { http_code: 403, message: "No" } },
        { status: 403, code: "unknown", message: "No" },
      ],
      [200, { error: { message: "No" } }, { status: 500, message: "No" }],
    ];
    for (const [status, body, error] of failures) {
      gateway.failNext(status, body);
      expect((await signUp()).error).toMatchObject(error);
      expect(await rows(email)).toEqual([]);
    }
    expect(backend.errors.splice(0)).toHaveLength(4);
    expect(eventsFor("/created", email)).toEqual([]);
    expect((await signUp()).error).toBeNull();
    expect(await rows(email)).toHaveLength(1);

    gateway.failNext(500, {});
    const link = () => backend.auth().signInWithOtp({ email });
    expect((await link()).error).toMatchObject({ status: 500 });
    expect(backend.errors.splice(0)).toHaveLength(1);
    expect((await link()).error).toBeNull();
    expect(backend.mails).toEqual([]);
  });

  it("does not reveal by its failure who has an account", async () => {
    const { email } = await joined();
    gateway.failNext(500, {});
    const recover = (address: string) => backend.auth().resetPasswordForEmail(address);
    expect(await recover(email)).toEqual(await recover(newEmail("nobody")));
    await expect.poll(() => backend.errors.length).toBe(1);
    expect(backend.errors.splice(0)[0]).toMatchObject({ event: "auth.background_failed" });
  });

  it("the hook after_user_created runs for each new account once, after it exists", async () => {
    const { email, user } = await joined();
    const event = eventFor("/created", email);
    expect(event.metadata.name).toBe("after-user-created");
    expect(event.user).toMatchObject({ id: user.id, email });
    expect(event.user.email_confirmed_at).toBeUndefined();
    await backend.auth().signUp({ email, password: PASSWORD });
    await backend.auth().signInWithOtp({ email });
    expect(eventsFor("/created", email)).toHaveLength(1);

    const linked = newEmail();
    await backend.auth().signInWithOtp({ email: linked });
    await backend.admin().inviteUserByEmail(linked);
    expect(eventsFor("/created", linked)).toHaveLength(1);
    const invited = newEmail();
    await backend.admin().inviteUserByEmail(invited);
    expect(eventsFor("/created", invited)).toHaveLength(1);
    const { data } = await backend.auth().signInAnonymously();
    expect(eventsFor("/created", "").map(({ user: { id } }) => id)).toEqual([data.user?.id]);
    // The operator's own actions are reported to nobody, as on the platform.
    const made = newEmail();
    await backend.admin().createUser({ email: made });
    expect(eventsFor("/created", made)).toEqual([]);
  });
});
