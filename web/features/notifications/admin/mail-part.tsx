import { Fragment, useState } from "react";
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
      <p className="mb-2 wrap-anywhere">
        <span className="text-ink-soft">Subject:</span>{" "}
        <span className="font-semibold">{composed.subject}</span>
      </p>
      <iframe
        title="Preview of the email"
        sandbox=""
        srcDoc={html.replace("<head>", '<head><base target="_blank">')}
        className="h-128 w-full rounded-md border border-line"
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

const isOriginal = (mail: Mail, words: Wording): boolean =>
  (["subject", "heading", "text"] as const).every((part) => words[part] === mail.words[part]);

const Placeholders = ({ names }: { names: readonly string[] }) =>
  names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ", "}
      <code className="rounded-sm bg-line px-1 text-xs text-ink">{`{{${name}}}`}</code>
    </Fragment>
  ));

/** What may be typed into the text, a rule a line. */
const TextHint = ({ mail }: { mail: Mail }) => {
  const required = requiredOf(mail).filter((name) => name !== "link");
  return (
    <>
      Placeholders: <Placeholders names={placeholdersOf(mail)} />. A line whose placeholder has no
      value is left out.
      {mail.button && (
        <>
          <br />
          Keep <Placeholders names={["link"]} />: it becomes the button. What follows is small
          print.
        </>
      )}
      {required.length > 0 && (
        <>
          <br />
          Also keep <Placeholders names={required} />.
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
      actions={
        <>
          <SendTest kind={kind} words={words} />
          <Button
            variant="outline"
            aria-disabled={isOriginal(mail, words)}
            onClick={() => setWords(mail.words)}
          >
            Restore the original
          </Button>
        </>
      }
      beside={
        <div className="lg:sticky lg:top-6 lg:self-start">
          <div aria-live="polite">{wrong && <Alert tone="warning">{wrong}</Alert>}</div>
          {!wrong && <Preview mail={mail} words={words} site={site} />}
        </div>
      }
    >
      <Field label="Subject">
        <Input {...change("subject")} />
      </Field>
      <Field label="Heading">
        <Input {...change("heading")} />
      </Field>
      <Field label="Text" hint={<TextHint mail={mail} />}>
        <Textarea rows={9} {...change("text")} />
      </Field>
    </SettingPart>
  );
};
