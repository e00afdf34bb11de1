import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { json } from "#backend/core/http/http.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { type Auth, type Call, type Endpoint, timestamp } from "../context.ts";
import { brokenConstraint, refuse } from "../errors.ts";
import { isSafeUrl } from "../oauth/providers/wire.ts";
import { readJson, text } from "../request.ts";
import type { IdpMetadata } from "../saml/metadata.ts";
import {
  AttributeMapping,
  allProviders,
  fetchMetadata,
  findProvider,
  providerJson,
  readMetadata,
  type SsoProvider,
} from "../saml/providers.ts";
import { NAME_ID } from "../saml/service.ts";

const Body = z.object({
  type: text(16),
  resource_id: text(255),
  disabled: z.boolean().nullish(),
  metadata_url: text(2048),
  metadata_xml: text(60_000),
  domains: z.array(z.string().trim().toLowerCase().min(1).max(255)).max(100).nullish(),
  attribute_mapping: AttributeMapping.nullish(),
  name_id_format: text(128),
});
type Given = z.output<typeof Body>;

const check = (given: Given, creates: boolean): void => {
  const { metadata_url: url, metadata_xml: xml, name_id_format: format } = given;
  const formats: string[] = Object.values(NAME_ID);
  const wrong =
    creates && given.type !== "saml"
      ? "Only 'saml' supported for SSO provider type"
      : url && xml
        ? "Only one of metadata_xml or metadata_url needs to be set"
        : creates && !url && !xml
          ? "Either metadata_xml or metadata_url must be set"
          : url && !URL.canParse(url)
            ? "metadata_url is not a valid URL"
            : url && !isSafeUrl(url)
              ? "metadata_url is not a HTTPS URL"
              : format && !formats.includes(format)
                ? `name_id_format must be unspecified or one of ${formats.join(", ")}`
                : null;
  if (wrong) throw refuse("validation_failed", { message: wrong });
};

const metadataOf = async (given: Given): Promise<(IdpMetadata & { xml: string }) | null> => {
  const { metadata_url: url, metadata_xml: inline } = given;
  if (!url && !inline) return null;
  const xml = inline || (await fetchMetadata(url));
  return { ...readMetadata(xml), xml };
};

/** Gives the provider exactly these domains; refuses one that belongs to another provider. */
const setDomains = async (auth: Auth, tx: Queryable, id: string, domains: readonly string[]) => {
  for (const domain of domains) {
    const other = await findProvider(tx, "domain", domain);
    if (other && other.id !== id) {
      throw refuse("sso_domain_already_exists", {
        message: `SSO Domain '${domain}' is already assigned to an SSO identity provider (${other.id})`,
      });
    }
  }
  await tx.query("delete from auth.sso_domains where sso_provider_id = $1", [id]);
  await tx.query(
    `insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
     select gen_random_uuid(), $1::uuid, d, $3, $3 from (select distinct unnest($2::text[]) as d) given`,
    [id, domains, timestamp(auth)],
  );
};

/** The provider that the route names: by its id, or as `resource_<its resource id>`. */
const named = async (auth: Auth, { params }: Call): Promise<SsoProvider> => {
  const { db } = auth.core;
  const { id = "" } = params;
  const [, resource] = /^resource_(.+)$/.exec(id) ?? [];
  const byId = isUuid(id) ? await findProvider(db, "id", id) : null;
  const found = byId ?? (resource ? await findProvider(db, "resource_id", resource) : null);
  if (!found) throw refuse("sso_provider_not_found");
  return found;
};

const reloadProvider = async (db: Queryable, id: string): Promise<SsoProvider> => {
  const found = await findProvider(db, "id", id);
  if (!found) throw refuse("sso_provider_not_found");
  return found;
};

const asConflict = (error: unknown): unknown =>
  ["sso_domains_domain_idx", "sso_providers_resource_id_idx"].includes(
    brokenConstraint(error) ?? "",
  )
    ? refuse("sso_domain_already_exists", {
        message: "Another SSO provider has this domain or resource_id",
        cause: error,
      })
    : error;

