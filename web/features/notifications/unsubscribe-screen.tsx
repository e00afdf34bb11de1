import { CHOICES, type Topic } from "#domain/notifications/notifications.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { Link } from "#web/ui/link.tsx";

type UnsubscribeState = "confirm" | "off" | "undone" | "unknown";

const ALL = "/account?tab=notifications";

/** A form of one button that needs no script: it posts to the page's own address. */
const Post = ({ undo = false, label }: { undo?: boolean; label: string }) => (
  <form method="post">
    {undo && <input type="hidden" name="undo" value="1" />}
    <Button type="submit" variant={undo ? "outline" : "solid"} className="w-full">
      {label}
    </Button>
  </form>
);

/** What somebody without an account has ordered. */
const ORDERED = { label: "Emails of new jobs", hint: "New jobs of your choice, once a morning." };

const Content = ({
  choice: { label, hint },
  state,
}: {
  choice: { label: string; hint: string };
  state: UnsubscribeState;
}) => {
  const stop = `Stop ${label.toLowerCase()}`;
  if (state === "off") {
    return (
      <>
        <Alert live tone="success" title={`${label}: switched off`}>
          We will not send you these emails any more.
        </Alert>
        <Post undo label="Undo" />
      </>
    );
  }
  if (state === "undone") {
    return (
      <>
        <Alert live tone="success" title={`${label}: switched on again`}>
          Everything is as it was.
        </Alert>
        <Post label={stop} />
      </>
    );
  }
  return (
    <>
      <div>
        <p className="font-semibold">{label}</p>
        <p className="text-ink-soft">{hint}</p>
      </div>
      <Post label={stop} />
    </>
  );
};

/** /unsubscribe: the page of a mail's link. Opening it changes nothing; its button does. */
export const UnsubscribeScreen = ({
  topic,
  isVisitor,
  state,
}: {
  /** Of a mail to somebody without an account. */
  isVisitor: boolean;
  /** Null if the link is incomplete. */
  topic: Topic | null;
  state: UnsubscribeState;
}) => (
  <Container width="sm" className="py-10 sm:py-16">
    <h1 className="text-title tracking-title">Stop these emails</h1>
    <Card className="mt-6 grid gap-5">
      {topic && state !== "unknown" ? (
        <Content choice={isVisitor ? ORDERED : CHOICES[topic]} state={state} />
      ) : (
        <Alert live tone="warning" title="This link does not work">
          {isVisitor
            ? "The link is incomplete or out of date. Please open the one in a later email."
            : "The link is incomplete or out of date. You can change your choices in your account settings."}
        </Alert>
      )}
      {!isVisitor && (
        <div className="text-sm text-ink-soft">
          <p>You'll still get emails about your account and your payments.</p>
          <p className="mt-2">
            <Link to={ALL} className="link">
              See all my choices
            </Link>
          </p>
        </div>
      )}
    </Card>
  </Container>
);
