import { useCallback, useEffect, useState } from "react";
import { jobFigures, REQUEST_STATES } from "#domain/jobs/answers.ts";
import { withinTime } from "#domain/providers/response.ts";
import { distanceText } from "#domain/values/places.ts";
import { failureToast } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { toast } from "#web/ui/toast.ts";
import { type JobAnswers as Answers, loadJobAnswers, requestQuotes } from "./requests.ts";

type Person = Answers["people"][number];

const distanceOf = ({ miles, covers }: Person): string | null => {
  const far = miles === null ? null : distanceText(miles);
  return covers ? ["Covers your area", far].filter(Boolean).join(", ") : far;
};

/** One who fits, or was asked, with what helps to choose. */
const Row = ({
  person,
  busy,
  onRequest,
}: {
  person: Person;
  busy: boolean;
  /** Null while nobody else can be asked. */
  onRequest: (() => void) | null;
}) => {
  const facts = [
    person.title,
    person.related && "related trade",
    distanceOf(person),
    person.reply_minutes !== null && `usually replies ${withinTime(person.reply_minutes)}`,
  ].filter((fact) => typeof fact === "string");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3.5">
      <Avatar name={person.name} src={person.image_url} size="sm" />
      <div className="min-w-40 flex-1">
        <p className="font-semibold wrap-anywhere">
          {person.listed ? (
            <Link to={`/directory/${person.id}`} className="link">
              {person.name}
            </Link>
          ) : (
            person.name
          )}
        </p>
        <p className="dotted text-sm text-ink-soft">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {person.rating_average !== null && (
          <p className="text-sm">
            <Stars rating={person.rating_average} count={person.rating_count} compact />
          </p>
        )}
      </div>
      {person.state ? (
        <p className="text-sm font-semibold">{REQUEST_STATES[person.state]}</p>
      ) : (
        onRequest && (
          <Button
            variant="outline"
            size="sm"
            busy={busy}
            aria-label={`Ask for a quote: ${person.name}`}
            onClick={onRequest}
          >
            Ask for a quote
          </Button>
        )
      )}
    </li>
  );
};

const leadOf = ({ people, places }: Answers): string => {
  if (people.length === 0) return "Nobody nearby who fits is listed at the moment.";
  if (places === 3) return "You can ask up to three by name. They get an email that says so.";
  return places > 0
    ? `You can ask ${places === 1 ? "one" : "two"} more by name.`
    : "You have asked three. A place is free again when somebody says no, or has not answered for 48 hours.";
};

/** Milliseconds. */
const RELOADED_AFTER = [5_000, 15_000, 40_000];

/** For the poster of an open job: who was told, who has looked, and up to three to ask by name. */
export const JobAnswers = ({ jobId }: { jobId: string }) => {
  const [answers, setAnswers] = useState<Answers | "failed" | null>(null);
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const { run, busy } = useWrite(requestQuotes);
  const load = useCallback(
    () =>
      sessionClient()
        .then((db) => loadJobAnswers(db, jobId))
        .then(setAnswers, () => setAnswers("failed")),
    [jobId],
  );
  useEffect(() => void load(), [load]);
  const waits = answers !== null && answers !== "failed" && !answers.is_told;
  useEffect(() => {
    if (!waits) return;
    // Members are told within seconds of the posting.
    const timers = RELOADED_AFTER.map((ms) => setTimeout(() => void load(), ms));
    return () => timers.forEach(clearTimeout);
  }, [waits, load]);
  // The best fit is at the top, after those who were asked.
  const first =
    answers === null || answers === "failed"
      ? []
      : answers.people.filter(({ state }) => !state).slice(0, answers.places);
  const request = async (people: readonly Person[]) => {
    setChosen(people);
    try {
      await run(
        jobId,
        people.map(({ id }) => id),
      );
      const names = people.map(({ name }) => name).join(", ");
      toast({ title: `We have asked ${names} for a quote`, variant: "success" });
    } catch (error) {
      toast(failureToast(error, "Action failed"));
    }
    await load();
  };
  return (
    <Card id="answers">
      <h2 className="text-xl">Ask professionals yourself</h2>
      {answers === null && <Skeleton className="mt-3 h-16 w-full" />}
      {answers === "failed" && (
        <RetryAlert
          title="Those who fit could not be loaded."
          onRetry={() => {
            setAnswers(null);
            void load();
          }}
        />
      )}
      {answers !== null && answers !== "failed" && (
        <>
          <p className="mt-1 font-semibold">
            {answers.is_told
              ? `${jobFigures(answers)}.`
              : "We are telling the professionals who fit."}
          </p>
          <p className="mt-1 text-ink-soft">{leadOf(answers)}</p>
          {first.length > 1 && (
            <Button
              className="mt-3"
              variant="outline"
              busy={busy && chosen.length > 1}
              onClick={() => void request(first)}
            >
              Ask the first {first.length === 2 ? "two" : "three"}
            </Button>
          )}
          <ul className="mt-2 divide-y divide-line">
            {answers.people.map((person) => (
              <Row
                key={person.id}
                person={person}
                busy={busy && chosen.length === 1 && chosen[0]?.id === person.id}
                onRequest={answers.places > 0 ? () => void request([person]) : null}
              />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
};
