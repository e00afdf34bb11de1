import { useRef, useState } from "react";
import { type Mail, type MailSite, type Wording, wordsOf } from "#domain/notifications/mail.ts";
import { htmlOf } from "#domain/notifications/mail-layout.ts";
import { settingOfMail } from "#domain/notifications/mails.ts";
import {
  composeMail,
  placeholdersOf,
  requiredOf,
  sampleOf,
  wordingError,
} from "#domain/notifications/wording.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { SettingPart } from "#web/features/site/index.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { describeFailure } from "#web/ui/admin/act.ts";
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
  const html = htmlOf(composed, site, mail.topic ? `${site.url}/unsubscribe` : null);
  return (
    <div>
      <h2 className="text-lg">Preview</h2>
      <p className="mb-3 wrap-anywhere text-ink-soft">
        With example details. Subject:{" "}
        <span className="font-semibold text-ink">{composed.subject}</span>
      </p>
      <iframe
        title="Preview of the email"
        sandbox=""
        srcDoc={html.replace("<head>", '<head><base target="_blank">')}
        className="h-144 w-full rounded-md border border-line"
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

const isSame = (words: Wording, other: Wording): boolean =>
  (["subject", "heading", "text"] as const).every((part) => words[part] === other[part]);

/** What to know about some placeholders of a mail. */
const rulesOf = (mail: Mail, site: MailSite): string => {
  const values: Record<string, string> = {
    site: site.name,
    ...mail.values?.(sampleOf(mail), site),
  };
  const quoted = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");
  const needed = requiredOf(mail).filter((name) => name !== "link");
  const optional = placeholdersOf(mail).filter((name) => name !== "link" && !values[name]);
  return [
    requiredOf(mail).includes("link") &&
      "Keep {{link}} on its own line: it becomes the button, whose words are fixed. Anything after it appears as small print.",
    needed.length > 0 && `Required: ${quoted(needed)}.`,
    optional.length > 0 &&
      `Sometimes empty: ${quoted(optional)}. A line with an empty one is left out.`,
  ]
    .filter(Boolean)
    .join(" ");
};

/** The placeholders, to insert into the field that somebody was in last. */
const Placeholders = ({
  names,
  linked,
  onInsert,
}: {
  names: readonly string[];
  /** The link is in the message: its button shows where. */
  linked: boolean;
  onInsert: (name: string) => void;
}) => (
  <fieldset
    aria-label="Insert a placeholder"
    className="flex flex-wrap items-center gap-2 text-sm text-ink-soft"
  >
    <span aria-hidden="true">Insert</span>
    {names.map((name) => (
      <Button
        key={name}
        size="sm"
        variant="outline"
        aria-label={name === "link" && linked ? "Show {{link}}" : undefined}
        onClick={() => onInsert(name)}
      >{`{{${name}}}`}</Button>
    ))}
  </fieldset>
);

type TextField = HTMLInputElement | HTMLTextAreaElement;

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
  const originalWords = wordsOf(mail);
  const saved = setting.value ?? originalWords;
  const [words, setWords] = useState<Wording>(saved);
  const original = isSame(words, originalWords);
  const text = useRef<HTMLTextAreaElement>(null);
  const lastIn = useRef<TextField | null>(null);
  const insert = (name: string) => {
    const placeholder = `{{${name}}}`;
    // The button's place is the message, on a line of its own.
    const field = name === "link" ? text.current : (lastIn.current ?? text.current);
    if (!field) return;
    const end = field.value.length;
    const present = name === "link" ? field.value.indexOf(placeholder) : -1;
    if (present >= 0) {
      // It may be there once: its place is shown.
      field.focus();
      field.setSelectionRange(present + placeholder.length, present + placeholder.length);
      return;
    }
    const [from, to] =
      lastIn.current === field
        ? [field.selectionStart ?? end, field.selectionEnd ?? end]
        : [end, end];
    field.focus();
    field.setRangeText(name === "link" ? `\n\n${placeholder}\n\n` : placeholder, from, to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const wrong = wordingError(mail, words);
  const change = (part: keyof Wording) => ({
    name: part,
    value: words[part],
    required: true,
    maxLength: INPUT_LIMITS[`mail_${part}`],
    onFocus: (event: { currentTarget: TextField }) => {
      lastIn.current = event.currentTarget;
    },
    onChange: (event: { currentTarget: { value: string } }) =>
      setWords({ ...words, [part]: event.currentTarget.value.replaceAll("\r\n", "\n") }),
  });
  return (
    <SettingPart
      title="Email text"
      heading=""
      name={settingOfMail(kind)}
      setting={setting}
      read={() => (original ? null : { ...words })}
      actions={
        <>
          <SendTest kind={kind} words={words} />
          {!original && (
            <Button
              variant="quiet"
              onClick={({ currentTarget }) => {
                setWords(originalWords);
                // The button disappears, and the focus would be lost with it.
                currentTarget.form?.querySelector("input")?.focus();
              }}
            >
              Restore the original
            </Button>
          )}
          <p role="status" className="self-center text-sm text-ink-soft">
            {!isSame(words, saved) ? "Unsaved changes" : !original && "Saved"}
          </p>
        </>
      }
      beside={
        <div id="preview" className="lg:sticky lg:top-6 lg:self-start">
          <div aria-live="polite">{wrong && <Alert tone="warning">{wrong}</Alert>}</div>
          {!wrong && <Preview mail={mail} words={words} site={site} />}
        </div>
      }
    >
      <Field
        label="Subject"
        aside={
          <a href="#preview" className="link lg:hidden">
            See the preview
          </a>
        }
      >
        <Input {...change("subject")} />
      </Field>
      <Field label="Heading">
        <Input {...change("heading")} />
      </Field>
      <Field
        label="Message"
        aside={
          <Placeholders
            names={placeholdersOf(mail)}
            linked={words.text.includes("{{link}}")}
            onInsert={insert}
          />
        }
        hint={rulesOf(mail, site)}
      >
        <Textarea ref={text} rows={6} {...change("text")} />
      </Field>
    </SettingPart>
  );
};
