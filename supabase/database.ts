import type { z } from "zod";
import type { accountResults } from "#domain/accounts/results.ts";
import type { auditResults } from "#domain/audit/results.ts";
import type { businessResults } from "#domain/businesses/results.ts";
import type { categoryResults } from "#domain/categories/results.ts";
import type { feedbackResults } from "#domain/feedback/results.ts";
import type { jobResults } from "#domain/jobs/results.ts";
import type { providerResults } from "#domain/providers/results.ts";
import type { siteResults } from "#domain/site/results.ts";
import type { statisticsResults } from "#domain/statistics/results.ts";
import type { Database as Generated } from "./database.types.ts";

export type { Json } from "./database.types.ts";

/**
 * The JSON results of functions, which the generated types do not know. Only types reach the browser; in
 * tests every response is parsed by the same schema (tests/parse-results.ts).
 */
type Schemas = typeof accountResults &
  typeof auditResults &
  typeof businessResults &
  typeof categoryResults &
  typeof feedbackResults &
  typeof jobResults &
  typeof providerResults &
  typeof siteResults &
  typeof statisticsResults;

type Functions = Generated["public"]["Functions"];
type Profile = Generated["public"]["Tables"]["profiles"]["Row"];
type PublicProvider = Generated["public"]["Views"]["public_providers"]["Row"];

/** The generated types let every column of a view be null; these never are. */
type Given =
  | "categories"
  | "created_at"
  | "first_name"
  | "id"
  | "last_name"
  | "name"
  | "rating_count"
  | "selections"
  | "updated_at"
  | "user_id";

type Returned<Name extends keyof Schemas> = z.output<Schemas[Name]>;

/** A provider of the directory, with the rating by verified hires. */
export type ListedProvider = PublicProvider & {
  [Column in Given]: NonNullable<PublicProvider[Column]>;
} & Pick<NonNullable<Returned<"provider_page">["provider"]>, "verified_average" | "verified_count">;

/** An account of the admins' list, with at most three names of categories. */
export type ListedAccount = Omit<
  Profile,
  "search_words" | "skills" | "social_links" | "work_samples"
> & {
  category_names: string[];
};

/** Rows in JSON, as the generated types know them. */
interface Rows {
  admin_users: { users: ListedAccount[] };
  provider_page: { provider: ListedProvider | null };
}

type Result<Name extends keyof Schemas> = Name extends keyof Rows
  ? Omit<Returned<Name>, keyof Rows[Name]> & Rows[Name]
  : Returned<Name>;

/** The generated types, with the results of functions that give JSON. */
export type Database = Omit<Generated, "public"> & {
  public: Omit<Generated["public"], "Functions"> & {
    Functions: {
      [Name in keyof Functions]: Name extends keyof Schemas
        ? Omit<Functions[Name], "Returns"> & { Returns: Result<Name> }
        : Functions[Name];
    };
  };
};
