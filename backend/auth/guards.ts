import { identify } from "#backend/kernel/caller.ts";
import { HttpError } from "#backend/kernel/errors.ts";
import type { Claims } from "#backend/kernel/tokens.ts";
import type { Auth, Call, Endpoint, UserEndpoint } from "./context.ts";
import { refuse } from "./errors.ts";
import { applicationOf } from "./oauth-server/scopes.ts";
import { isUuid } from "./request.ts";
import type { User } from "./user.ts";
import { isBanned, USER_COLUMNS } from "./users.ts";

/** For everybody who presents one of the project's API keys (or a token of ours), as the gateway of a
 * hosted project asks; an expired session beside a good key does no harm. */
export const keyed =
  (endpoint: Endpoint): Endpoint =>
  async (auth, call) => {
    const key = call.request.headers.get("apikey") ?? call.url.searchParams.get("apikey");
    const presented = key
      ? new Request(call.request.url, { headers: { apikey: key } })
      : call.request;
    await identify(presented, auth.kernel);
    return endpoint(auth, call);
  };

const bearerClaims = async (auth: Auth, call: Call): Promise<Claims> => {
  if (!/^bearer \S/i.test(call.request.headers.get("authorization") ?? "")) {
    throw refuse("no_authorization");
  }
  try {
    return (await identify(call.request, auth.kernel)).claims;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw refuse("bad_jwt", {
      message: `invalid JWT: unable to parse or verify signature, ${error.message}`,
      cause: error,
    });
  }
};

/** For a person, or an application on their behalf, whose session still stands: a signed-out or deleted one is refused at once. */
export const signedInAnywhere =
  (endpoint: UserEndpoint): Endpoint =>
  async (auth, call) => {
    const claims = await bearerClaims(auth, call);
    if (!isUuid(claims.sub)) {
      throw refuse("bad_jwt", { message: "invalid claim: missing sub claim" });
    }
    if (!isUuid(claims.session_id)) throw refuse("session_not_found");
    const [row] = await auth.kernel.db.query<
      User & {
        session_id: string | null;
        session_created_at: Date;
        session_aal: string | null;
        session_methods: string[];
        session_client: string | null;
        session_scopes: string | null;
      }
    >(
      `select ${USER_COLUMNS}, s.id as session_id, s.created_at as session_created_at,
              s.aal::text as session_aal, s.not_after, s.oauth_client_id as session_client,
              s.scopes as session_scopes, array(
                select c.authentication_method from auth.mfa_amr_claims c where c.session_id = s.id
              ) as session_methods
         from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = $2
        where u.id = $1`,
      [claims.sub, claims.session_id],
    );
    if (!row) throw refuse("session_not_found");
    const {
      session_id: sessionId,
      session_created_at,
      session_aal,
      session_methods,
      session_client,
      session_scopes,
      ...user
    } = row;
    const notAfter = row.not_after as Date | null;
    if (!sessionId || (notAfter && notAfter.getTime() <= auth.kernel.clock.now())) {
      throw refuse("session_not_found");
    }
    if (isBanned(auth, row)) throw refuse("user_banned");
    return endpoint(auth, {
      ...call,
      user: user as User,
      claims,
      session: {
        id: sessionId,
        createdAt: session_created_at,
        // A token from before the second factor stays what it was.
        aal: session_aal === "aal2" && (claims.aal ?? "aal2") === "aal2" ? "aal2" : "aal1",
        methods: session_methods,
        application: applicationOf(session_client, session_scopes),
      },
    });
  };

/** For a person in their own name: what an application was given is not enough to act for them. */
export const signedIn = (endpoint: UserEndpoint): Endpoint =>
  signedInAnywhere(async (auth, call) => {
    if (call.session.application) throw refuse("not_for_applications");
    return endpoint(auth, call);
  });

const OPERATORS = new Set(["service_role", "supabase_admin"]);

/** Whether the operator asks: a token that is wrong, or nobody's, is not theirs. */
export const isOperator = async (auth: Auth, call: Call): Promise<boolean> => {
  try {
    return OPERATORS.has((await bearerClaims(auth, call)).role ?? "");
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
};

/** For the operator alone: the service key, as key or as bearer token. */
export const operator =
  (endpoint: Endpoint): Endpoint =>
  async (auth, call) => {
    const claims = await bearerClaims(auth, call);
    if (!OPERATORS.has(claims.role ?? "")) throw refuse("not_admin");
    return endpoint(auth, call);
  };
