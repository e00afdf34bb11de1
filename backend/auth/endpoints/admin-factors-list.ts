import { json } from "#backend/kernel/http.ts";
import { namedUser } from "../admin.ts";
import type { Endpoint } from "../context.ts";
import { factorJson } from "../user.ts";

/** GET /admin/users/:id/factors */
export const adminFactorsList: Endpoint = async (auth, call) =>
  json((await namedUser(auth, call)).factors.map(factorJson));
