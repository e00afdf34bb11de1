import { dataOf, type Name, type World } from "#tests/security/people.ts";

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
    give: async (who: Name, more = {}): Promise<string> =>
      (await dataOf<{ id: string }>(insert(who, more).select("id").single())).id,
    /** Whoever is reviewed replies. */
    reply: (who: Name, feedback_id: string, more: Record<string, unknown> = {}) => {
      const row = { feedback_id, provider_id: worldOf().people[who].id, reply_text: "Thank you" };
      return worldOf()
        .from(who, "feedback_replies")
        .insert({ ...row, ...more });
    },
    /** Whether feedback is published at once, as always elsewhere, or after approval. */
    publish: (when: "at once" | "after approval") =>
      worldOf().sql(
        "update public.site_settings set value = to_jsonb($1::text) where key = 'feedback_publication'",
        [when],
      ),
  };
};
