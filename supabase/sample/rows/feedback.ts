import { DAY, nationOf, type Person, people } from "../people.ts";
import { chanceOf, idOf } from "../seeded-random.ts";
import { feedback } from "../written.ts";

const at = (time: number): string => new Date(time).toISOString();

/** A moderator gets round to feedback in this many days, as a rule. */
const MODERATED_AFTER_DAYS = 8;

/** How many of the clients who gave feedback had hired the provider here. */
const HIRED = 0.6;

/**
 * Feedback with its replies and the hires that it is about, of jobs that their posters have deleted since. Authors are distributed: from the same nation where possible, already signed up,
 * once for each provider, and evenly.
 */
export const feedbackRows = (now: number) => {
  const authored = new Map<string, number>();
  const rank = (author: Person, provider: Person) =>
    (authored.get(author.id) ?? 0) * (author.type === "client" ? 1 : 2.5) +
    (nationOf(author.town) === nationOf(provider.town) ? 0 : 8);
  const written = people.flatMap((provider) => {
    const rows = feedback.filter((row) => row.provider === provider.key);
    const authors = new Set<string>([provider.id]);
    const chance = chanceOf("feedback", provider.key);
    return rows.map(({ rating, title, text, reply }, n) => {
      const daysAgo =
        0.2 + ((n + chance.between(0.05, 0.9)) / rows.length) * provider.joined * 0.92;
      const [author] = chance
        .shuffle(people)
        .filter(({ id, joined }) => !authors.has(id) && joined > daysAgo + 1)
        .sort((a, b) => rank(a, provider) - rank(b, provider));
      if (!author) throw new Error(`Nobody is left to review ${provider.key}`);
      authors.add(author.id);
      authored.set(author.id, (authored.get(author.id) ?? 0) + 1);
      const created = now - daysAgo * DAY;
      const looked = daysAgo > MODERATED_AFTER_DAYS + chance.between(0, 20);
      const done = created - chance.between(0.5, 5) * DAY;
      return {
        hire:
          author.type === "client" && chance.between(0, 1) < HIRED
            ? {
                id: idOf("hire", provider.key, title),
                client_id: author.id,
                provider_id: provider.id,
                hired_at: at(done - chance.between(2, 12) * DAY),
                confirmed_at: at(done),
                done_at: at(done),
                reviewable_at: at(done),
                invited_at: at(created),
                reminded_at: at(created),
              }
            : null,
        id: idOf("feedback", provider.key, title),
        provider_id: provider.id,
        user_id: author.id,
        author_name: `${author.first} ${author.last}`,
        rating,
        title,
        description: text,
        approved: looked,
        moderated_at: looked ? at(created + chance.between(0.2, MODERATED_AFTER_DAYS) * DAY) : null,
        created_at: at(created),
        reply,
        replied_at: at(Math.min(created + chance.between(0.1, 4) * DAY, now - DAY / 48)),
      };
    });
  });
  return {
    hires: written.flatMap(({ hire }) => hire ?? []),
    feedback: written.map(({ reply: _, replied_at: __, hire: ___, ...row }) => row),
    replies: written
      .filter(({ reply }) => reply !== null)
      .map(({ id, provider_id, reply, replied_at }) => ({
        feedback_id: id,
        provider_id,
        reply_text: reply,
        created_at: replied_at,
        updated_at: replied_at,
      })),
  };
};
