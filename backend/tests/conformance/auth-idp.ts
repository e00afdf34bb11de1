import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const SHA256_RSA = der(0x30, Buffer.from("06092a864886f70d01010b0500", "hex"));

/** A certificate that the key signs for itself (RFC 5280), as Base64. */
const certificateFor = (publicKey: KeyObject, privateKey: KeyObject): string => {
  const name = der(
    0x30,
    der(0x31, der(0x30, Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from("idp")))),
  );
  const time = (text: string) => der(0x17, Buffer.from(text));
  const facts = der(
    0x30,
    der(0x02, Buffer.from([1])),
    SHA256_RSA,
    name,
    der(0x30, time("200101000000Z"), time("491231000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", facts, privateKey);
  const whole = der(0x30, facts, SHA256_RSA, der(0x03, Buffer.from([0]), signature));
  return whole.toString("base64");
};

/** What goes into one response; the times are in milliseconds. */
export interface AssertionOptions {
  acsUrl: string;
  audience: string;
  now: number;
  nameId?: string;
  nameIdFormat?: string;
  inResponseTo?: string | null;
  recipient?: string;
  destination?: string;
  issuer?: string;
  status?: string;
  expiresIn?: number;
  startsIn?: number;
  sessionEndsIn?: number;
  attributes?: Record<string, string[]>;
  /** Which elements are signed. */
  signs?: ("Assertion" | "Response")[];
  algorithm?: "sha256" | "sha1";
  /** Changes the XML before it is signed, and after. */
  before?: (xml: string) => string;
  after?: (xml: string) => string;
}

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

/** An identity provider by SAML 2.0 that says whatever a test wants it to. */
export const createIdp = (entityId = "https://idp.example/metadata") => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const certificate = certificateFor(publicKey, privateKey);

  const signed = (xml: string, element: string, algorithm: "sha256" | "sha1"): string => {
    const [dsig, old] = ["http://www.w3.org/2000/09/xmldsig#", algorithm === "sha1"];
    const c14n = "http://www.w3.org/2001/10/xml-exc-c14n#";
    const signer = new SignedXml({
      privateKey: privateKey.export({ type: "pkcs8", format: "pem" }),
      signatureAlgorithm: old
        ? `${dsig}rsa-sha1`
        : "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      canonicalizationAlgorithm: c14n,
    });
    const xpath = `//*[local-name(.)='${element}']`;
    signer.addReference({
      xpath,
      transforms: [`${dsig}enveloped-signature`, c14n],
      digestAlgorithm: old ? `${dsig}sha1` : "http://www.w3.org/2001/04/xmlenc#sha256",
    });
    signer.computeSignature(xml, {
      location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
    });
    return signer.getSignedXml();
  };

  return {
    entityId,
    metadata: (from = entityId) => `<?xml version="1.0"?><!-- made by a test -->
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${from}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`,

    /** The form that the browser brings back, as the provider would fill it. */
    respond(assertion: AssertionOptions): string {
      const { acsUrl, now, inResponseTo, nameId = "u-1", nameIdFormat = PERSISTENT } = assertion;
      const at = (ms: number) => new Date(now + ms).toISOString();
      const to = inResponseTo ? ` InResponseTo="${inResponseTo}"` : "";
      const issuer = `<saml:Issuer>${assertion.issuer ?? entityId}</saml:Issuer>`;
      const end = at(assertion.expiresIn ?? 120_000);
      const attributes = Object.entries(assertion.attributes ?? {}).map(
        ([name, values]) =>
          `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute>`,
      );
      const session =
        assertion.sessionEndsIn === undefined
          ? ""
          : ` SessionNotOnOrAfter="${at(assertion.sessionEndsIn)}"`;
      let xml =
        `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="r-${crypto.randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${assertion.destination ?? acsUrl}"${to}>${issuer}` +
        `<samlp:Status><samlp:StatusCode Value="${assertion.status ?? "urn:oasis:names:tc:SAML:2.0:status:Success"}"/></samlp:Status>` +
        `<saml:Assertion ID="a-${crypto.randomUUID()}" Version="2.0" IssueInstant="${at(0)}">${issuer}` +
        `<saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${assertion.recipient ?? acsUrl}"${to}/></saml:SubjectConfirmation></saml:Subject>` +
        `<saml:Conditions NotBefore="${at(assertion.startsIn ?? -1000)}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${assertion.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
        `<saml:AuthnStatement AuthnInstant="${at(0)}"${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
        `${attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement>` : ""}</saml:Assertion></samlp:Response>`;
      xml = assertion.before?.(xml) ?? xml;
      for (const element of assertion.signs ?? ["Assertion"]) {
        xml = signed(xml, element, assertion.algorithm ?? "sha256");
      }
      return Buffer.from(assertion.after?.(xml) ?? xml).toString("base64");
    },
  };
};
export type Idp = ReturnType<typeof createIdp>;

/** The request that an address carries to the provider. */
export const requestIn = (url: string) => {
  const { searchParams } = new URL(url);
  const packed = Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64");
  const xml = inflateRawSync(packed).toString();
  return {
    xml,
    id: / ID="([^"]+)"/.exec(xml)?.[1] ?? "",
    relayState: searchParams.get("RelayState") ?? "",
  };
};
