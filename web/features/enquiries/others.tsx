import { useEffect, useState } from "react";
import { enquiryDraft } from "#domain/enquiries/enquiries.ts";
import { distanceText } from "#domain/values/places.ts";
import type { Db } from "#web/session/database.ts";
import { sessionClient } from "#web/session/session.ts";
import { writeDraft } from "#web/ui/draft.ts";
import { Link } from "#web/ui/link.tsx";
import type { Thread } from "./queries.ts";

const loadOthers = async (db: Db, enquiryId: string) => {
  const { data } = await db.rpc("enquiry_others", { enquiry_id: enquiryId }).throwOnError();
  return data;
};

/** For whoever has had no answer for 48 hours: three others, each with the same message ready to send. */
export const Others = ({ thread, userId }: { thread: Thread; userId: string }) => {
  const [others, setOthers] = useState<Awaited<ReturnType<typeof loadOthers>>>([]);
  const first = thread.messages[0];
  useEffect(() => {
    let here = true;
    sessionClient()
      .then((db) => loadOthers(db, thread.id))
      // Without them the conversation is as useful as before.
      .then((found) => here && setOthers(found), console.warn);
    return () => {
      here = false;
    };
  }, [thread.id]);
  if (others.length === 0 || !first) return null;
  return (
    <section aria-labelledby="others" className="mt-8">
      <h3 id="others" className="text-lg">
        No answer yet? Ask others too
      </h3>
      <p className="text-sm text-ink-soft">Your message is ready for each; you press Send.</p>
      <ul className="mt-2 grid gap-2">
        {others.map(({ provider_id, name, title, miles }) => (
          <li key={provider_id}>
            <Link
              to={`/directory/${provider_id}?action=contact`}
              className="link wrap-anywhere"
              onClick={() =>
                writeDraft("browser", enquiryDraft(provider_id, userId), {
                  subject: thread.subject,
                  message: first.body,
                  pictures: [],
                })
              }
            >
              {name}
            </Link>
            <span className="text-sm text-ink-soft">
              {[title, miles !== null && distanceText(miles)]
                .filter(Boolean)
                .map((fact) => ` · ${fact}`)
                .join("")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
