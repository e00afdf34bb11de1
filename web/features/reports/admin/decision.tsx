import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { fullNameOf } from "#domain/accounts/accounts.ts";
import { decisionSchema } from "#domain/reports/reports.ts";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useDraft } from "#web/ui/draft.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { ReportCase } from "../queries.ts";
import { decideReport, type Hidable } from "./writes.ts";

/** Who is emailed the reasons: only those who have an address. */
const hintOf = ({ reporter, reporter_email, owner }: ReportCase): string => {
  const concerned = owner && `to ${fullNameOf(owner, "the person concerned")}`;
  if (reporter || reporter_email) {
    return `We'll email your reasons to the reporter${concerned ? ` and, if upheld, ${concerned}` : ""}, and keep them in the audit log.`;
  }
  return `The reporter left no email address. ${concerned ? `If upheld, we'll email your reasons ${concerned}. ` : ""}Your reasons are kept in the audit log.`;
};

/** Upholding changes nothing by itself. */
const upheldHint = (type: ReportCase["target_type"]): string => {
  if (type === "message") return "The report is right. Removing pictures is a separate step.";
  return `The report is right. The ${type} stays public unless you also ${HIDE[type]?.act}.`;
};

/** How each is hidden from visitors together with the decision. */
const HIDE: Record<string, { type: Hidable["type"]; act: string; label: string; done: string }> = {
  profile: {
    type: "profile",
    act: "hide it",
    label: "Hide this profile now",
    done: "Case decided, profile hidden",
  },
  job: {
    type: "job",
    act: "close it",
    label: "Close this job now",
    done: "Case decided, job closed",
  },
  feedback: {
    type: "feedback",
    act: "hide it",
    label: "Hide this feedback now",
    done: "Case decided, feedback hidden",
  },
};

/** Whether visitors can see such a thing, so that it can be hidden with the decision. */
export const isHidable = (type: ReportCase["target_type"]): boolean => Object.hasOwn(HIDE, type);

/** The words of the button, by what is chosen. */
const DECIDE: Record<string, string> = {
  upheld: "Uphold report",
  rejected: "Do not uphold",
};

/** The form that decides a case. */
export const Decision = ({
  found,
  isPublic,
  action,
}: {
  found: ReportCase;
  /** Visitors see what was reported. */
  isPublic: boolean;
  /** What an upheld report leads to, if there is such a place. */
  action: ReactNode;
}) => {
  const { id, target_type } = found;
  // If somebody else has closed a job meanwhile, the case is loaded again and offers no closing.
  const { run } = useAct(decideReport);
  const hiding = isPublic ? HIDE[target_type] : undefined;
  const form = useForm({
    resolver: zodResolver(decisionSchema),
    defaultValues: { uphold: "", hide: false, reason: "" },
  });
  const hides = form.watch("uphold") === "upheld" && form.watch("hide") ? hiding : undefined;
  // What an upheld report leads to may be on another page.
  const draft = useDraft(
    form,
    `decision:${id}:${found.state === "appealed" ? "appeal" : "report"}`,
  );
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async ({ uphold, reason }) => {
        const deciding = run({
          id,
          uphold: uphold === "upheld",
          reason,
          ...(hides && { hide: { type: hides.type, id: found.target_id } }),
        });
        const done = hides?.done ?? "Case decided";
        const failure = await reportAct(deciding, "Failed to decide the case", done);
        if (!failure) draft.saved();
        return failure;
      }}
    >
      <FormField form={form} name="uphold" label="Decision" hideLabel group required>
        {(field) => (
          <RadioCards
            name={field.name}
            value={field.value}
            onChange={field.onChange}
            options={[
              {
                value: "upheld",
                label: "Uphold",
                hint: upheldHint(target_type),
              },
              {
                value: "rejected",
                label: "Do not uphold",
                hint: "Nothing wrong was found, or there is not enough to go on.",
              },
            ]}
          />
        )}
      </FormField>
      <div hidden={form.watch("uphold") !== "upheld"} className="-mt-2 text-sm empty:hidden">
        {hiding && <Checkbox label={hiding.label} {...form.register("hide")} />}
        {action}
      </div>
      <FormField form={form} name="reason" label="Your reasons" hint={hintOf(found)} required>
        <Textarea rows={4} />
      </FormField>
      <SubmitButton variant="solid" className="justify-self-start">
        {hides ? `Uphold and ${hides.act}` : (DECIDE[form.watch("uphold")] ?? "Decide case")}
      </SubmitButton>
    </Form>
  );
};
