/**
 * The one way to write a form. The rules are a zod schema, with the message of each rule, and
 * the form reads like a declaration:
 *
 *     const schema = z.object({
 *       email: z.string().trim().min(1, "Email is required"),
 *       rating: z.number().min(1, "Choose a rating"),
 *     });
 *
 *     const form = useForm({
 *       resolver: zodResolver(schema),                  // @hookform/resolvers/zod
 *       defaultValues: { email: "", rating: 0 },        // one for every field, so none is undefined
 *     });
 *
 *     <Form form={form} onSubmit={async (values) => {
 *       const { error } = await save(values);
 *       if (error) return { message: "Failed to save.", fields: { email: "Already in use" } };
 *       toast({ title: "Saved" });
 *     }}>
 *       <FormField form={form} name="email" label="Email" required>
 *         <Input type="email" autoComplete="email" />
 *       </FormField>
 *       <FormField form={form} name="rating" label="Your rating" group>
 *         {(field) => <StarsInput value={field.value} onChange={field.onChange} />}
 *       </FormField>
 *       <SubmitButton>Save</SubmitButton>
 *     </Form>
 *
 * A control of ours or a plain input goes in as it is: FormField registers it. Whatever has a value
 * and an onChange of its own (Suggest, RadioCards, StarsInput, RangeSlider, Switch) goes
 * in as a function of react-hook-form's field. A submit that is refused keeps what was typed, shows
 * the summary and puts the focus on the first wrong field; a failure of the server puts it on the
 * summary. What was typed before hydration counts, and `draft="post-job:ID"` keeps what is typed over
 * an expired session until it is taken. While one submit runs, a second is ignored. The button is as wide as the form, which is
 * right for a narrow card; in a wide form give it `className="justify-self-start"`.
 */

import { type ReactNode, use, useEffect, useId, useRef } from "react";
import {
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm as useFormOfLibrary,
} from "react-hook-form";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
import { cx } from "./cx.ts";
import { type DraftPlace, useDraft } from "./draft.ts";
import { ErrorSummary, type SummaryError } from "./error-summary.tsx";
import { FormContext, fieldId } from "./form-context.ts";
import { silenceToast } from "./toast.ts";
import { useReplay } from "./use-replay.ts";

export { FormField } from "./form-field.tsx";

/**
 * The library's `useForm`, for a `<Form>`, which moves the focus itself: only it knows of controls that are not
 * registered, and the library would move it a second time, after a person has gone on.
 */
export const useForm: typeof useFormOfLibrary = (options) =>
  useFormOfLibrary({ ...options, shouldFocusError: false });

/** The server's refusal: one message for the form, and others for single fields. */
export type FormFailure<Values extends FieldValues> = {
  message?: string;
  fields?: Partial<Record<FieldPath<Values>, string>>;
};

/** Every message of react-hook-form's nested errors, with the name of its field. */
const collect = (errors: object, path = ""): { name: string; message: string }[] =>
  Object.entries(errors).flatMap(([key, entry]) => {
    if (!entry || typeof entry !== "object" || key === "ref") return [];
    const name = path ? `${path}.${key}` : key;
    const message = "message" in entry && typeof entry.message === "string" ? entry.message : "";
    if (message) return [{ name, message }];
    return collect(entry, name);
  });

/** See the head of this file. `Output` is what the schema makes of `Values`. */
export const Form = <Values extends FieldValues, Context, Output>({
  form,
  onSubmit,
  className,
  children,
  summary = true,
  draft,
  draftPlace,
}: {
  form: UseFormReturn<Values, Context, Output>;
  // biome-ignore lint/suspicious/noConfusingVoidType: most submits give nothing back
  onSubmit: (values: Output) => Promise<FormFailure<Values> | void> | FormFailure<Values> | void;
  className?: string;
  children: ReactNode;
  /** Off for a form of one or two fields with sufficient messages of their own. */
  summary?: boolean;
  /** Names the typed text, to store it over an expired session; passwords are never stored. */
  draft?: string;
  /** Where it is stored: this tab, or this browser for text that outlives the tab. */
  draftPlace?: DraftPlace;
}) => {
  const prefix = useId();
  const { saved } = useDraft(form, draft, draftPlace);
  const element = useRef<HTMLFormElement>(null);
  const summaryBox = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  const { errors, isSubmitting, submitCount } = form.formState;
  const fieldWanted = useRef(false);

  useEffect(() => {
    if (!fieldWanted.current) return;
    fieldWanted.current = false;
    const wrong = element.current?.querySelector<HTMLElement>(
      ":is(input, textarea, select, button, [tabindex])[aria-invalid='true']:not([type='hidden'])",
    );
    (wrong ?? summaryBox.current)?.focus();
  });

  // The library counts the submit after it has set the error; the summary waits for that.
  const refused = submitCount > 0 ? errors.root?.server : undefined;
  useEffect(() => {
    if (!refused) return;
    silenceToast(refused.message);
    summaryBox.current?.focus();
  }, [refused]);

  useReplay(element);

  const refuse = (failure: FormFailure<Values>) => {
    for (const text of [failure.message, ...Object.values(failure.fields ?? {})])
      silenceToast(text);
    for (const [name, message] of Object.entries(failure.fields ?? {})) {
      if (typeof message === "string") {
        form.setError(name as FieldPath<Values>, { type: "server", message });
      }
    }
    if (failure.message) form.setError("root.server", { type: "server", message: failure.message });
    fieldWanted.current = !failure.message;
  };

  const submit = form.handleSubmit(
    async (values) => {
      form.clearErrors("root");
      try {
        const failure = await onSubmit(values);
        if (failure) refuse(failure);
        else saved();
      } catch (error) {
        console.error(error);
        refuse({ message: UNEXPECTED_ERROR });
      }
    },
    () => {
      fieldWanted.current = true;
    },
  );

  const problems: SummaryError[] = collect(errors).map(({ name, message }) =>
    name.startsWith("root") ? { message } : { message, fieldId: fieldId(prefix, name) },
  );
  const server = problems.filter((problem) => !problem.fieldId);
  const inOrder = [...server, ...problems.filter((problem) => problem.fieldId)];

  return (
    <form
      ref={element}
      // Before hydration a press must not put typed text into the address.
      method="post"
      data-waits=""
      noValidate
      aria-busy={isSubmitting || undefined}
      className={cx("grid gap-5", className)}
      onSubmit={(event) => {
        event.preventDefault();
        if (running.current) return;
        running.current = true;
        void submit(event).finally(() => {
          running.current = false;
        });
      }}
    >
      {submitCount > 0 && <ErrorSummary ref={summaryBox} errors={summary ? inOrder : server} />}
      <FormContext value={{ prefix, submitting: isSubmitting }}>{children}</FormContext>
    </form>
  );
};

/** The button that submits the form around it; busy while that runs. */
export const SubmitButton = ({
  variant = "signal",
  size,
  disabled,
  className,
  children,
}: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}) => (
  <Button
    type="submit"
    variant={variant}
    size={size}
    disabled={disabled}
    className={className}
    busy={use(FormContext).submitting}
  >
    {children}
  </Button>
);
