import { zodResolver } from "@hookform/resolvers/zod";
import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import {
  accountLabels,
  fullNameOf,
  pathAfterLogin,
  type SignUpType,
  signUpTypeOf,
} from "#domain/accounts/accounts.ts";
import { finishSignUpForm, type SignUpValues } from "#domain/accounts/forms.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { faultOf } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { safePath } from "#web/session/return-path.ts";
import { type ResolvedSession, refreshSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { useForm } from "#web/ui/form.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "../auth-card.tsx";
import { metadataOf } from "./sign-up.ts";
import { SignUpForm } from "./sign-up-form.tsx";

const RESOLVERS = {
  client: zodResolver(finishSignUpForm("client")),
  provider: zodResolver(finishSignUpForm("provider")),
};

/**
 * Whether a person came from an identity provider and has not filled in the form yet; others are not
 * checked.
 */
export const isUnfinished = async (db: Db, user: User): Promise<boolean> => {
  if ((user.app_metadata.provider ?? "email") === "email") return false;
  const { data } = await db.rpc("sign_up_unfinished");
  return data ?? false;
};

/**
 * The first page of /account for people who came from another site's sign-in: the sign-up form without
 * address and password. `?finish=` is the tab it began on, `?return=` the next page.
 */
export const FinishSignUp = ({
  session,
  groups,
}: {
  session: Extract<ResolvedSession, { status: "signed-in" }>;
  groups: readonly CategoryGroup[];
}) => {
  const [query] = useSearchParams();
  const [type, setType] = useState<SignUpType>(signUpTypeOf(query.get("finish")));
  const navigate = useNavigate();
  const { siteName } = useSettings();
  const { user, profile } = session;
  const form = useForm<SignUpValues, unknown, SignUpValues>({
    resolver: RESOLVERS[type],
    defaultValues: {
      full_name: fullNameOf(profile),
      email: user.email ?? "",
      location: profile?.location ?? "",
      phone_number: "",
      business_name: "",
      categories: [],
      password: "",
      confirmPassword: "",
    },
  });

  const submit = async (values: SignUpValues) => {
    try {
      await performWrite(async (db) => {
        await db.rpc("finish_sign_up", { details: metadataOf(values, type) }).throwOnError();
      });
    } catch (error) {
      return {
        message: faultOf(error, "Failed to finish signing up. Please try again.", true).message,
      };
    }
    const now = await refreshSession();
    toast({ title: `Welcome to ${siteName}!`, variant: "success" });
    const known = now.status === "signed-in" ? now : null;
    const path = pathAfterLogin(
      safePath(query.get("return")),
      known?.profile ?? null,
      known?.subscription.isSubscribed ?? false,
    );
    await navigate(path, { replace: true });
  };

  return (
    <AuthCard
      title="Finish signing up"
      lead={
        <>
          You are signed in as <strong className="wrap-anywhere">{user.email}</strong>. Tell us who
          you are, and you are ready to go.
        </>
      }
    >
      <Tabs
        layout="split"
        label="Account type"
        value={type}
        onChange={(value) => {
          setType(signUpTypeOf(value));
          form.clearErrors();
        }}
        tabs={(["client", "provider"] as const).map((value) => ({
          value,
          label: accountLabels(siteName)[value],
          content: <SignUpForm form={form} type={value} groups={groups} known onSubmit={submit} />,
        }))}
      />
    </AuthCard>
  );
};
