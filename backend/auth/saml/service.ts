import { randomUUID } from "node:crypto";
import { deflateRawSync } from "node:zlib";

/** Who we are towards identity providers; the same addresses as on the hosted platform. */
export interface ServiceProvider {
  entityId: string;
  acsUrl: string;
}

export const serviceProvider = (apiUrl: string): ServiceProvider => ({
  entityId: `${apiUrl}/auth/v1/sso/saml/metadata`,
  acsUrl: `${apiUrl}/auth/v1/sso/saml/acs`,
});

export const NAME_ID = {
  persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  transient: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  email: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  unspecified: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
} as const;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Our metadata, for the operator of an identity provider. */
export const metadataXml = ({ entityId, acsUrl }: ServiceProvider, validUntil?: Date): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}"${validUntil ? ` validUntil="${validUntil.toISOString()}"` : ""}>
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    <NameIDFormat>${NAME_ID.email}</NameIDFormat>
    <NameIDFormat>${NAME_ID.persistent}</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsUrl)}" index="1"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;

/** Where the browser goes to sign in, and the id that the answer must be to. */
export const authnRequest = (
  service: ServiceProvider,
  asked: { ssoUrl: string; nameIdFormat: string | null; relayState: string; now: number },
): { url: string; requestId: string } => {
  const requestId = `id-${randomUUID()}`;
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${requestId}" Version="2.0" IssueInstant="${new Date(asked.now).toISOString()}"` +
    ` Destination="${escaped(asked.ssoUrl)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"` +
    ` AssertionConsumerServiceURL="${escaped(service.acsUrl)}">` +
    `<saml:Issuer>${escaped(service.entityId)}</saml:Issuer>` +
    `<samlp:NameIDPolicy Format="${escaped(asked.nameIdFormat ?? NAME_ID.persistent)}" AllowCreate="true"/>` +
    `</samlp:AuthnRequest>`;
  const url = new URL(asked.ssoUrl);
  url.searchParams.set("SAMLRequest", deflateRawSync(xml).toString("base64"));
  url.searchParams.set("RelayState", asked.relayState);
  return { url: url.href, requestId };
};
