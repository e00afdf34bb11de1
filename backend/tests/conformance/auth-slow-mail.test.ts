import { expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  clientAt,
  mailsTo,
  newEmail,
  operatorOf,
  PASSWORD,
  signedUp,
  startAuth,
} from "./auth-people.ts";

const backend = perFile(() =>
  startAuth((auth) => {
    auth.email.maxFrequency = 60;
  }),
);

it("nobody waits for a slow mail server, and each mail leaves once", async () => {
  const known = await signedUp(backend);
  const mover = await signedUp(backend);
  const server = Promise.withResolvers<void>();
  backend.mailServer.slow = server.promise;
  const addresses = Array.from({ length: 20 }, () => newEmail("slow"));
  const moved = newEmail("moved");
  const invited = newEmail("invited");
  const responses = await Promise.all([
    ...addresses.map((email) => clientAt(backend).auth.signUp({ email, password: PASSWORD })),
    clientAt(backend).auth.resetPasswordForEmail(known.email),
    clientAt(backend).auth.signInWithOtp({ email: newEmail("magic") }),
    mover.client.auth.updateUser({ email: moved }),
    operatorOf(backend).auth.admin.inviteUserByEmail(invited),
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
        return mailsTo(backend, email).length;
      })
      .toBe(1);
  }
});
