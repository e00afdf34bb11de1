import type { OAuthAuthorizationDetails } from "@supabase/supabase-js";
import { isNetworkCut, NETWORK_ISSUE } from "#domain/site-faults.ts";
import { OUR_SIDE_TRY_AGAIN } from "#domain/site-messages.ts";
import type { Db } from "#web/session/database.ts";
import { isAddress } from "./words.ts";

/** An application's request, the browser's next address, or why there is nothing to decide. */
export type Question =
  | { kind: "ask"; details: OAuthAuthorizationDetails }
  | { kind: "go"; address: string }
  /** The person must first confirm who they are. */
  | { kind: "unproven" }
  | { kind: "over"; message: string }
  | { kind: "failed"; message: string };

interface Refusal {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

const OVER =
  "It was answered already, took too long, or was opened with another account. Go back to the application and try again.";

/** Why there is no decision to make; none of this text comes from the application. */
const refused = (error: Refusal): Question => {
  if (isNetworkCut(error)) return { kind: "failed", message: NETWORK_ISSUE };
  if (error.code === "reauthentication_needed") return { kind: "unproven" };
  const isOver = error.status === 404 || error.code === "validation_failed";
  return isOver ? { kind: "over", message: OVER } : { kind: "failed", message: OUR_SIDE_TRY_AGAIN };
};

const leaveTo = (address: string): Question =>
  isAddress(address) ? { kind: "go", address } : { kind: "over", message: OVER };

/** Loads the request; a person who has shared that much with the application before is redirected. */
export const readQuestion = async (db: Db, name: string): Promise<Question> => {
  const { data, error } = await db.auth.oauth.getAuthorizationDetails(encodeURIComponent(name));
  if (error) return refused(error);
  return "redirect_url" in data ? leaveTo(data.redirect_url) : { kind: "ask", details: data };
};

/** Sends the person's decision; returns the browser's next address. */
export const decide = async (
  db: Db,
  name: string,
  decision: "approve" | "deny",
): Promise<Question> => {
  const { oauth } = db.auth;
  const act = decision === "approve" ? oauth.approveAuthorization : oauth.denyAuthorization;
  const { data, error } = await act(encodeURIComponent(name), { skipBrowserRedirect: true });
  return error ? refused(error) : leaveTo(data.redirect_url);
};
