import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useNavigate } from "react-router";
import { PROFILE_NOT_UPDATED } from "#domain/accounts/messages.ts";
import { PROFILE_TOAST_MS } from "#domain/accounts/profile.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { failureToast } from "#web/session/refusal.ts";
import type { Profile } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Form, SubmitButton, useForm } from "#web/ui/form.tsx";
import { toast } from "#web/ui/toast.ts";
import { ProfileRows } from "./profile-rows.tsx";
import { formOf, onlyCategories, saveProfile, type Values, valuesOf } from "./profile-values.ts";

/** My Profile: what others read about the person (spec 1 sections 5 and 7). */
export const ProfileForm = ({
  profile,
  groups,
}: {
  profile: Profile;
  groups: readonly CategoryGroup[];
}) => {
  const navigate = useNavigate();
  const provider = profile.account_type === "provider";
  const form = useForm({
    resolver: zodResolver(formOf(profile)),
    defaultValues: valuesOf(profile),
  });
  const [saves, setSaves] = useState(0);
  const { run } = useWrite((db, values: Values) => saveProfile(db, profile, values));

  const submit = async (values: Values) => {
    try {
      await run(values);
    } catch (error) {
      const title = onlyCategories(valuesOf(profile), values)
        ? "Error updating categories"
        : "Update failed";
      const failure = failureToast(error, title, PROFILE_NOT_UPDATED.description);
      toast({ ...failure, duration: PROFILE_TOAST_MS });
      return { message: failure.description };
    }
    form.reset(values);
    setSaves((before) => before + 1);
    toast({ title: "Profile updated", variant: "success", duration: PROFILE_TOAST_MS });
    if (provider) await navigate(`/directory/${profile.id}`);
  };

  return (
    <Form form={form} onSubmit={submit} draft={`profile:${profile.id}`}>
      <ProfileRows
        form={form}
        accountType={profile.account_type}
        oneName={profile.last_name === ""}
        groups={groups}
        saves={saves}
      >
        <SubmitButton size="lg" className="justify-self-start">
          Save changes
        </SubmitButton>
      </ProfileRows>
    </Form>
  );
};
