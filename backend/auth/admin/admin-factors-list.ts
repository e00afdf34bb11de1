import { json } from "#backend/core/http/http.ts";
import type { Endpoint } from "../context.ts";
import { factorJson } from "../users/user.ts";
import { namedUser } from "./admin.ts";

/** GET /admin/users/:id/factors */
export const adminFactorsList: Endpoint = async (auth, call) =>
  json((await namedUser(auth, call)).factors.map(factorJson));
