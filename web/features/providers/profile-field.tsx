import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { type ProfileText, profileText } from "#domain/accounts/fields.ts";
import { FormField } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

/** The field of one text of a profile, as the list of them in the domain says. */
export const ProfileField = <
  Values extends FieldValues,
  Column extends ProfileText & FieldPath<Values>,
  Output,
>({
  form,
  column,
  required = false,
  ofAnother = false,
  label = profileText(column).label,
  rows = 5,
  className,
}: {
  form: UseFormReturn<Values, unknown, Output>;
  column: Column;
  required?: boolean;
  /** A person fills it in for somebody else, so that the browser's own data are no help. */
  ofAnother?: boolean;
  label?: string;
  /** Of a long text. */
  rows?: number;
  className?: string;
}) => {
  const { hint, longest, type, autoComplete = "off", long } = profileText(column);
  return (
    <FormField
      form={form}
      name={column}
      label={label}
      hint={hint}
      required={required}
      optional={!required}
      className={className}
    >
      {long ? (
        <Textarea rows={rows} maxLength={longest} />
      ) : (
        <Input
          type={type}
          inputMode={type}
          autoComplete={ofAnother ? "off" : autoComplete}
          maxLength={longest}
        />
      )}
    </FormField>
  );
};
