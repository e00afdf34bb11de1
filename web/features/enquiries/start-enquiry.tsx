import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { NO_SENDER } from "#domain/accounts/sender.ts";
import { startEnquirySchema } from "#domain/enquiries/enquiries.ts";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { supabase } from "#web/session/client.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { CheckEmail } from "#web/ui/connected/check-email.tsx";
import { SenderFields } from "#web/ui/connected/sender-fields.tsx";
import { useDraft } from "#web/ui/draft.ts";
import { Form, FormField, useForm } from "#web/ui/form.tsx";
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
  const [sent, setSent] = useState(posted?.sent ?? null);
  const form = useForm({
    resolver: zodResolver(startEnquirySchema),
    defaultValues: posted?.values ?? { ...NO_SENDER, message: "" },
  });
  const { saved } = useDraft(form, `enquiry:visitor:${providerId}`, "tab", posted?.values);
  useEffect(() => box.current?.querySelector("textarea")?.focus(), []);
  if (sent) return <CheckEmail {...sent} kind="enquiry" />;
  return (
    <div ref={box}>
      <PostedNotice posted={posted} />
      <Form
        form={form}
        summary={false}
        onSubmit={async (values) => {
          try {
            const draft = await startEnquiry(
              await supabase(),
              providerId,
              values,
              performance.now(),
            );
            saved();
            setSent({ draft, email: values.email });
          } catch (error) {
            return { message: faultOf(error, UNEXPECTED_ERROR).message };
          }
        }}
      >
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
