import { type ReactNode, use, useLayoutEffect } from "react";
import {
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type UseFormReturn,
  useController,
} from "react-hook-form";
import { Field, type FieldProps, type Registration } from "./field.tsx";
import { FormContext, fieldId } from "./form-context.ts";

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

/** One field of a form: label, hint, error and the control inside. See the head of form.tsx. */
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
      // A field that is drawn later, as it is when hours are copied, has its default, and not what the form has by then.
      if (!typed || typed === control.value || typed === value) return;
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
  // As keepingTyped does, before a second rendering puts the form's text over what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes to life
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    if (!control || !isText(control) || typeof field.value !== "string") return;
    if (control.value !== "" && control.value !== field.value) field.onChange(control.value);
  }, []);
  return children(field);
};
