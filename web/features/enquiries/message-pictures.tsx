import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { FormField } from "#web/ui/form.tsx";
import { PictureField } from "#web/ui/pictures/picture-field.tsx";

/** Adds pictures to a message; only the two sides of the conversation can read them. */
export const MessagePictures = <Values extends FieldValues & { pictures: string[] }>({
  form,
  userId,
  uploading,
  onUploading,
  compact = false,
}: {
  form: UseFormReturn<Values>;
  userId: string;
  uploading: boolean;
  onUploading: (uploading: boolean) => void;
  /** The button alone, in a row with the one that sends. */
  compact?: boolean;
}) => (
  <FormField
    form={form}
    name={"pictures" as FieldPath<Values>}
    label="Pictures"
    group
    optional
    hideLabel={compact}
  >
    {(field) => (
      <PictureField
        pictures={field.value}
        userId={userId}
        bucket="enquiry_pictures"
        onChange={field.onChange}
        compact={compact}
        uploading={uploading}
        onUploading={onUploading}
      />
    )}
  </FormField>
);
