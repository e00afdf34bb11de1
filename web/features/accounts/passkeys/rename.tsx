import { sessionClient } from "#web/session/session.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Passkey, reasonOf } from "./passkeys.ts";

/** The service's limit. */
const LONGEST_NAME = 120;

/** A new name for a passkey, so that people recognise the device. */
export const RenamePasskey = ({
  passkey,
  onDone,
}: {
  passkey: Passkey;
  onDone: () => Promise<void>;
}) => {
  const form = useForm({ defaultValues: { name: passkey.friendly_name ?? "" } });
  const submit = async ({ name }: { name: string }) => {
    const friendlyName = name.trim();
    if (friendlyName === "") return { fields: { name: "Please enter a name" } };
    const db = await sessionClient();
    const { error } = await db.auth.passkey.update({ passkeyId: passkey.id, friendlyName });
    if (error) return { message: reasonOf(error) };
    toast({ title: "Passkey renamed", variant: "success" });
    await onDone();
  };
  return (
    <Form form={form} onSubmit={submit}>
      <FormField form={form} name="name" label="Name" hint="Such as the device it is on" required>
        <Input maxLength={LONGEST_NAME} autoComplete="off" />
      </FormField>
      <SubmitButton size="lg">Save name</SubmitButton>
    </Form>
  );
};
