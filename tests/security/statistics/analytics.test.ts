import { describe, expect, it } from "vitest";
import { NAMES } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

interface Figures {
  providers: number;
  seekers: number;
  active_sessions: number;
  sessions_24h: number;
  approved_feedback: number;
  pending_feedback: number;
  new_users_30d: number;
  popular: { name: string; count: number }[];
  activity: { type: string; description: string; timestamp: string }[];
}
const figures = async (): Promise<Figures> => {
  const { data, error } = await world.people.admin.client.rpc("admin_analytics");
  if (error) throw error;
  return data as Figures;
};

describe("admin_analytics", () => {
  it("counts what is there", async () => {
    const { seeker, rival, member, plain } = world.people;
    await world.backend.db.query(
      `insert into public.feedback (provider_id, user_id, rating, title, author_name, approved, created_at) values
        ($1, $3, 5, 'Good', 'Seeker', true, now()), ($2, $3, 4, 'Fine', 'Seeker', false, now() - interval '3 hours'),
        ($1, $4, 1, 'Bad', 'Rival', false, now() - interval '2 days')`,
      [member.id, plain.id, seeker.id, rival.id],
    );
    await world.backend.db.query(
      "update public.profiles set created_at = now() - interval '31 days' where id = $1",
      [rival.id],
    );
    await world.backend.db.query(
      "update auth.sessions set created_at = now() - interval '25 hours', not_after = now() - interval '1 hour' where user_id = $1",
      [rival.id],
    );
    const found = await figures();
    expect(found).toMatchObject({
      providers: 6,
      seekers: 2,
      approved_feedback: 1,
      pending_feedback: 2,
      // One is older; the two admins signed up for nothing.
      new_users_30d: NAMES.length - 3,
    });
    const sessions = await world.see<number>("select count(*)::int from auth.sessions");
    expect([found.active_sessions, found.sessions_24h]).toEqual([sessions - 1, sessions - 1]);
  });
});
