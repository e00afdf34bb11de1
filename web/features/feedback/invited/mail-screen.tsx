import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";

const WORDS = {
  stop: {
    title: "Stop these emails",
    what: "No professional can ask this address for feedback here any more.",
    button: "Stop these emails",
    done: "You will get no more of these emails.",
  },
  remove: {
    title: "Remove my feedback",
    what: "It is deleted for good, with its stars and your name.",
    button: "Remove my feedback",
    done: "Your feedback has been removed.",
  },
} as const;

export type MailAct = keyof typeof WORDS;

/** The page of a mailed link that does one thing: opening it changes nothing, its button does, also without scripts. */
export const MailScreen = ({
  act,
  state,
}: {
  act: MailAct;
  state: "open" | "done" | "unknown";
}) => {
  const { title, what, button, done } = WORDS[act];
  return (
    <Container width="sm" className="py-10 sm:py-16">
      <h1 className="text-title tracking-title">{title}</h1>
      <Card className="mt-6 grid gap-5">
        {state === "unknown" && (
          <Alert live tone="warning" title="This link does not work">
            It is incomplete, or has been used.
          </Alert>
        )}
        {state === "done" && <Alert live tone="success" title={done} />}
        {state === "open" && (
          <form method="post" className="grid gap-5">
            <p>{what}</p>
            <Button type="submit">{button}</Button>
          </form>
        )}
      </Card>
    </Container>
  );
};
