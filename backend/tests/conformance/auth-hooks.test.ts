import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { expectSigned, hookAt, hookMetadata, startGateway } from "./auth-gateway.ts";
import { authBackend, dataOf, newEmail, PASSWORD, refused } from "./auth-people.ts";

interface Event {
  metadata: { name: string };
  user: { id: string; email: string; new_email?: string; email_confirmed_at?: string };
  email_data: Record<string, string>;
}

const gateway = perFile(startGateway);

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
    auth.hooks = {
      send_email: hookAt(gateway, "/email"),
      after_user_created: hookAt(gateway, "/created"),
    };
  });

  /** Somebody with a confirmed account and a session, by what the hook was given. */
  const joined = async () => {
    const email = newEmail();
    const client = backend.client();
    await client.auth.signUp({ email, password: PASSWORD });
    const { token } = eventFor("/email", email).email_data;
    const type = "email" as const;
    const { user } = await dataOf(client.auth.verifyOtp({ email, token: token ?? "", type }));
    if (!user) throw new Error("Not confirmed");
    return { client, email, user };
  };

  it("gets the user and what the letter is made of, signed, and nothing is mailed", async () => {
    const email = newEmail();
    const options = { data: { name: "Ada" }, emailRedirectTo: "https://site.example/welcome" };
    const { user, session } = await dataOf(
      backend.auth().signUp({ email, password: PASSWORD, options }),
    );
    expect(session).toBeNull();
    const event = eventFor("/email", email);
    expect(event).toEqual({
      metadata: hookMetadata("send-email"),
      user: expect.objectContaining({
        id: user?.id,
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
    expectSigned(got);
    const age = Number(got.headers["webhook-timestamp"]) - backend.clock.now() / 1000;
    expect(Math.abs(age)).toBeLessThan(60);

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
    const no = { error: { http_code: 403, message: "No" } };
    const failures: [number, unknown, object][] = [
      [500, {}, { status: 500, message: "Unexpected status code returned from hook: 500" }],
      [401, {}, { status: 500, message: "Hook requires authorization token" }],
      [400, {}, { status: 500, message: "Invalid payload sent to hook" }],
      [200, no, { status: 403, code: "unknown", message: "No" }],
      [200, { error: { message: "No" } }, { status: 500, message: "No" }],
    ];
    for (const [status, body, error] of failures) {
      gateway.failNext(status, body);
      expect((await signUp()).error).toMatchObject(error);
      expect(await backend.accountsWith(email)).toEqual([]);
    }
    expect(backend.errors.splice(0)).toHaveLength(4);
    expect(eventsFor("/created", email)).toEqual([]);
    expect((await signUp()).error).toBeNull();
    expect(await backend.accountsWith(email)).toHaveLength(1);

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
