import { type Name, rows, type World } from "#tests/security/people.ts";

/** Gives feedback to the member, as somebody. */
export const feedbackActs = (worldOf: () => World) => {
  const insert = (who: Name, more: Record<string, unknown> = {}) => {
    const { people } = worldOf();
    const row = {
      rating: 5,
      title: "Good",
      user_id: people[who].id,
      provider_id: people.member.id,
    };
    return people[who].client.from("feedback").insert({ ...row, ...more });
  };
  return {
    insert,
    async give(who: Name, more = {}): Promise<string> {
      const [row] = await rows<{ id: string }>(insert(who, more).select("id"));
      return row?.id ?? "";
    },
  };
};
