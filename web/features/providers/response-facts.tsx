import { type ResponseFacts as Facts, shareOf, withinTime } from "#domain/providers/response.ts";

/** How the provider responds, each fact with its number of cases; nothing where there are too few. */
export const ResponseFacts = ({ facts }: { facts: Facts | null }) => {
  if (!facts || (facts.questions === null && facts.hires === null)) return null;
  const { questions, answered, reply_minutes, hires } = facts;
  const shown: [term: string, fact: string, cases: string][] = [];
  if (questions !== null && reply_minutes !== null)
    shown.push(["Usually replies", withinTime(reply_minutes), `from ${questions} conversations`]);
  if (questions !== null && answered !== null)
    shown.push([
      "Messages and quotes answered",
      shareOf(answered, questions),
      `${answered} of ${questions}`,
    ]);
  if (hires !== null)
    shown.push(["Hired through this site", `by ${hires} customers`, "confirmed by both"]);
  return (
    <section aria-labelledby="response">
      <h2 id="response" className="text-xl">
        Replies and hires
      </h2>
      <dl className="mt-3 grid gap-2">
        {shown.map(([term, fact, cases]) => (
          <div key={term}>
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd>
              <strong>{fact}</strong> <span className="text-sm text-ink-soft">({cases})</span>
            </dd>
          </div>
        ))}
      </dl>
      {questions !== null && (
        <p className="mt-2 text-sm text-ink-soft">
          Conversations of the last 12 months, counted daily.
        </p>
      )}
    </section>
  );
};
