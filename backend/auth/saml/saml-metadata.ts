import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { metadataXml, serviceProvider } from "./service.ts";

const FIVE_YEARS_MS = 5 * 365 * 24 * 3600 * 1000;

/** GET /sso/saml/metadata: our description, for the operator of an identity provider. */
export const samlMetadata: Endpoint = async ({ config, core }, { url }) => {
  if (!config.saml.enabled) throw refuse("saml_provider_disabled");
  const download = url.searchParams.get("download") === "true";
  const until = download ? new Date(core.clock.now() + FIVE_YEARS_MS) : undefined;
  return new Response(metadataXml(serviceProvider(core.publicUrl, config.saml.privateKey), until), {
    headers: {
      "content-type": "application/xml",
      "cache-control": "public, max-age=600",
      ...(download ? { "content-disposition": 'attachment; filename="metadata.xml"' } : {}),
    },
  });
};
