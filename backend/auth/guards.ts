import { HttpError } from "#backend/core/errors.ts";
import { identify } from "#backend/core/tokens/caller.ts";
import type { Claims } from "#backend/core/tokens/tokens.ts";
import { isUuid } from "#backend/core/uuid.ts";
import type { Auth, Call, Endpoint, NamedCall, NamedEndpoint, UserEndpoint } from "./context.ts";
import { refuse } from "./errors.ts";
import { CHOOSING } from "./sessions/recent-proof.ts";
import { OWN_SESSION } from "./sessions/sessions.ts";
import type { User } from "./users/user.ts";
import { isBanned, USER_COLUMNS } from "./users/users.ts";

/**
 * For callers with one of the project's API keys (or a token of ours), as required by a hosted project's
 * gateway; an expired session beside a valid key is accepted.
 */
export const requireApiKey =
  (endpoint: Endpoint): Endpoint =>
  async (auth, call) => {
    const key = call.request.headers.get("apikey") ?? call.url.searchParams.get("apikey");
    const presented = key
      ? new Request(call.request.url, { headers: { apikey: key } })
      : call.request;
    await identify(presented, auth.core);
    return endpoint(auth, call);
  };

const SEGMENTS = /^bearer [^.]*\.[^.]*\.[^.]*$/i;

/** What is wrong with a token, in the words of GoTrue's library, by which clients recognise it. */
const faultOf = (error: HttpError, header: string): string => {
  if (error.message === "JWT expired") return "token has invalid claims: token is expired";
  const { code } = (error.cause ?? {}) as { code?: string };
  if (code === "ERR_JWS_SIGNATURE_VERIFICATION_FAILED") {
    return "token signature is invalid: signature is invalid";
  }
  return SEGMENTS.test(header) || error.code !== "bad_jwt"
    ? error.message
    : "token is malformed: token contains an invalid number of segments";
};

const bearerClaims = async (auth: Auth, call: Call): Promise<Claims> => {
  const header = call.request.headers.get("authorization") ?? "";
  if (!/^bearer \S/i.test(header)) throw refuse("no_authorization");
  try {
    return (await identify(call.request, auth.core)).claims;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw refuse("bad_jwt", {
      message: `invalid JWT: unable to parse or verify signature, ${faultOf(error, header)}`,
      cause: error,
    });
  }
};

const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** The session that a token names; null if it names none. */
const sessionIn = ({ session_id: id }: Claims): string | null => {
  if (!id || id === NO_SESSION) return null;
  if (isUuid(id)) return id;
  throw refuse("bad_jwt", { message: "invalid claim: session_id claim must be a UUID" });
};

/**
 * For the user that a token names, if its session is still valid: people who signed out, are banned or were
 * deleted are refused at once.
 */
export const requireUser =
  (endpoint: NamedEndpoint): Endpoint =>
  async (auth, call) => {
    const claims = await bearerClaims(auth, call);
    if (!claims.sub) throw refuse("bad_jwt", { message: "invalid claim: missing sub claim" });
    if (!isUuid(claims.sub)) throw refuse("sub_malformed");
    const requiredSession = sessionIn(claims);
    const [row] = await auth.core.db.query<
      User & {
        session_id: string | null;
        session_created_at: Date;
        session_aal: string | null;
        session_methods: string[];
        session_proven_at: Date | null;
      }
    >(
      `select ${USER_COLUMNS}, s.id as session_id, s.created_at as session_created_at,
              s.aal::text as session_aal, s.not_after, array(
                select c.authentication_method from auth.mfa_amr_claims c where c.session_id = s.id
              ) as session_methods, (
                select max(c.updated_at) from auth.mfa_amr_claims c
                 where c.session_id = s.id and c.authentication_method <> all($3)
              ) as session_proven_at
         from auth.users u left join auth.sessions s
           on s.user_id = u.id and s.id = $2 and ${OWN_SESSION}
        where u.id = $1`,
      [claims.sub, requiredSession, CHOOSING],
    );
    if (!row) throw refuse("user_of_token_not_found");
    const {
      session_id: sessionId,
      session_created_at,
      session_aal,
      session_methods,
      session_proven_at,
      ...user
    } = row;
    const notAfter = row.not_after as Date | null;
    const ended = !sessionId || (notAfter && notAfter.getTime() <= auth.core.clock.now());
    if (requiredSession && ended) throw refuse("session_not_found");
    // A soft deletion leaves the row.
    if (row.deleted_at) throw refuse("user_of_token_not_found");
    if (isBanned(auth, row)) throw refuse("user_banned");
    const session: NamedCall["session"] = sessionId
      ? {
          id: sessionId,
          createdAt: session_created_at,
          // A token from before the second factor has its old level.
          aal: session_aal === "aal2" && (claims.aal ?? "aal2") === "aal2" ? "aal2" : "aal1",
          methods: session_methods,
          provenAt: session_proven_at,
        }
      : null;
    return endpoint(auth, { ...call, user: user as User, claims, session });
  };

/** For a person with a valid session. */
export const requireSession = (endpoint: UserEndpoint): Endpoint =>
  requireUser(async (auth, call) => {
    const { session } = call;
    if (!session) throw refuse("session_not_found");
    return endpoint(auth, { ...call, session });
  });

const OPERATORS = new Set(["service_role", "supabase_admin"]);

/** Whether the caller is the operator: an invalid or foreign token is not. */
export const isServiceRole = async (auth: Auth, call: Call): Promise<boolean> => {
  try {
    return OPERATORS.has((await bearerClaims(auth, call)).role ?? "");
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
};

/** For the operator alone: the service key, as API key or as bearer token. */
export const requireServiceRole =
  (endpoint: Endpoint): Endpoint =>
  async (auth, call) => {
    const claims = await bearerClaims(auth, call);
    if (!OPERATORS.has(claims.role ?? "")) throw refuse("not_admin");
    return endpoint(auth, call);
  };
