import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Endpoint, timestamp } from "../context.ts";
import { brokenConstraint } from "../errors.ts";
import { nameConflict, namedFactor } from "../mfa/factors.ts";
import { phoneNumber, readJson, text } from "../request.ts";
import { factorJson } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { namedUser } from "./admin.ts";

const Body = z.object({ friendly_name: text(255), phone: text(32) });

/** PUT /admin/users/:id/factors/:factorId: a new name, or a phone factor's new number. */
export const adminFactorsUpdate: Endpoint = async (auth, call) => {
  const { db } = auth.core;
  const user = await namedUser(auth, call);
  const factor = namedFactor(user, call.params.factorId);
  const body = await readJson(call.request, Body);
  const phone = body.phone && factor.factor_type === "phone" ? phoneNumber(body.phone) : null;
  await db
    .transaction(async (tx) => {
      await tx.query(
        `update auth.mfa_factors set friendly_name = coalesce(nullif($2, ''), friendly_name),
           phone = coalesce($3, phone), updated_at = $4 where id = $1`,
        [factor.id, body.friendly_name, phone, timestamp(auth)],
      );
      await audit(auth, tx, call.ip, "factor_updated", null, {
        user_id: user.id,
        factor_id: factor.id,
        new_factor_status: factor.status,
      });
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== "mfa_factors_user_friendly_name_unique") throw error;
      throw nameConflict(body.friendly_name, error);
    });
  return json(factorJson(namedFactor(await reload(db, user.id), factor.id)));
};
