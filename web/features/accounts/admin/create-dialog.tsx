import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useNavigate } from "react-router";
import { accountLabels } from "#domain/accounts/accounts.ts";
import { createProviderLabel, NO_PROVIDER, providerForm } from "#domain/accounts/admin.ts";
import { PROFILE_COLUMNS } from "#domain/accounts/fields.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { faultOf } from "#domain/site/faults.ts";
import { logoRefusal } from "#domain/site/logo.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { CategoryPicker, PICKER_LABELS } from "#web/features/categories/index.ts";
import { ProfileField } from "#web/features/providers/index.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { Form, FormField, useForm } from "#web/ui/form.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { createProvider, LOGO_ACCEPT } from "./writes.ts";

/** The description comes after the categories. */
const COLUMNS = PROFILE_COLUMNS.filter((column) => column !== "bio");

const PictureField = ({
  picture,
  onChange,
}: {
  picture: File | null;
  onChange: (picture: File | null) => void;
}) => {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <div>
      <p className="mb-1.5 font-semibold">
        Picture <span className="font-normal text-ink-soft">(optional)</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          accept={LOGO_ACCEPT}
          onFiles={([file]) => {
            if (!file) return;
            const words = logoRefusal(file);
            setRefusal(words);
            if (!words) onChange(file);
          }}
        >
          Choose a picture
        </FileButton>
        {picture && (
          <>
            <span className="min-w-0 truncate text-sm">{picture.name}</span>
            <Button variant="quiet" size="sm" onClick={() => onChange(null)}>
              Remove
            </Button>
          </>
        )}
      </div>
      <p role="alert" className="mt-1.5 text-sm font-semibold text-danger">
        {refusal}
      </p>
    </div>
  );
};

const CreateForm = ({
  groups,
  onDone,
}: {
  groups: readonly CategoryGroup[];
  onDone: () => void;
}) => {
  const navigate = useNavigate();
  const { siteName } = useSettings();
  const [picture, setPicture] = useState<File | null>(null);
  const { run } = useWrite(createProvider);
  const form = useForm({ resolver: zodResolver(providerForm), defaultValues: NO_PROVIDER });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        let made: Awaited<ReturnType<typeof run>>;
        try {
          made = await run({ values, picture });
        } catch (error) {
          const { message } = faultOf(error, "Failed to create the account", true);
          toast({ title: "Error", description: message, variant: "destructive" });
          return { message };
        }
        if (!made) return;
        toast({
          title: `${accountLabels(siteName).provider} created`,
          description: made.invited ? "The invitation is on its way." : undefined,
          variant: "success",
          action: { label: "View Directory", onPress: () => void navigate("/directory") },
        });
        onDone();
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {COLUMNS.map((column) => (
          <ProfileField
            key={column}
            form={form}
            column={column}
            ofAnother
            required={["first_name", "last_name", "business_name"].includes(column)}
          />
        ))}
        <FormField
          form={form}
          name="email"
          label="Email"
          hint="They are invited to choose a password. Without it nobody can sign in."
          optional
        >
          <Input type="email" maxLength={INPUT_LIMITS.email} autoComplete="off" />
        </FormField>
      </div>
      <FormField form={form} name="website_url" label="Website" optional>
        <Input type="url" maxLength={INPUT_LIMITS.web_address} placeholder="https://" />
      </FormField>
      <FormField
        form={form}
        name="categories"
        label={PICKER_LABELS.provider.replace(" *", "")}
        optional
      >
        {(field) => (
          <CategoryPicker groups={groups} value={field.value} onChange={field.onChange} />
        )}
      </FormField>
      <ProfileField form={form} column="bio" ofAnother rows={4} />
      <PictureField picture={picture} onChange={setPicture} />
      <FormButtons submit={createProviderLabel(siteName)} onCancel={onDone} />
    </Form>
  );
};

/** Creates a provider's account on another person's behalf. */
export const CreateDialog = ({
  open,
  groups,
  onClose,
}: {
  open: boolean;
  groups: readonly CategoryGroup[];
  onClose: () => void;
}) => {
  const { siteName } = useSettings();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={createProviderLabel(siteName)}
      description="They'll be listed once they join."
    >
      {open && <CreateForm groups={groups} onDone={onClose} />}
    </Dialog>
  );
};
