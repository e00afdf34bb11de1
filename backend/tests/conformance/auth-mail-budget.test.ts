import { afterEach, describe, expect, it } from "vitest";
import { accepted, authBackend, newEmail, PASSWORD, refused } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.email.maxFrequency = 60;
  Object.assign(auth.rateLimit, { emailSent: 12, emailSentPerNetwork: 8, signInSignUps: 20 });
});
/** Every test starts with an hour without requests. */
afterEach(() => backend.clock.advance(7200));

const at = (ip: string) => backend.client({ ip }).auth;
const signUp = async (ip: string, email = newEmail()) => {
  const { error } = await at(ip).signUp({ email, password: PASSWORD });
  return { email, code: error?.code ?? "signed up" };
};
const recover = async (ip: string, email: string) =>
  (await at(ip).resetPasswordForEmail(email)).error?.code ?? "sent";

/** Asks so often, with the pause between two mails, and gives how many were sent. */
const sentTo = async (email: string, ip: string, count: number) => {
  let sent = 0;
  for (let index = 0; index < count; index += 1) {
    if ((await recover(ip, email)) === "sent") sent += 1;
    backend.clock.advance(61);
  }
  return sent;
};

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("where networks have limits", () => {
  it("a flood of recovery requests prevents nobody from signing up or recovering", async () => {
    const known = await backend.signedUp();
    backend.clock.advance(3700);
    const outcomes = await times(18 * 10, (index) =>
      recover(`198.${index % 18}.100.7`, newEmail("nobody")),
    );
    expect(outcomes.filter((code) => code === "sent")).toHaveLength(18 * 8);
    const person = await signUp("203.0.113.5");
    expect(person.code).toBe("signed up");
    await backend.mailsArrived(person.email, 1);
    expect(await recover("203.0.113.5", known.email)).toBe("sent");
    await backend.mailsArrived(known.email, 2);
  });

  it("no stranger can prevent an address's owner from signing up", async () => {
    const email = newEmail();
    const tried = await times(20, () => signUp("198.51.100.7", email));
    expect(tried.filter(({ code }) => code === "signed up")).toHaveLength(1);
    backend.clock.advance(61);
    expect((await signUp("203.0.113.5", email)).code).toBe("signed up");
  });

  it("no stranger uses up the mails of an address, and three of them send no more than 18", async () => {
    const { email } = await backend.signedUp();
    backend.clock.advance(3700);
    expect(await sentTo(email, "198.51.100.7", 9)).toBe(6);
    expect(await sentTo(email, "2001:db8:1:1::1", 5)).toBe(5);
    expect(await sentTo(email, "2001:db8:1:2::1", 5)).toBe(1);
    expect(await sentTo(email, "203.0.113.5", 8)).toBe(6);
    expect(await sentTo(email, "192.0.2.1", 2)).toBe(0);
  });

  it("one network has an address mailed 20 times a day, and leaves its owner's requests alone", async () => {
    const { email } = await backend.signedUp();
    let sent = 0;
    for (let hour = 0; hour < 5; hour += 1) {
      backend.clock.advance(3700);
      sent += await sentTo(email, "198.51.100.7", 6);
    }
    expect(sent).toBe(20);
    expect(await recover("203.0.113.5", email)).toBe("sent");
    backend.clock.advance(86_400);
    expect(await recover("198.51.100.7", email)).toBe("sent");
  });

  it("a change of address counts at the new one too, of which a resend says nothing", async () => {
    const [one, two] = [await backend.signedUp(), await backend.signedUp()];
    const stranger = newEmail("stranger");
    const change = ({ client }: typeof one) => client.auth.updateUser({ email: stranger });
    await accepted(change(one));
    await refused(change(two), "over_email_send_rate_limit");
    backend.clock.advance(61);
    await accepted(change(two));
    const resend = ({ email }: typeof one) =>
      accepted(backend.auth().resend({ type: "email_change", email }));
    await resend(one);
    backend.clock.advance(61);
    await resend(two);
    await backend.mailsArrived(stranger, 3);
    expect(backend.mailsTo(one.email)).toHaveLength(2);
  });

  it("a network is /24 of IPv4, /64 of IPv6 and, for ten times as much, its /48", async () => {
    const recoveries = (count: number, ip: (index: number) => string) =>
      times(count, (index) => recover(ip(index), newEmail("nobody")));
    const countSent = (codes: string[]) => codes.filter((code) => code === "sent").length;
    expect(countSent(await recoveries(20, (index) => `192.0.2.${index}`))).toBe(8);
    expect(countSent(await recoveries(20, (index) => `2001:db8:1:1::${index + 1}`))).toBe(8);
    const everywhere = await recoveries(120, (index) => `2001:db8:2:${index.toString(16)}::1`);
    expect(countSent(everywhere)).toBe(80);
  });

  it("treats known and unknown addresses the same in every respect", async () => {
    const people = await times(9, () => backend.signedUp());
    backend.clock.advance(3700);
    const known = await times(10, (index) =>
      recover("192.0.2.9", people[index]?.email ?? newEmail("nobody")),
    );
    const unknown = await times(10, () => recover("192.0.3.9", newEmail("nobody")));
    expect(known.toSorted()).toEqual(unknown.toSorted());
  });

  it("mails above the project's limit are sent later, except a network's first; no response shows it", async () => {
    const flood: Awaited<ReturnType<typeof signUp>>[] = [];
    for (let index = 0; index < 24; index += 1)
      flood.push(await signUp(`10.77.${Math.floor(index / 8)}.1`));
    expect(new Set(flood.map(({ code }) => code))).toEqual(new Set(["signed up"]));
    const arrived = () => flood.map(({ email }) => backend.mailsTo(email).length).join("");
    // Twelve in all, and the first five of each network.
    expect(arrived()).toBe("111111111111100011111000");
    const person = await signUp("10.78.0.1");
    await backend.mailsArrived(person.email, 1);
    backend.clock.advance(3601);
    await backend.outbox.deliverDue();
    expect(arrived()).toBe("1".repeat(24));
  });
});