/** GET /admin/sso/providers */
export const adminSsoList: Endpoint = async (auth) =>
  json({
    items: (await allProviders(auth.core.db)).map((one) => providerJson(one, { metadata: false })),
  });

/** GET /admin/sso/providers/:id */
export const adminSsoGet: Endpoint = async (auth, call) =>
  json(providerJson(await named(auth, call)));

/** POST /admin/sso/providers: adds an identity provider. */
export const adminSsoCreate: Endpoint = async (auth, call) => {
  const given = await readJson(call.request, Body);
  check(given, true);
  const metadata = await metadataOf(given);
  if (!metadata) throw refuse("validation_failed");
  const { db } = auth.core;
  if (await findProvider(db, "entity_id", metadata.entityId)) {
    throw refuse("saml_idp_already_exists", {
      message: `SAML Identity Provider with this EntityID (${metadata.entityId}) already exists`,
    });
  }
  const id = crypto.randomUUID();
  await db
    .transaction(async (tx) => {
      await tx.query(
        `insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
         values ($1, nullif($2, ''), $3, $4, $4)`,
        [id, given.resource_id, given.disabled ?? null, timestamp(auth)],
      );
      await tx.query(
        `insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url,
           attribute_mapping, name_id_format, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, $3, nullif($4, ''), $5, nullif($6, ''), $7, $7)`,
        [
          id,
          metadata.entityId,
          metadata.xml,
          given.metadata_url,
          JSON.stringify(given.attribute_mapping ?? {}),
          given.name_id_format,
          timestamp(auth),
        ],
      );
      await setDomains(auth, tx, id, given.domains ?? []);
    })
    .catch((error: unknown) => {
      throw asConflict(error);
    });
  return json(providerJson(await reloadProvider(db, id)), 201);
};

/** PUT /admin/sso/providers/:id: changes the given fields. */
export const adminSsoUpdate: Endpoint = async (auth, call) => {
  const provider = await named(auth, call);
  const given = await readJson(call.request, Body);
  check(given, false);
  const metadata = await metadataOf(given);
  if (metadata && metadata.entityId !== provider.entity_id) {
    throw refuse("saml_entity_id_mismatch", {
      message: `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entity_id}' but got '${metadata.entityId}'`,
    });
  }
  const { db } = auth.core;
  await db
    .transaction(async (tx) => {
      await tx.query(
        `update auth.sso_providers set resource_id = coalesce(nullif($2, ''), resource_id),
           disabled = coalesce($3, disabled), updated_at = $4 where id = $1`,
        [provider.id, given.resource_id, given.disabled ?? null, timestamp(auth)],
      );
      await tx.query(
        `update auth.saml_providers set metadata_xml = coalesce($2, metadata_xml),
           metadata_url = case when $2::text is null then metadata_url else nullif($3, '') end,
           attribute_mapping = coalesce($4::jsonb, attribute_mapping),
           name_id_format = coalesce(nullif($5, ''), name_id_format), updated_at = $6
         where sso_provider_id = $1`,
        [
          provider.id,
          metadata?.xml ?? null,
          given.metadata_url,
          given.attribute_mapping ? JSON.stringify(given.attribute_mapping) : null,
          given.name_id_format,
          timestamp(auth),
        ],
      );
      if (given.domains) await setDomains(auth, tx, provider.id, given.domains);
    })
    .catch((error: unknown) => {
      throw asConflict(error);
    });
  return json(providerJson(await reloadProvider(db, provider.id)));
};

/** DELETE /admin/sso/providers/:id: nobody can sign in through it any more; the accounts remain. */
export const adminSsoDelete: Endpoint = async (auth, call) => {
  const provider = await named(auth, call);
  await auth.core.db.query("delete from auth.sso_providers where id = $1", [provider.id]);
  return json(providerJson(provider));
};
