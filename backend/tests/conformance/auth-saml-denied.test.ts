import { describe, expect, it } from "vitest";
import { type AssertionOptions, createIdp } from "./auth-idp.ts";
import { SITE } from "./auth-people.ts";
import { EMAIL, email, relayedOf, samlBackend } from "./auth-saml-people.ts";

const backend = samlBackend();

describe("an assertion is refused", () => {
  const stranger = createIdp();
  const assertionOf = (xml: string) =>
    /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? "";
  const forged = (xml: string) =>
    assertionOf(xml)
      .replace(/<(ds:)?Signature[\s\S]*<\/(ds:)?Signature>/, "")
      .replace(/ID="a-[^"]+"/, 'ID="a-forged"')
      .replace("u-1", "admin");
  /** The subject's name replaced after signing. */
  const named = (name: string) => ({ after: (xml: string) => xml.replace("u-1", name) });

  it.each<[string, string, Partial<AssertionOptions>]>([
    ["unsigned", "The assertion is not signed", { signs: [] }],
    ["signed with SHA-1", "A signature uses algorithms that are not taken", { algorithm: "sha1" }],
    [
      "for another audience",
      "The assertion is for another audience",
      { audience: "https://other.example" },
    ],
    [
      "for another recipient",
      "The subject is not confirmed for this service and request",
      { recipient: "https://other.example/acs" },
    ],
    [
      "for another destination",
      "The response is for somebody else",
      { destination: "https://other.example/acs" },
    ],
    [
      "from another issuer",
      "The response is another provider's",
      { issuer: "https://other.example" },
    ],
    ["to another request", "The response is to another request", { inResponseTo: "id-other" }],
    ["to no request", "The response is to another request", { inResponseTo: null }],
    ["expired", "The assertion has expired", { expiresIn: -61_000 }],
    ["not valid yet", "The assertion is not valid yet", { startsIn: 90_000 }],
    ["of a session that is over", "The session has ended", { sessionEndsIn: -1000 }],
    [
      "of a failed sign-in",
      "The provider answered urn:",
      { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" },
    ],
    ["with a comment in its NameID", "The XML holds comments", { nameId: "admin<!-- -->.evil" }],
    ["with a comment put in after", "The XML holds comments", named("u<!---->-1")],
    ["of more tags than anybody needs", "The XML is too long", named(`u-1${"<x/>".repeat(6_000)}`)],
    [
      "with a DTD",
      "The XML holds a DTD or CDATA",
      { after: (xml) => `<!DOCTYPE r [<!ENTITY x "y">]>${xml}` },
    ],
    ["with an entity", "The XML is not well formed", named("&x;")],
    ["with CDATA", "The XML holds a DTD or CDATA", named("<![CDATA[u-1]]>")],
    ["with a processing instruction", "The XML holds processing instructions", named("u<?x?>-1")],
    ["changed after it was signed", "A signature is not the provider's", named("u-2")],
    [
      "with an attribute changed",
      "A signature is not the provider's",
      { after: (xml) => xml.replace(email, "boss@corp.example") },
    ],
    [
      "with a forged one before it (wrapping)",
      "There must be one Assertion",
      { after: (xml) => xml.replace("<saml:Assertion", `${forged(xml)}<saml:Assertion`) },
    ],
    [
      "with a forged one after it (wrapping)",
      "There must be one Assertion",
      { after: (xml) => xml.replace("</samlp:Response>", `${forged(xml)}</samlp:Response>`) },
    ],
    [
      "moved into an extension, a forged one in its place (wrapping)",
      "There must be one Assertion",
      {
        after: (xml) =>
          xml
            .replace(assertionOf(xml), forged(xml))
            .replace(
              "<samlp:Status>",
              `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`,
            ),
      },
    ],
    [
      "kept in the forged one's signature (wrapping)",
      "There must be one Assertion",
      {
        after: (xml) => {
          const signature = /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? "";
          const original = assertionOf(xml).replace(signature, "");
          const holder = signature.replace(
            "</Signature>",
            `<Object>${original}</Object></Signature>`,
          );
          return xml.replace(
            assertionOf(xml),
            forged(xml).replace("</saml:Issuer>", `</saml:Issuer>${holder}`),
          );
        },
      },
    ],
    [
      "with an id twice",
      "Two elements have the same id",
      {
        after: (xml) =>
          xml.replace("<samlp:Status>", `<samlp:Status ID="${/ID="(a-[^"]+)"/.exec(xml)?.[1]}">`),
      },
    ],
    [
      "with a name for this time only",
      "SAML Assertion did not contain a persistent",
      { nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" },
    ],
    ["without an address", "SAML Assertion does not contain an email address", { attributes: {} }],
    [
      "with an address that is none",
      "Unable to validate email address",
      { attributes: { [EMAIL]: ["not an address"] } },
    ],
  ])("%s", async (_, reason, assertion) => {
    const { target } = await backend.signInBy(assertion);
    expect(target.origin).toBe(SITE);
    expect(target.hash).toBe("");
    expect(backend.refusals.at(-1)).toContain(reason);
    expect(target.searchParams.get("error_code")).toMatch(
      /^(validation_failed|saml_assertion_no_\w+)$/,
    );
    const made = await backend.db.query(
      "select 1 from auth.users where email in ('boss@corp.example', 'not an address') or raw_user_meta_data ->> 'sub' ~ 'admin'",
    );
    expect(made).toEqual([]);
  });

  it("signed by another party, also with their own certificate in it", async () => {
    const { id, relayState: RelayState } = await backend.start();
    const SAMLResponse = backend.respond({ inResponseTo: id }, stranger);
    expect(Buffer.from(SAMLResponse, "base64").toString()).toContain("Signature");
    const target = await backend.post({ RelayState, SAMLResponse });
    expect(relayedOf(target)).toEqual([SITE, "validation_failed", "SAML Assertion is not valid"]);
  });

  it("that is not XML or Base64, is missing, or is from an unknown provider", async () => {
    const base64 = (xml: string) => Buffer.from(xml).toString("base64");
    for (const SAMLResponse of ["", "%%%", base64("<a"), base64("<a/>"), base64("x".repeat(9))]) {
      const target = await backend.post({ RelayState: "", SAMLResponse });
      expect([target.origin, target.hash]).toEqual([SITE, ""]);
      expect(target.searchParams.get("error_code")).toMatch(
        /^(validation_failed|saml_idp_not_found)$/,
      );
    }
    const SAMLResponse = backend.respond({}, createIdp("https://unknown.example"));
    expect(relayedOf(await backend.post({ RelayState: "", SAMLResponse }))[1]).toBe(
      "saml_idp_not_found",
    );
    expect(relayedOf(await backend.post({ RelayState: "nonsense", SAMLResponse }))[2]).toBe(
      "SAML RelayState is not a valid UUID or URL",
    );
  });

  it("too late", async () => {
    const { id, relayState: RelayState } = await backend.start();
    backend.clock.advance(121);
    const SAMLResponse = backend.respond({ inResponseTo: id });
    const target = await backend.post({ RelayState, SAMLResponse });
    expect(relayedOf(target)[1]).toBe("saml_relay_state_expired");
  });
});
