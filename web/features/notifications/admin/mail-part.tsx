import { useState } from "react";
import type { Mail, MailSite, Wording } from "#domain/notifications-mail.ts";
import { htmlOf } from "#domain/notifications-mail-layout.ts";
import { settingOfMail } from "#domain/notifications-mails.ts";
import {
  composeMail,
  placeholdersOf,
  requiredOf,
  sampleOf,
  wordingError,
} from "#domain/notifications-wording.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { describeFailure } from "#web/features/site/admin/index.ts";
import { SettingPart } from "#web/features/site/settings/index.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import type { MailSettings } from "./queries.ts";
import { sendTestMail } from "./writes.ts";

/** The mail with the facts of a sample. Its frame runs nothing, and its links lead nowhere. */
const Preview = ({ mail, words, site }: { mail: Mail; words: Wording; site: MailSite }) => {
  const composed = composeMail(mail, sampleOf(mail), site, words);
  const html = htmlOf(composed, site, mail.optional ? `${site.url}/unsubscribe` : null);
  return (
    <div>
      <p className="text-sm text-ink-soft">Preview with example details</p>
      <p className="mb-2 font-semibold wrap-anywhere">{composed.subject}</p>
      <iframe
        title="Preview of the email"
        sandbox=""
        srcDoc={html.replace("<head>", '<head><base target="_blank">')}
        className="h-[36rem] w-full rounded-md border border-line"
      />
    </div>
  );
};

const NO_MAILBOX = {
  title: "Your account has no mailbox",
  description: "Please ask the operator to give it one with npm run admin (set-email).",
} as const;

const SendTest = ({ kind, words }: { kind: string; words: Wording }) => {
  const { run, busy } = useWrite(sendTestMail);
  const { adminDomain } = useSettings();
  const send = async () => {
    try {
      const address = await run(kind, words);
      if (address?.toLowerCase().endsWith(`@${adminDomain.toLowerCase()}`))
        toast({ ...NO_MAILBOX, variant: "destructive" });
      else if (address) toast({ title: `Test email sent to ${address}`, variant: "success" });
    } catch (error) {
      describeFailure("Failed to send the test email", error);
    }
  };
  return (
    <Button variant="outline" busy={busy} onClick={() => void send()}>
      Send me a test
    </Button>
  );
};

const namesOf = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(", ");

const isOriginal = (mail: Mail, words: Wording): boolean =>
  (["subject", "heading", "text"] as const).every((part) => words[part] === mail.words[part]);

/** What may be typed into the text, a rule a line. */
const TextHint = ({ mail }: { mail: Mail }) => {
  const required = requiredOf(mail);
  return (
    <>
      {`Placeholders: ${namesOf(placeholdersOf(mail))}. `}
      {required.length > 0 && `The text must have ${namesOf(required)}. `}
      <br />
      Each line is a paragraph. It is left out if a placeholder in it has no value.
      {mail.button && (
        <>
          <br />
          {"{{link}} is the button. What follows it is small print."}
        </>
      )}
    </>
  );
};

/** The words of one mail, with a preview of what is typed. */
export const MailPart = ({
  kind,
  mail,
  site,
  setting,
}: {
  kind: string;
  mail: Mail;
  site: MailSite;
  setting: MailSettings[string];
}) => {
  const [words, setWords] = useState<Wording>(setting.value ?? mail.words);
  const wrong = wordingError(mail, words);
  const change = (part: keyof Wording) => ({
    name: part,
    value: words[part],
    required: true,
    maxLength: INPUT_LIMITS[`mail_${part}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      setWords({ ...words, [part]: event.currentTarget.value.replaceAll("\r\n", "\n") }),
  });
  return (
    <SettingPart
      title="Email text"
      lead={
        <>
          <strong className="font-semibold text-ink">{mail.about}.</strong> The button, the details
          and the footer are always the same.
        </>
      }
      name={settingOfMail(kind)}
      setting={setting}
      read={() => (isOriginal(mail, words) ? null : { ...words })}
    >
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[7fr_6fr]">
        <div className="grid content-start gap-5">
          <Field label="Subject">
            <Input {...change("subject")} />
          </Field>
          <Field label="Heading">
            <Input {...change("heading")} />
          </Field>
          <Field label="Text" hint={<TextHint mail={mail} />}>
            <Textarea rows={9} {...change("text")} />
          </Field>
          <div className="flex flex-wrap gap-3">
            <SendTest kind={kind} words={words} />
            <Button
              variant="outline"
              aria-disabled={isOriginal(mail, words)}
              onClick={() => setWords(mail.words)}
            >
              Restore the original
            </Button>
          </div>
        </div>
        <div className="lg:sticky lg:top-6 lg:self-start">
          <div aria-live="polite">{wrong && <Alert tone="warning">{wrong}</Alert>}</div>
          {!wrong && <Preview mail={mail} words={words} site={site} />}
        </div>
      </div>
    </SettingPart>
  );
};
