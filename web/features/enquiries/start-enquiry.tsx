import { useEffect, useRef } from "react";
import { NO_SENDER } from "#domain/accounts/sender.ts";
import { startEnquirySchema } from "#domain/enquiries/enquiries.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { CheckEmail } from "#web/ui/connected/check-email.tsx";
import { SenderFields } from "#web/ui/connected/sender-fields.tsx";
import { useStarted } from "#web/ui/connected/use-started.ts";
import { Form, FormField } from "#web/ui/form.tsx";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { MESSAGE_HINT, NeverShared } from "./message-words.tsx";
import { type PostedEnquiry, startEnquiry } from "./posted.ts";

/** A visitor's enquiry: a message, a name and an email address. */
export const StartEnquiry = ({
  providerId,
  posted,
}: {
  providerId: string;
  /** The result of the form without scripts. */
  posted?: PostedEnquiry | undefined;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const { form, sent, submit } = useStarted(
    `enquiry:visitor:${providerId}`,
    startEnquirySchema,
    { ...NO_SENDER, message: "" },
    posted,
    (db, values, age) => startEnquiry(db, providerId, values, age),
  );
  useEffect(() => box.current?.querySelector("textarea")?.focus(), []);
  if (sent) return <CheckEmail {...sent} kind="enquiry" />;
  return (
    <div ref={box}>
      <PostedNotice posted={posted} />
      <Form form={form} summary={false} onSubmit={submit}>
        <FormField form={form} name="message" label="Message" hint={MESSAGE_HINT} required>
          <Textarea rows={5} />
        </FormField>
        <SenderFields form={form} button="Send enquiry" />
        <NeverShared />
        <ButtonLink to={`/directory/${providerId}`} preventScrollReset variant="quiet">
          Cancel
        </ButtonLink>
      </Form>
    </div>
  );
};
