import { type KeyObject, randomUUID, sign } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { certificateOf } from "./certificate.ts";

/** Our identity towards providers; the same addresses as on the hosted platform. */
export interface ServiceProvider {
  entityId: string;
  acsUrl: string;
  /** The key that signs requests and decrypts assertions; without it neither is possible. */
  privateKey?: KeyObject;
}

export const serviceProvider = (publicUrl: string, privateKey?: KeyObject): ServiceProvider => ({
  privateKey,
  entityId: `${publicUrl}/auth/v1/sso/saml/metadata`,
  acsUrl: `${publicUrl}/auth/v1/sso/saml/acs`,
});

export const NAME_ID = {
  persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  transient: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  email: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  unspecified: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
} as const;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** How to encrypt for us: the safest way first. */
const ENCRYPTIONS = [
  "http://www.w3.org/2009/xmlenc11#aes256-gcm",
  "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
  "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
];

const keyDescriptors = (privateKey: KeyObject): string => {
  const certificate = certificateOf(privateKey);
  const methods = ENCRYPTIONS.map((name) => `<EncryptionMethod Algorithm="${name}"/>`).join("");
  return ["signing", "encryption"]
    .map(
      (use) =>
        `    <KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>${use === "encryption" ? methods : ""}</KeyDescriptor>\n`,
    )
    .join("");
};

/** Our metadata, for the operator of an identity provider. */
export const metadataXml = (
  { entityId, acsUrl, privateKey }: ServiceProvider,
  validUntil?: Date,
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}"${validUntil ? ` validUntil="${validUntil.toISOString()}"` : ""}>
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="${Boolean(privateKey)}" WantAssertionsSigned="true">
${privateKey ? keyDescriptors(privateKey) : ""}    <NameIDFormat>${NAME_ID.email}</NameIDFormat>
    <NameIDFormat>${NAME_ID.persistent}</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsUrl)}" index="1"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;

/** The address at which the browser signs in, and the id that the response must refer to. */
export const authnRequest = (
  service: ServiceProvider,
  request: { ssoUrl: string; nameIdFormat: string | null; relayState: string; now: number },
): { url: string; requestId: string } => {
  const requestId = `id-${randomUUID()}`;
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${requestId}" Version="2.0" IssueInstant="${new Date(request.now).toISOString()}"` +
    ` Destination="${escaped(request.ssoUrl)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"` +
    ` AssertionConsumerServiceURL="${escaped(service.acsUrl)}">` +
    `<saml:Issuer>${escaped(service.entityId)}</saml:Issuer>` +
    `<samlp:NameIDPolicy Format="${escaped(request.nameIdFormat ?? NAME_ID.persistent)}" AllowCreate="true"/>` +
    `</samlp:AuthnRequest>`;
  const query = new URLSearchParams({
    SAMLRequest: deflateRawSync(xml).toString("base64"),
    RelayState: request.relayState,
  });
  if (service.privateKey) {
    // The signature covers exactly this part of the address (SAML 2.0 bindings, section 3.4.4.1).
    query.set("SigAlg", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    const signature = sign("sha256", Buffer.from(query.toString()), service.privateKey);
    query.set("Signature", signature.toString("base64"));
  }
  const url = new URL(request.ssoUrl);
  url.search = url.search ? `${url.search}&${query}` : `${query}`;
  return { url: url.href, requestId };
};
