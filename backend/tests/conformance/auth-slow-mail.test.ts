import { expect, it } from "vitest";
import { authBackend, newEmail, PASSWORD } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.email.maxFrequency = 60;
});

it("nobody waits for a slow mail server, and each mail leaves once", async () => {
  const known = await backend.signedUp();
  const mover = await backend.signedUp();
  const server = Promise.withResolvers<void>();
  backend.mailServer.slow = server.promise;
  const addresses = Array.from({ length: 20 }, () => newEmail("slow"));
  const moved = newEmail("moved");
  const invited = newEmail("invited");
  const responses = await Promise.all([
    ...addresses.map((email) => backend.auth().signUp({ email, password: PASSWORD })),
    backend.auth().resetPasswordForEmail(known.email),
    backend.auth().signInWithOtp({ email: newEmail("magic") }),
    mover.client.auth.updateUser({ email: moved }),
    backend.admin().inviteUserByEmail(invited),
  ]);
  // The mail server has not responded yet. For how long callers wait: `outbox.test.ts`.
  for (const { error } of responses) expect(error).toBeNull();
  for (const { id } of await backend.db.query<{ id: string }>(
    "select id from _backend.outbox where claimed_until is not null offset 5",
  ))
    expect(id, "claimed while five others are being sent").toBe("");

  // Later the worker sends what no connection was free for, and nothing twice.
  server.resolve();
  backend.clock.advance(10);
  for (const email of [...addresses, moved, invited]) {
    await expect
      .poll(async () => {
        await backend.outbox.deliverDue();
        return backend.mailsTo(email).length;
      })
      .toBe(1);
  }
});
