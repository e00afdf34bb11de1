import { describe, expect, it } from "vitest";
import { dataOf, NAMES } from "#tests/security/people.ts";
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
const figures = () => dataOf<Figures>(world.rpc("admin", "admin_analytics"));

describe("admin_analytics", () => {
  it("counts what is there", async () => {
    const { seeker, rival, member, plain } = world.people;
    await world.sql(
      `insert into public.feedback (provider_id, user_id, rating, title, author_name, approved, created_at) values
        ($1, $3, 5, 'Good', 'Seeker', true, now()), ($2, $3, 4, 'Fine', 'Seeker', false, now() - interval '3 hours'),
        ($1, $4, 1, 'Bad', 'Rival', false, now() - interval '2 days')`,
      [member.id, plain.id, seeker.id, rival.id],
    );
    await world.setProfile(rival.id, "created_at = now() - interval '31 days'");
    await world.sql(
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
    const sessions = await world.count("auth.sessions");
    expect([found.active_sessions, found.sessions_24h]).toEqual([sessions - 1, sessions - 1]);
  });
});
