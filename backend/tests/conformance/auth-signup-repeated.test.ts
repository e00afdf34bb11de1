import { describe, expect, it } from "vitest";
import { accepted, authBackend, fragmentOf, newEmail, PASSWORD } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.additionalRedirectUrls = ["https://*.preview.example/**", "myapp://callback"];
  auth.email.maxFrequency = 60;
});

describe("signing up more than once before confirming", () => {
  /** Signs up and gives the link of the mail; the pause between two mails is over afterwards. */
  const linkOf = async (email: string, password: string, name: string): Promise<URL> => {
    const client = backend.client();
    await accepted(client.auth.signUp({ email, password, options: { data: { name } } }));
    backend.clock.advance(61);
    return backend.linkTo(email);
  };
  const signIn = (email: string, password: string) => backend.signIn(email, password);
  const nameOf = async (landed: URL) => {
    const { access_token } = fragmentOf(landed);
    return (await backend.auth().getUser(access_token)).data.user?.user_metadata.name;
  };
  const REFUSED = { code: "invalid_credentials" };

  it("confirms by each link the sign-up that it was sent for, even after others", async () => {
    const email = newEmail();
    const own = await linkOf(email, PASSWORD, "Alice");
    const strangers = [
      await linkOf(email, "a stranger's choice", "Mallory"),
      await linkOf(email, "a stranger's choice", "Mallory"),
    ];
    expect(await nameOf(await backend.follow(own))).toBe("Alice");
    for (const link of strangers) {
      expect(fragmentOf(await backend.follow(link)).error_code).toBe("otp_expired");
    }
    expect((await signIn(email, "a stranger's choice")).error).toMatchObject(REFUSED);
  });

  it("sets nobody's password where two were chosen, whichever link is followed", async () => {
    for (const follows of [0, 1]) {
      const email = newEmail();
      const links = [
        await linkOf(email, "attacker's choice", "Mallory"),
        await linkOf(email, PASSWORD, "Alice"),
      ];
      const landed = await backend.follow(links[follows] as URL);
      expect(await nameOf(landed)).toBe(["Mallory", "Alice"][follows]);
      for (const password of ["attacker's choice", PASSWORD]) {
        expect((await signIn(email, password)).error).toMatchObject(REFUSED);
      }
      // The reader of the mails chooses one.
      const { client: owner } = await backend.entered(landed);
      expect((await owner.auth.updateUser({ password: "the owner's own" })).error).toBeNull();
      expect((await signIn(email, "the owner's own")).error).toBeNull();
    }
  });

  it("keeps the password of a repeated sign-up, and the newest once links have expired", async () => {
    const [again, later] = [newEmail(), newEmail()];
    await linkOf(again, PASSWORD, "Alica");
    expect(await nameOf(await backend.follow(await linkOf(again, PASSWORD, "Alice")))).toBe(
      "Alice",
    );
    expect((await signIn(again, PASSWORD)).error).toBeNull();

    const early = await linkOf(later, "attacker's choice", "Mallory");
    backend.clock.advance(3600);
    const link = await linkOf(later, PASSWORD, "Alice");
    expect(fragmentOf(await backend.follow(early)).error_code).toBe("otp_expired");
    expect(await nameOf(await backend.follow(link))).toBe("Alice");
    expect((await signIn(later, PASSWORD)).error).toBeNull();
  });

  it("accepts the first link also after the mail was sent again, once of many at a time", async () => {
    const email = newEmail();
    const link = await linkOf(email, PASSWORD, "Alice");
    await backend.auth().resend({ type: "signup", email });
    await backend.mailsArrived(email, 2);
    const again = backend.linkTo(email);
    const landed = await Promise.all([1, 2, 3].map(() => backend.follow(link)));
    expect(landed.filter(({ hash }) => hash.includes("access_token"))).toHaveLength(1);
    expect(fragmentOf(await backend.follow(again)).error_code).toBe("otp_expired");
    expect((await signIn(email, PASSWORD)).data.user?.user_metadata.name).toBe("Alice");
  });
});
