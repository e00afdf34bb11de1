import { X509Certificate } from "node:crypto";
import { attribute, children, everything, NS, parseXml, SamlError, textIn } from "./xml.ts";

const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** An identity provider's description of itself. */
export interface IdpMetadata {
  entityId: string;
  /** The address at which browsers sign in. */
  ssoUrl: string;
  /** PEM. */
  certificates: string[];
}

/** The certificates that the provider signs with. */
const certificatesOf = (descriptor: Element): string[] =>
  children(descriptor, NS.metadata, "KeyDescriptor")
    .filter((key) => (attribute(key, "use") ?? "signing") === "signing")
    .flatMap((key) => everything(key))
    .filter((one) => one.namespaceURI === NS.signature && one.localName === "X509Certificate")
    .map((one) => {
      const base64 = textIn(one).replace(/\s/g, "");
      try {
        return new X509Certificate(Buffer.from(base64, "base64")).toString();
      } catch (cause) {
        throw new SamlError("SAML Metadata holds a certificate that cannot be read", { cause });
      }
    });

/** Parses a provider's metadata; throws SamlError with a message for the operator. */
export const parseMetadata = (xml: string): IdpMetadata => {
  const root = parseXml(xml, { comments: true });
  if (root.namespaceURI !== NS.metadata || root.localName !== "EntityDescriptor") {
    throw new SamlError("SAML Metadata does not contain an EntityDescriptor");
  }
  const entityId = attribute(root, "entityID") ?? "";
  if (!entityId) throw new SamlError("SAML Metadata does not contain an EntityID");
  const [descriptor, ...others] = children(root, NS.metadata, "IDPSSODescriptor");
  if (!descriptor) throw new SamlError("SAML Metadata does not contain any IDPSSODescriptor");
  if (others.length > 0) throw new SamlError("SAML Metadata contains multiple IDPSSODescriptors");
  const certificates = certificatesOf(descriptor);
  if (certificates.length === 0) {
    throw new SamlError("SAML Metadata does not contain a signing certificate");
  }
  const service = children(descriptor, NS.metadata, "SingleSignOnService").find(
    (one) => attribute(one, "Binding") === REDIRECT,
  );
  const ssoUrl = (service && attribute(service, "Location")) ?? "";
  if (!/^https?:\/\//i.test(ssoUrl) || !URL.canParse(ssoUrl)) {
    throw new SamlError("SAML Metadata does not contain a SingleSignOnService by HTTP-Redirect");
  }
  return { entityId, ssoUrl, certificates };
};
