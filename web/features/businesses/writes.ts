import { splitFullName } from "#domain/accounts/accounts.ts";
import { classifySignUpError } from "#domain/accounts/errors.ts";
import type { ClaimForm } from "#domain/businesses/businesses.ts";
import type { Db } from "#web/session/database.ts";

export const addBusiness = async (db: Db, input: { name: string; email: string }) => {
  await db
    .from("businesses")
    .insert({ business_name: input.name, business_email: input.email || null })
    .throwOnError();
};

export const decideClaim = async (db: Db, input: { id: string; approve: boolean }) => {
  await db.rpc("admin_decide_claim", { claim_id: input.id, approve: input.approve }).throwOnError();
};

/** Sends a business its claim link; false if that happened within the last day. */
export const sendClaimLink = async (db: Db, id: string): Promise<boolean> => {
  const { data } = await db.rpc("admin_send_claim_link", { business_id: id }).throwOnError();
  return data;
};

/** The business's own answer to a claim, through the link of its mail. */
export const answerClaim = async (db: Db, input: { key: string; confirm: boolean }) => {
  await db.rpc("answer_claim", { link_key: input.key, confirm: input.confirm }).throwOnError();
};

/**
 * `approved` with the business's own address; otherwise `emailed` if the business itself may answer the
 * mail it was sent, or `waiting` if only an admin decides. A claim is also made if that mail could not be
 * sent.
 */
export const claimBusiness = async (
  db: Db,
  businessId: string,
): Promise<"approved" | "emailed" | "waiting"> => {
  const { data: outcome } = await db
    .rpc("claim_business", { business_id: businessId })
    .throwOnError();
  if (outcome === "approved") return "approved";
  const { data } = await db.functions.invoke<{ emailed: boolean }>("claim-notify", {
    body: { businessId },
  });
  return data?.emailed ? "emailed" : "waiting";
};

type SignUpToClaim = { kind: "failed"; message: string } | { kind: "verify" | "signed-in" };

/**
 * Creates a client's account with the claim: the database makes the claim when the mail's link is used
 * (P-27).
 */
export const signUpToClaim = async (
  db: Db,
  businessId: string,
  { name, email, password }: ClaimForm,
): Promise<SignUpToClaim> => {
  const { firstName, lastName } = splitFullName(name);
  const { data, error } = await db.auth.signUp({
    email,
    password,
    options: {
      data: {
        first_name: firstName,
        last_name: lastName,
        account_type: "client",
        claim_business: businessId,
      },
      emailRedirectTo: `${window.location.origin}/confirm-email`,
    },
  });
  if (error) return { kind: "failed", message: classifySignUpError(error).message };
  return { kind: data.session ? "signed-in" : "verify" };
};
