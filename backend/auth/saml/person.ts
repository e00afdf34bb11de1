import type { Metadata } from "../users/user.ts";
import type { Mapping } from "./providers.ts";
import type { Assertion } from "./response.ts";
import { NAME_ID } from "./service.ts";

/** The preferred permanent id of a person (SAML V2.0 Subject Identifier Attributes). */
const SUBJECT_ID = "urn:oasis:names:tc:SAML:attribute:subject-id";

const EMAILS = [
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "http://schemas.xmlsoap.org/claims/EmailAddress",
  "mail",
  "Mail",
  "email",
];

/** GoTrue's claims of a person; others from a mapping go below `custom_claims`. */
const CLAIMS = new Set([
  ...["name", "family_name", "given_name", "middle_name", "nickname", "preferred_username"],
  ...["profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at"],
  ...["phone", "avatar_url", "full_name", "user_name", "slug"],
]);

/** Data that the provider may not set: it is ours, or already set. */
const OURS = new Set(["sub", "iss", "aud", "iat", "exp", "email_verified", "phone_verified"]);

/** The provider's permanent id of the person; "" if it has none. */
export const subjectOf = ({ attributes, nameId, nameIdFormat }: Assertion): string => {
  const [subject] = attributes.get(SUBJECT_ID) ?? [];
  if (subject) return subject;
  if (nameIdFormat === NAME_ID.transient) return "";
  return nameIdFormat === NAME_ID.email ? nameId.toLowerCase() : nameId;
};

const mapped = ({ attributes }: Assertion, mapping: Mapping): Metadata => {
  const facts: Metadata = {};
  for (const [key, rule] of Object.entries(mapping.keys ?? {})) {
    const names = [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])];
    const values = names
      .map((name) => (attributes.get(name) ?? []).filter(Boolean))
      .find((found) => found.length > 0);
    if (values) facts[key] = rule.array ? values : values[0];
    else if (rule.default !== undefined) facts[key] = rule.default;
  }
  return facts;
};

/** The person's address and GoTrue's `identity_data`, from the provider's assertion and its mapping. */
export const factsOf = (
  assertion: Assertion,
  mapping: Mapping,
  issuer: string,
): { email: string; facts: Metadata } => {
  const { email: given, ...claims } = mapped(assertion, mapping);
  const found = EMAILS.map((name) => assertion.attributes.get(name)?.find(Boolean)).find(Boolean);
  const named = assertion.nameIdFormat === NAME_ID.email ? assertion.nameId : "";
  const email = (typeof given === "string" && given) || found || named;
  const entries = Object.entries(claims).filter(([key]) => !OURS.has(key));
  const custom = Object.fromEntries(entries.filter(([key]) => !CLAIMS.has(key)));
  return {
    email: email.trim().toLowerCase(),
    facts: {
      ...Object.fromEntries(entries.filter(([key]) => CLAIMS.has(key))),
      ...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}),
      iss: issuer,
      sub: subjectOf(assertion),
      email: email.trim().toLowerCase(),
      email_verified: true,
      phone_verified: false,
    },
  };
};
