import { json } from "#backend/core/http/http.ts";
import type { Endpoint } from "../context.ts";
import { userJson } from "../users/user.ts";
import { namedUser } from "./admin.ts";

/** GET /admin/users/:id */
export const adminUsersGet: Endpoint = async (auth, call) =>
  json(userJson(await namedUser(auth, call)));
