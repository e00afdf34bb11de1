import { describe, expect, it } from "vitest";
import { deleteExpiredRows } from "#backend/auth/housekeeping.ts";
import { authBackend, PASSWORD } from "./auth-people.ts";

/** Passwords are guessed at by account and network: nobody locks an account for somebody else. */
const backend = authBackend((auth) => {
  auth.rateLimit.signInSignUps = 9;
  auth.rateLimit.tokenRefresh = 1000;
  auth.requireCurrentPassword = true;
});

let networks = 0;
/** A network of IPv4 that nobody was in before. */
const newNetwork = () => {
  networks += 1;
  return `172.16.${networks}`;
};
const scattered = () => `${newNetwork()}.1`;

/** One network's addresses in turn. */
const hostsOf = (network: string) => {
  let host = 0;
  return () => {
    host += 1;
    return `${network}${host}`;
  };
};

const signIn = async (...attempt: [email: string, password: string, ip: string]) => {
  const { status, headers, body } = await backend.attempt(...attempt);
  return { status, retryAfter: headers.get("retry-after"), message: body.msg };
};

/** Guesses until it is refused; returns how many were checked. */
const guessFrom = async (email: string, ip: () => string, most = 40): Promise<number> => {
  for (let guess = 0; guess < most; guess += 1) {
    const { status } = await signIn(email, `guess ${guess}`, ip());
    if (status === 429) return guess;
  }
  return most;
};

describe("wrong passwords", () => {
  it("slow down their network, and say for how long", async () => {
    const email = await backend.account();
    const net = newNetwork();
    const anyHost = hostsOf(`${net}.`);
    expect(await guessFrom(email, anyHost)).toBe(3);
    expect(await signIn(email, PASSWORD, `${net}.200`)).toEqual({
      status: 429,
      retryAfter: "60",
      message: "Too many attempts. Please wait 1 minute before trying again.",
    });
    backend.clock.advance(61);
    expect(await guessFrom(email, anyHost)).toBe(1);
    // Everybody else's network is as it was.
    expect((await signIn(email, PASSWORD, scattered())).status).toBe(200);
  });

  it("count an IPv6 network as one", async () => {
    const email = await backend.account();
    expect(await guessFrom(email, hostsOf("2001:db8:7:7::"))).toBe(3);
    expect((await signIn(email, PASSWORD, "2001:db8:7:8::1")).status).toBe(200);
  });

  it("from many networks are bounded too, but do not slow people who signed in before", async () => {
    const email = await backend.account();
    const home = newNetwork();
    expect((await signIn(email, PASSWORD, `${home}.1`)).status).toBe(200);
    expect(await guessFrom(email, scattered)).toBe(9);
    // A network that nobody guessed from waits seconds, not for the end of a window.
    const elsewhere = scattered();
    expect(await signIn(email, PASSWORD, elsewhere)).toMatchObject({
      status: 429,
      retryAfter: "20",
      message: "Too many attempts. Please wait 20 seconds before trying again.",
    });
    expect((await signIn(email, PASSWORD, `${home}.77`)).status).toBe(200);
    backend.clock.advance(21);
    expect((await signIn(email, PASSWORD, elsewhere)).status).toBe(200);
    // In an hour of guessing from everywhere: one every twenty seconds.
    backend.clock.advance(3600);
    expect(await guessFrom(email, scattered)).toBe(9);
    let looked = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      backend.clock.advance(60);
      looked += await guessFrom(email, scattered);
    }
    expect(looked).toBe(30);
  });

  it("leave the other roads open while they go on", async () => {
    const { client, email } = await backend.signedUp();
    await guessFrom(email, scattered);
    backend.clock.advance(61);
    const attempt = { body: { email }, ip: scattered() };
    expect((await backend.raw("POST", "/recover", attempt)).status).toBe(200);
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it("of a session's own password check are counted with those of the login", async () => {
    const { client, email } = await backend.signedUp();
    const guess = () => client.auth.updateUser({ current_password: "a guess" });
    const codes: (string | undefined)[] = [];
    for (let round = 0; round < 10; round += 1) codes.push((await guess()).error?.code);
    expect(codes).toEqual([...Array(9).fill("invalid_credentials"), "over_request_rate_limit"]);
    expect((await signIn(email, PASSWORD, scattered())).status).toBe(200);
  });

  it("cost no hash once they are refused", async () => {
    const email = await backend.account();
    const ip = scattered();
    await guessFrom(email, () => ip);
    const hashes = await backend.db.query(
      "update auth.users set encrypted_password = 'no hash' where email = $1 returning id",
      [email],
    );
    expect(hashes).toHaveLength(1);
    expect((await signIn(email, PASSWORD, ip)).status).toBe(429);
  });
});

it("remembers the newest networks of an account, unreadably, for some months", async () => {
  const email = await backend.account();
  for (let visit = 0; visit < 25; visit += 1) {
    backend.clock.advance(60);
    expect((await signIn(email, PASSWORD, scattered())).status).toBe(200);
  }
  const guessRows = () =>
    backend.db.query<{ row: string }>(
      `select n::text as row from _backend.auth_known_networks n
        where user_id = (select id from auth.users where email = $1)`,
      [email],
    );
  const rows = await guessRows();
  expect(rows).toHaveLength(20);
  expect(rows.filter(({ row }) => row.includes("172.16"))).toEqual([]);
  backend.clock.advance(91 * 24 * 3600);
  const { core } = backend;
  await deleteExpiredRows({ core, config: core.project.config.auth } as Parameters<
    typeof deleteExpiredRows
  >[0]);
  expect(await guessRows()).toEqual([]);
});
