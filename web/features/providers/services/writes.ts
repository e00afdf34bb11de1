import { SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { priceColumns } from "#domain/providers/prices.ts";
import type { ServiceValues } from "#domain/providers/services.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";

const columnsOf = (values: ServiceValues) => ({
  title: values.title,
  description: values.description || null,
  category: values.category || null,
  ...priceColumns(values),
});

/** Adds a service, or changes the one with this id. */
export const saveService = async (
  db: Db,
  providerId: string,
  id: string | null,
  values: ServiceValues,
): Promise<void> => {
  const table = db.from("services");
  await changedRows(
    id
      ? table.update(columnsOf(values)).eq("id", id).select("id")
      : table.insert({ provider_id: providerId, ...columnsOf(values) }).select("id"),
  );
};

export const deleteService = async (db: Db, id: string): Promise<void> => {
  await changedRows(db.from("services").delete().eq("id", id).select("id"));
};

export const reorderServices = async (db: Db, ids: string[]): Promise<void> => {
  await db.rpc("reorder_services", { ids }).throwOnError();
};

/** The database's refusal to add without a live membership. */
export const NO_MEMBERSHIP = { code: "42501", message: SUBSCRIPTION_REQUIRED };
