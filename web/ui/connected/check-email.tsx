import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { draftWords } from "#domain/accounts/drafts.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

/** The code of the mail, on the page that sent a draft: the link does the same in any browser. */
export const CodeForm = ({
  draft,
  kind,
  email,
}: {
  /** Empty in another browser, where the address says which. */
  draft: string;
  kind: string;
  email?: string | undefined;
}) => (
  <Form method="post" action={`/confirm?kind=${kind}`} className="grid gap-5">
    {draft ? (
      <input type="hidden" name="draft" value={draft} />
    ) : (
      <Field label="Your email" required>
        <Input
          type="email"
          name="email"
          defaultValue={email}
          autoComplete="email"
          maxLength={INPUT_LIMITS.email}
        />
      </Field>
    )}
    <Field label="Code" required>
      <Input
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={INPUT_LIMITS.code}
        className="font-mono tracking-widest"
      />
    </Field>
    <Button type="submit" variant="signal" size="lg" busy={useNavigation().state !== "idle"}>
      {kind ? draftWords(kind).button : "Confirm"}
    </Button>
  </Form>
);

/** In place of a form that was sent without an account; the same for every address. */
export const CheckEmail = ({
  draft,
  kind,
  email,
}: {
  draft: string;
  kind: string;
  email: string;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="check-email">
      <h2
        id="check-email"
        ref={heading}
        tabIndex={-1}
        className="text-title tracking-title outline-none"
      >
        Check your email
      </h2>
      <p className="mt-2">
        One more step: we sent a link and a code to{" "}
        <strong className="wrap-anywhere">{email}</strong>. Open the link, or type the code here.
      </p>
      <Card className="mt-6 max-w-md">
        <CodeForm draft={draft} kind={kind} />
      </Card>
      <p className="mt-4 text-sm text-ink-soft">
        Not there? Look in your spam folder. If the address is wrong, reload the page and send it
        again.
      </p>
    </section>
  );
};
