import { type SignUpType, splitFullName } from "#domain/accounts.ts";
import {
  ALREADY_REGISTERED,
  classifySignUpError,
  type SignUpFailure,
} from "#domain/accounts-errors.ts";
import type { SignUpValues } from "#domain/accounts-forms.ts";
import type { Db } from "#web/session/site.ts";

type SignUpOutcome = { kind: "created"; emailSendFailed: boolean } | SignUpFailure;

/** The metadata that the profile is made of (spec 1 section 3, Sign-up metadata). */
export const metadataOf = (values: SignUpValues, accountType: SignUpType) => {
  const { firstName, lastName } = splitFullName(values.fullName);
  return {
    first_name: firstName,
    last_name: lastName,
    location: values.location,
    account_type: accountType,
    phone_number: values.phone || null,
    categories: values.categories,
    ...(accountType === "provider" ? { business_name: values.businessName } : {}),
  };
};

/**
 * Makes the account; its mail leads to `origin`. Where the service says that the mail could not be sent, it is asked by a sign-in
 * (on `trial`, a client that nothing watches) whether the account stands: some services take it back.
 */
export const signUp = async (
  db: Db,
  trial: () => Promise<Db>,
  values: SignUpValues,
  accountType: SignUpType,
  origin: string,
): Promise<SignUpOutcome> => {
  const { email, password } = values;
  const { data, error } = await db.auth.signUp({
    email,
    password,
    options: {
      data: metadataOf(values, accountType),
      emailRedirectTo: `${origin}/confirm-email`,
    },
  });
  if (!error) {
    // A known address is answered like a new one, but without identities.
    if (data.user?.identities?.length === 0) {
      return { kind: "already-registered", message: ALREADY_REGISTERED };
    }
    return { kind: "created", emailSendFailed: false };
  }
  const failure = classifySignUpError(error);
  if (failure.kind !== "mail-not-sent") return failure;
  const probe = await (await trial()).auth.signInWithPassword({ email, password });
  if (probe.error?.code === "email_not_confirmed")
    return { kind: "created", emailSendFailed: true };
  return failure;
};
