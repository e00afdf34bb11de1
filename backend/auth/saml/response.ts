import { NAME_ID, type ServiceProvider } from "./service.ts";
import { signedAssertion } from "./signature.ts";
import { attribute, children, NS, only, parseXml, SamlError, textIn } from "./xml.ts";

/** Tolerance for clocks that differ. */
const SKEW_MS = 60_000;

const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/** The facts that an identity provider vouches for. */
export interface Assertion {
  id: string;
  nameId: string;
  nameIdFormat: string;
  /** By name and by friendly name. */
  attributes: Map<string, string[]>;
  /** When it can no longer sign anybody in (milliseconds since the epoch). */
  expires: number;
  /** When the session must end, if the provider says so. */
  sessionEnds: number | null;
}

interface Expected {
  service: ServiceProvider;
  issuer: string;
  certificates: readonly string[];
  /** The request that it must respond to; null for a sign-in that the provider started. */
  requestId: string | null;
  now: number;
}

const timeOf = (element: Element, name: string): number | null => {
  const value = attribute(element, name);
  if (value === null) return null;
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(time)) throw new SamlError(`${name} is no time`);
  return time;
};

const checkEnvelope = (response: Element, { service, issuer, requestId }: Expected) => {
  if (response.namespaceURI !== NS.protocol || response.localName !== "Response") {
    throw new SamlError("There is no Response");
  }
  const code = only(only(response, NS.protocol, "Status"), NS.protocol, "StatusCode");
  if (attribute(code, "Value") !== SUCCESS) {
    throw new SamlError(`The provider answered ${attribute(code, "Value")}`);
  }
  const destination = attribute(response, "Destination");
  if (destination !== null && destination !== service.acsUrl) {
    throw new SamlError("The response is for somebody else");
  }
  for (const named of children(response, NS.assertion, "Issuer")) {
    if (textIn(named) !== issuer) throw new SamlError("The response is another provider's");
  }
  if (attribute(response, "InResponseTo") !== requestId) {
    throw new SamlError("The response is to another request");
  }
};

/** When the confirmation of the subject ends; refuses one that is not for us, now and this request. */
const confirmed = (subject: Element, { service, requestId, now }: Expected): number => {
  const ends = children(subject, NS.assertion, "SubjectConfirmation")
    .filter((one) => attribute(one, "Method") === BEARER)
    .flatMap((one) => children(one, NS.assertion, "SubjectConfirmationData"))
    .filter(
      (data) =>
        attribute(data, "Recipient") === service.acsUrl &&
        attribute(data, "InResponseTo") === requestId &&
        attribute(data, "NotBefore") === null,
    )
    .map((data) => timeOf(data, "NotOnOrAfter"))
    .find((end) => end !== null && end + SKEW_MS > now);
  if (!ends) throw new SamlError("The subject is not confirmed for this service and request");
  return ends;
};

const checkConditions = (assertion: Element, { service, now }: Expected): void => {
  const conditions = only(assertion, NS.assertion, "Conditions");
  const from = timeOf(conditions, "NotBefore");
  const until = timeOf(conditions, "NotOnOrAfter");
  if (from !== null && from - SKEW_MS > now) throw new SamlError("The assertion is not valid yet");
  if (until !== null && until + SKEW_MS <= now) throw new SamlError("The assertion has expired");
  const restrictions = children(conditions, NS.assertion, "AudienceRestriction");
  const isOurs = (restriction: Element) =>
    children(restriction, NS.assertion, "Audience").some(
      (audience) => textIn(audience) === service.entityId,
    );
  if (restrictions.length === 0 || !restrictions.every(isOurs)) {
    throw new SamlError("The assertion is for another audience");
  }
};

const attributesOf = (assertion: Element): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const statement of children(assertion, NS.assertion, "AttributeStatement")) {
    for (const one of children(statement, NS.assertion, "Attribute")) {
      const values = children(one, NS.assertion, "AttributeValue").map(textIn);
      const names = new Set([attribute(one, "Name"), attribute(one, "FriendlyName")]);
      for (const name of names) {
        if (name) found.set(name, [...(found.get(name) ?? []), ...values]);
      }
    }
  }
  return found;
};

/**
 * Parses an identity provider's response (SAML 2.0 profiles, section 4.1.4). Throws SamlError, for the log,
 * if it is not signed by the provider, or not for us, here, now and this request.
 */
export const readResponse = (xml: string, expected: Expected): Assertion => {
  const response = parseXml(xml);
  checkEnvelope(response, expected);
  const assertion = signedAssertion(
    xml,
    response,
    expected.certificates,
    expected.service.privateKey,
  );
  if (textIn(only(assertion, NS.assertion, "Issuer")) !== expected.issuer) {
    throw new SamlError("The assertion is another provider's");
  }
  checkConditions(assertion, expected);
  const subject = only(assertion, NS.assertion, "Subject");
  const nameId = only(subject, NS.assertion, "NameID");
  const expires = confirmed(subject, expected) + SKEW_MS;
  const statements = children(assertion, NS.assertion, "AuthnStatement");
  if (statements.length === 0) throw new SamlError("The assertion tells of no sign-in");
  const ends = statements
    .map((statement) => timeOf(statement, "SessionNotOnOrAfter"))
    .filter((end) => end !== null);
  const sessionEnds = ends.length > 0 ? Math.min(...ends) : null;
  if (sessionEnds !== null && sessionEnds <= expected.now) {
    throw new SamlError("The session has ended");
  }
  return {
    id: attribute(assertion, "ID") ?? "",
    nameId: textIn(nameId),
    nameIdFormat: attribute(nameId, "Format") ?? NAME_ID.unspecified,
    attributes: attributesOf(assertion),
    expires,
    sessionEnds,
  };
};
