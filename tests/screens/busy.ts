import type { SupabaseClient } from "@supabase/supabase-js";
import { authenticatorCode } from "#backend/tests/totp.ts";
import { subscribe } from "../e2e/accounts/accounts.ts";
import { register } from "../e2e/admin.ts";
import { ADMIN, type Person } from "../e2e/site.ts";

export const LONG_ADDRESS =
  "maximilian.featherstonehaugh-cholmondeley@wolverhampton-restorations.example";
export const REPORTER = "worried@people.example";
export const TWO_STEPS: Person = {
  type: "client",
  email: "two.steps@example.co.uk",
  password: ADMIN.password,
};

/** What has another address in each run. */
export interface Made {
  /** A listed professional with the longest names. */
  long: string;
}

const requireTwoSteps = async (visitor: SupabaseClient): Promise<void> => {
  await visitor.auth.signInWithPassword(TWO_STEPS);
  const { data, error } = await visitor.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const code = authenticatorCode(data.totp.secret);
  const { error: wrong } = await visitor.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (wrong) throw wrong;
  await visitor.auth.signOut({ scope: "local" });
};

/** People and cases as they come: also with names and addresses that are longer than a column likes. */
export const makeBusy = async (
  { visitor, service, admin }: Record<"visitor" | "service" | "admin", SupabaseClient>,
  newcomers: readonly Person[],
): Promise<Made> => {
  const must = async <T>(call: PromiseLike<{ data: T; error: unknown }>) => {
    const { data, error } = await call;
    if (error || data === undefined) throw error;
    return data as NonNullable<T>;
  };
  const long = await register(service, "provider", LONG_ADDRESS, {
    first_name: "Maximilian Alexander",
    last_name: "Featherstonehaugh-Cholmondeley",
    location: "Wolverhampton, West Midlands",
    phone_number: "+44 1902 496 0123",
    business_name: "Featherstonehaugh-Cholmondeley & Daughters Heritage Restorations Ltd",
    categories: [
      "Construction/Trade > Specialist Tradesperson",
      "Construction/Trade > Stoneworker/Stonemason",
      "Construction/Trade > Plastering/Rendering",
    ],
  });
  const listedLong = await register(service, "provider", "bartholomew@wigglesworth.example", {
    first_name: "Bartholomew Christopher",
    last_name: "Wigglesworth-Fotheringham",
    location: "Newcastle upon Tyne, Tyne and Wear",
    phone_number: "+44 191 498 0123",
    business_name: "Wigglesworth-Fotheringham & Grandsons Cabinetmakers and Upholsterers Ltd",
    categories: ["Construction/Trade > Specialist Tradesperson", "Construction/Trade > Carpentry"],
  });
  await subscribe(service, listedLong.id, 300);
  for (const { email, type } of [...newcomers, TWO_STEPS])
    await register(service, type, email, {
      first_name: "Priya",
      last_name: "Shah",
      phone_number: type === "provider" ? "+44 113 496 0000" : undefined,
      business_name: "Shah Electrical",
      categories: ["Construction/Trade > Electrician"],
    });
  const listed = await must(service.from("public_providers").select("user_id").limit(3));
  const written = await must(service.from("feedback").select("id, title").limit(12));
  const seven = written.slice(0, 7).map(({ id }) => id);
  const waiting = { approved: false, moderated_at: null };
  await must(service.from("feedback").update(waiting).in("id", seven));
  const jobs = await must(service.from("jobs").select("id").eq("status", "open").limit(2));
  for (const [target_type, target_id, reason, details, email] of [
    [
      "profile",
      listed[0]?.user_id,
      "misleading",
      "They have not done this for eleven years: the firm is new.",
      REPORTER,
    ],
    ["job", jobs[0]?.id, "spam", "Posted three times with different telephone numbers."],
    ["feedback", written[9]?.id, "offensive", "It names my employee and where she lives."],
    ["profile", listed[1]?.user_id, "other", "The pictures are mine."],
  ]) {
    await must(visitor.rpc("report_content", { target_type, target_id, reason, details, email }));
  }
  for (const [name, value, why] of [
    ["maintenance_notice", { on: false, text: "We are back at six." }, "Work on Sunday"],
    ["contact_email", "help@solutionz.example", "The old address is full of spam"],
  ] as const) {
    const change = { setting_key: name, new_value: value, reason: why };
    await must(admin.rpc("admin_save_setting", change));
  }
  await must(
    admin.rpc("admin_toggle_user_status", {
      target_user_id: long.id,
      status_field: "is_visible",
      new_value: false,
      reason: "Waits for proof of the business",
    }),
  );
  await must(visitor.auth.resetPasswordForEmail(LONG_ADDRESS));
  await must(service.rpc("record_webhook", { p_name: "stripe" }));
  for (let call = 0; call < 3; call++)
    await must(
      service.rpc("record_webhook", { p_name: "stripe", p_error: "No such customer: 'cus_QxT3'" }),
    );
  await requireTwoSteps(visitor);
  return { long: listedLong.id };
};
