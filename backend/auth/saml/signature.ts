import type { KeyObject } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { decryptAssertion } from "./decrypt.ts";
import { attribute, children, everything, NS, only, parseXml, SamlError } from "./xml.ts";

const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const TRANSFORMS = new Set(["http://www.w3.org/2000/09/xmldsig#enveloped-signature", EXCLUSIVE]);
const SIGNATURES = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
]);
const DIGESTS = new Set([
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

const algorithmOf = (parent: Element, name: string): string =>
  attribute(only(parent, NS.signature, name), "Algorithm") ?? "";

/** Refuses a signature of anything but the whole of `owner`, or with an unsafe algorithm. */
const checkForm = (signature: Element, owner: Element): void => {
  const info = only(signature, NS.signature, "SignedInfo");
  const reference = only(info, NS.signature, "Reference");
  const id = attribute(owner, "ID");
  if (!id || attribute(reference, "URI") !== `#${id}`) {
    throw new SamlError("A signature is of another element than its own");
  }
  const transforms = children(only(reference, NS.signature, "Transforms")).map((one) =>
    attribute(one, "Algorithm"),
  );
  const safe =
    algorithmOf(info, "CanonicalizationMethod") === EXCLUSIVE &&
    SIGNATURES.has(algorithmOf(info, "SignatureMethod")) &&
    DIGESTS.has(algorithmOf(reference, "DigestMethod")) &&
    transforms.length <= 2 &&
    transforms.every((name) => name !== null && TRANSFORMS.has(name));
  if (!safe) throw new SamlError("A signature uses algorithms that are not taken");
};

/** The text that a certificate of the provider signed: nothing else may be read. */
const signedText = (xml: string, signature: Element, certificates: readonly string[]): string => {
  for (const publicCert of certificates) {
    const checker = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
    try {
      checker.loadSignature(signature);
      if (!checker.checkSignature(xml)) continue;
    } catch {
      // Another certificate's, or forged.
      continue;
    }
    const [text, ...others] = checker.getSignedReferences();
    if (text && others.length === 0) return text;
  }
  throw new SamlError("A signature is not the provider's");
};

/**
 * The signed parts of a document, each with the signed text: of the `owners`, in the given order. Every
 * signature in the document must be one of theirs, and right.
 */
const verified = (
  xml: string,
  root: Element,
  owners: readonly Element[],
  certificates: readonly string[],
): { owner: Element; read: Element }[] => {
  const all = everything(root);
  const ids = all.flatMap((one) =>
    Array.from(one.attributes)
      .filter(({ name }) => /^(.*:)?id$/i.test(name))
      .map(({ value }) => value),
  );
  if (new Set(ids).size < ids.length) throw new SamlError("Two elements have the same id");
  const signatures = all.filter(({ localName }) => localName === "Signature");
  const signed = owners.flatMap((owner) =>
    children(owner, NS.signature, "Signature").map((signature) => ({ owner, signature })),
  );
  const each = new Set(signed.map(({ owner }) => owner));
  if (signed.length !== signatures.length || each.size !== signed.length) {
    throw new SamlError("A signature is where none belongs");
  }
  return signed.map(({ owner, signature }) => {
    checkForm(signature, owner);
    const read = parseXml(signedText(xml, signature, certificates));
    if (attribute(read, "ID") !== attribute(owner, "ID")) {
      throw new SamlError("A signature is of another element than its own");
    }
    return { owner, read };
  });
};

/** The assertion within an encrypted one: either its container or the assertion itself may be signed. */
const decryptedAssertion = (
  xml: string,
  response: Element,
  certificates: readonly string[],
  privateKey: KeyObject | undefined,
): Element => {
  if (!privateKey) throw new SamlError("The assertion is encrypted, and there is no key");
  const [envelope] = verified(xml, response, [response], certificates);
  const holder = envelope?.read ?? response;
  const text = decryptAssertion(only(holder, NS.assertion, "EncryptedAssertion"), privateKey);
  const assertion = parseXml(text);
  if (assertion.namespaceURI !== NS.assertion || assertion.localName !== "Assertion") {
    throw new SamlError("What was encrypted is no Assertion");
  }
  const [own] = verified(text, assertion, [assertion], certificates);
  if (!envelope && !own) throw new SamlError("The assertion is not signed");
  return own?.read ?? assertion;
};

/**
 * The response's assertion as the provider signed it, read from the signed text alone, so that nothing
 * placed around, into or beside it is seen (signature wrapping). The response, the assertion or both must
 * be signed, and every signature must be right.
 */
export const signedAssertion = (
  xml: string,
  response: Element,
  certificates: readonly string[],
  privateKey?: KeyObject,
): Element => {
  const assertions = everything(response).filter(({ localName }) =>
    /^(Encrypted)?Assertion$/.test(localName),
  );
  if (assertions.length > 1) throw new SamlError("There must be one Assertion");
  if (children(response, NS.assertion, "EncryptedAssertion").length > 0) {
    return decryptedAssertion(xml, response, certificates, privateKey);
  }
  const assertion = only(response, NS.assertion, "Assertion");
  // The assertion's own if it has one; both are right.
  const chosen = verified(xml, response, [response, assertion], certificates).at(-1);
  if (!chosen) throw new SamlError("The assertion is not signed");
  return chosen.owner === assertion ? chosen.read : only(chosen.read, NS.assertion, "Assertion");
};
