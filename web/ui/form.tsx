/**
 * The one way to write a form. The rules are a zod schema, the words of each rule stand in it, and
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
 * and an onChange of its own (Combobox, Suggest, RadioCards, StarsInput, RangeSlider, Switch) goes
 * in as a function of react-hook-form's field. A submit that is refused keeps what was typed, shows
 * the summary and puts the focus on the first wrong field; a failure of the server puts it on the
 * summary. What was typed before hydration counts, and `draft="post-job:ID"` keeps what is typed over
 * an expired session until it is taken. While one submit runs, a second is ignored. The button is as wide as the form, which is
 * right for a narrow card; in a wide form give it `className="justify-self-start"`.
 */
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import {
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type UseFormReturn,
  useController,
} from "react-hook-form";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
import { cx } from "./cx.ts";
import { type DraftPlace, useDraft } from "./draft.ts";
import { ErrorSummary, type SummaryError } from "./error-summary.tsx";
import { Field, type FieldProps, type Registration } from "./field.tsx";

/** The server's refusal: one message for the form, and others for single fields. */
export type FormFailure<Values extends FieldValues> = {
  message?: string;
  fields?: Partial<Record<FieldPath<Values>, string>>;
};

type Wiring = { prefix: string; submitting: boolean };
const FormContext = createContext<Wiring>({ prefix: "", submitting: false });

const fieldId = (prefix: string, name: string) => `${prefix}-${name.replaceAll(".", "-")}`;

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
  const focusWanted = useRef<"field" | "summary" | null>(null);

  useEffect(() => {
    if (!focusWanted.current) return;
    const wrong = element.current?.querySelector<HTMLElement>(
      ":is(input, textarea, select, button, [tabindex])[aria-invalid='true']:not([type='hidden'])",
    );
    const target = focusWanted.current === "field" && wrong ? wrong : summaryBox.current;
    focusWanted.current = null;
    target?.focus();
  });

  useReplay(element);

  const refuse = (failure: FormFailure<Values>) => {
    for (const [name, message] of Object.entries(failure.fields ?? {})) {
      if (typeof message === "string") {
        form.setError(name as FieldPath<Values>, { type: "server", message });
      }
    }
    if (failure.message) form.setError("root.server", { type: "server", message: failure.message });
    focusWanted.current = failure.message ? "summary" : "field";
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
        refuse({ message: "An unexpected error occurred. Please try again." });
      }
    },
    () => {
      focusWanted.current = "field";
    },
    // We move the focus ourselves: only we know about controls that are not registered.
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

/** Submits a form that was submitted before scripts ran, and was held until now (see FIRST_PAINT). */
export const useReplay = (form: { readonly current: HTMLFormElement | null }): void => {
  useEffect(() => {
    const { current } = form;
    if (current?.dataset.held === undefined) return;
    delete current.dataset.held;
    current.requestSubmit();
  }, [form]);
};

type FormFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Context,
  Output,
> = Omit<FieldProps, "children" | "error" | "id" | "registration"> & {
  form: UseFormReturn<Values, Context, Output>;
  name: Name;
  children: ReactNode | ((field: ControllerRenderProps<Values, Name>) => ReactNode);
};

/** One field of a form: label, hint, error and the control inside. See the head of this file. */
export const FormField = <
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Context,
  Output,
>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Values, Name, Context, Output>) => {
  const { prefix } = use(FormContext);
  const error: unknown = get(form.formState.errors, `${name}.message`);
  const shared = {
    ...field,
    id: fieldId(prefix, name),
    error: typeof error === "string" ? error : undefined,
  };
  if (typeof children === "function") {
    return (
      <Field {...shared}>
        <Controlled form={form} name={name} id={shared.id}>
          {children}
        </Controlled>
      </Field>
    );
  }
  return (
    <Field {...shared} registration={keepingTyped(form, form.register(name))}>
      {children}
    </Field>
  );
};

/** Text fields that are registered already: their text came through the form. */
const known = new WeakSet<object>();

/**
 * A person who types before the scripts run types into the server's page. Registering would replace that
 * with the default, so the text of a field seen for the first time goes into the form instead.
 */
const keepingTyped = <Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  registration: Registration,
): Registration => {
  const { ref } = registration;
  if (typeof ref !== "function") return registration;
  const value: unknown = get(form.formState.defaultValues, registration.name);
  return {
    ...registration,
    // The server's page shows it too, for people without scripts.
    ...(typeof value === "string" && value !== "" ? { defaultValue: value } : {}),
    ref: (control) => {
      const typed = control && isText(control) && !known.has(control) ? control.value : "";
      ref(control);
      if (!control) return;
      known.add(control);
      if (typed === "" || typed === control.value) return;
      const name = registration.name as FieldPath<Values>;
      form.setValue(name, typed as PathValue<Values, typeof name>, { shouldDirty: true });
    },
  };
};

const isText = (control: HTMLElement): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !/^(?:checkbox|radio|file)$/.test(control.type));

const Controlled = <Values extends FieldValues, Name extends FieldPath<Values>, Context, Output>({
  form,
  name,
  id,
  children,
}: {
  form: UseFormReturn<Values, Context, Output>;
  name: Name;
  id: string;
  children: (field: ControllerRenderProps<Values, Name>) => ReactNode;
}) => {
  const { field } = useController({ control: form.control, name });
  const { ref } = field;
  // The library also moves the focus to the first wrong field that it knows: it must know this one.
  useLayoutEffect(() => {
    ref({ focus: () => document.getElementById(id)?.focus() });
  }, [ref, id]);
  // As keepingTyped does, before a second rendering puts the form's text over what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes to life
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    if (!control || !isText(control) || typeof field.value !== "string") return;
    if (control.value !== "" && control.value !== field.value) field.onChange(control.value);
  }, []);
  return children(field);
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
