import { NO_SENDER } from "#domain/accounts/sender.ts";
import { invitedBy, invitedReviewSchema } from "#domain/feedback/feedback.ts";
import { formatMonth } from "#domain/values/dates.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { Card } from "#web/ui/card.tsx";
import { CheckEmail } from "#web/ui/connected/check-email.tsx";
import { SenderFields } from "#web/ui/connected/sender-fields.tsx";
import { useStarted } from "#web/ui/connected/use-started.ts";
import { Container } from "#web/ui/container.tsx";
import { Form, FormField } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { StarsInput } from "#web/ui/stars-input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type PostedReview, startReview } from "./posted.ts";

const NO_REVIEW = { ...NO_SENDER, rating: 0, title: "", description: "", work: "", worked_on: "" };

const ReviewForm = ({
  code,
  months,
  posted,
}: {
  code: string;
  months: readonly string[];
  /** The result of the form without scripts. */
  posted?: PostedReview | undefined;
}) => {
  const { form, sent, submit } = useStarted(
    `review:${code}`,
    invitedReviewSchema,
    NO_REVIEW,
    posted,
    (db, values, age) => startReview(db, code, values, age),
  );
  if (sent) return <CheckEmail {...sent} kind="review" />;
  return (
    <>
      <PostedNotice posted={posted} />
      <Form form={form} onSubmit={submit}>
        <FormField
          form={form}
          name="rating"
          label="Your rating"
          hint="1 is poor, 5 is excellent"
          group
          required
        >
          {(field) => (
            <StarsInput name={field.name} value={field.value} onChange={field.onChange} />
          )}
        </FormField>
        <FormField form={form} name="title" label="Title" required>
          <Input maxLength={LIMITS.feedback.title} placeholder="Sum it up in a few words" />
        </FormField>
        <FormField form={form} name="description" label="Description" optional>
          <Textarea rows={4} maxLength={LIMITS.feedback.description} />
        </FormField>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormField
            form={form}
            name="work"
            label="What was the work?"
            hint="For example “A new bathroom”"
            required
          >
            <Input maxLength={LIMITS.feedback.work} />
          </FormField>
          <FormField form={form} name="worked_on" label="When was it done?" required>
            <Select>
              <option value="">Choose a month</option>
              {months.map((month) => (
                <option key={month} value={month}>
                  {formatMonth(`${month}-01`)}
                </option>
              ))}
            </Select>
          </FormField>
        </div>
        <SenderFields form={form} button="Send" />
      </Form>
    </>
  );
};

/** /review/{code}: the form of a provider's link, the same for everybody, or why there is none. */
export const ReviewScreen = ({
  provider,
  problem,
  ...form
}: {
  provider: { id: string; name: string } | null;
  problem: string | null;
  code: string;
  months: readonly string[];
  posted?: PostedReview | undefined;
}) =>
  provider ? (
    <Container width="sm" className="py-8 sm:py-12">
      <PageHeader
        title={`How was ${provider.name}?`}
        lead={`Everyone can read your feedback, with your name and the words “${invitedBy(provider.name)}”. You need no account. Your email address is never shown.`}
      />
      <Card className="mt-6">
        <ReviewForm {...form} />
      </Card>
    </Container>
  ) : (
    <Container width="sm" className="py-8 sm:py-12">
      <PageHeader title="This link does not work" lead={problem} />
    </Container>
  );
