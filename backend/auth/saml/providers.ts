import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { type IdpMetadata, parseMetadata } from "./metadata.ts";
import { SamlError } from "./xml.ts";

export const AttributeMapping = z.object({
  keys: z
    .record(
      z.string().max(64),
      z.object({
        name: z.string().max(512).optional(),
        names: z.array(z.string().max(512)).max(20).optional(),
        default: z.unknown().optional(),
        array: z.boolean().optional(),
      }),
    )
    .optional(),
});
export type Mapping = z.output<typeof AttributeMapping>;

/** An identity provider that the operator added. */
export interface SsoProvider extends Record<string, unknown> {
  id: string;
  resource_id: string | null;
  disabled: boolean | null;
  entity_id: string;
  metadata_xml: string;
  metadata_url: string | null;
  attribute_mapping: Mapping | null;
  name_id_format: string | null;
  domains: string[];
  created_at: Date;
  updated_at: Date;
  metadata_at: Date;
}

const SELECT = `select p.id, p.resource_id, p.disabled, p.created_at, p.updated_at, s.entity_id, s.metadata_xml,
    s.metadata_url, s.attribute_mapping, s.name_id_format, s.updated_at as metadata_at, array(
      select d.domain from auth.sso_domains d where d.sso_provider_id = p.id order by d.created_at, d.domain
    ) as domains
  from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`;

export const allProviders = (db: Queryable): Promise<SsoProvider[]> =>
  db.query<SsoProvider>(`${SELECT} order by p.created_at, p.id`);

export const findProvider = async (
  db: Queryable,
  by: "id" | "entity_id" | "domain" | "resource_id",
  value: string,
): Promise<SsoProvider | null> => {
  const where = {
    id: "p.id = $1::uuid",
    entity_id: "s.entity_id = $1",
    resource_id: "lower(p.resource_id) = lower($1)",
    domain: `p.id in (select d.sso_provider_id from auth.sso_domains d where lower(d.domain) = lower($1))`,
  }[by];
  const [found] = await db.query<SsoProvider>(`${SELECT} where ${where}`, [value]);
  return found ?? null;
};

/** The provider as the API shows it. */
export const providerJson = (provider: SsoProvider, { metadata = true } = {}) => ({
  id: provider.id,
  resource_id: provider.resource_id ?? undefined,
  disabled: provider.disabled ?? false,
  saml: {
    entity_id: provider.entity_id,
    metadata_xml: metadata ? provider.metadata_xml : undefined,
    metadata_url: provider.metadata_url ?? undefined,
    attribute_mapping: provider.attribute_mapping ?? {},
    name_id_format: provider.name_id_format ?? undefined,
  },
  domains: provider.domains.map((domain) => ({ domain })),
  created_at: provider.created_at.toISOString(),
  updated_at: provider.updated_at.toISOString(),
});

const LONGEST = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** The metadata at an address from the operator: https, or this machine. */
export const fetchMetadata = async (url: string): Promise<string> => {
  const failed = (why: string, cause?: unknown) =>
    refuse("saml_metadata_fetch_failed", {
      message: `${why} error fetching SAML Metadata from URL '${url}'`,
      cause,
    });
  let text: string;
  try {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: "application/xml;charset=UTF-8" },
    });
    if (response.status !== 200) throw failed(`HTTP ${response.status}`);
    text = await response.text();
  } catch (error) {
    throw error instanceof TypeError || error instanceof DOMException
      ? failed("HTTP", error)
      : error;
  }
  if (text.length > LONGEST) throw failed("Size");
  return text;
};

/** Parses the operator's metadata; reports what is wrong with it. */
export const readMetadata = (xml: string): IdpMetadata => {
  try {
    return parseMetadata(xml);
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    throw refuse("validation_failed", { message: error.message, cause: error });
  }
};

const DAY_MS = 24 * 3600 * 1000;

/** The provider's metadata, loaded again once a day if it has an address; the stored one if that fails. */
export const currentMetadata = async (auth: Auth, provider: SsoProvider): Promise<IdpMetadata> => {
  const known = readMetadata(provider.metadata_xml);
  const { metadata_url: url, metadata_at } = provider;
  if (!url || auth.core.clock.now() - metadata_at.getTime() < DAY_MS) return known;
  let xml = provider.metadata_xml;
  let current = known;
  try {
    const fresh = await fetchMetadata(url);
    const read = readMetadata(fresh);
    if (read.entityId !== known.entityId) throw new SamlError("The EntityID has changed");
    [xml, current] = [fresh, read];
  } catch (error) {
    auth.core.log.warn("auth.saml_metadata", { provider: provider.id, error });
  }
  await auth.core.db.query(
    "update auth.saml_providers set metadata_xml = $2, updated_at = $3 where sso_provider_id = $1",
    [provider.id, xml, timestamp(auth)],
  );
  return current;
};
