import { DOMParser } from "@xmldom/xmldom";

/** Invalid input; the message is for the operator and the log. */
export class SamlError extends Error {}

export const NS = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;

const DEEPEST = 40;

/** Tags, and attributes with what looks like them; an answer of an identity provider has some hundred. */
const MOST = 5_000;

const hasMoreThan = (text: string, sign: string): boolean =>
  text.split(sign, MOST + 2).length > MOST + 1;

/**
 * The root of a document without a DTD, its own entities, processing instructions and, unless `comments`
 * are allowed, comments: these split or replace the text that XML readers see.
 */
export const parseXml = (text: string, { comments = false } = {}): Element => {
  if (hasMoreThan(text, "<") || hasMoreThan(text, "=")) throw new SamlError("The XML is too long");
  if (/<!(?!--)/.test(text)) throw new SamlError("The XML holds a DTD or CDATA");
  if (!comments && text.includes("<!--")) throw new SamlError("The XML holds comments");
  if (/<\?(?!xml\s)/i.test(text)) throw new SamlError("The XML holds processing instructions");
  const fail = (message: string): never => {
    throw new SamlError(`The XML is not well formed: ${message.slice(0, 200)}`);
  };
  const parser = new DOMParser({
    errorHandler: { warning: fail, error: fail, fatalError: fail },
  });
  let root: Element | null;
  try {
    root = parser.parseFromString(text, "text/xml")?.documentElement ?? null;
  } catch (cause) {
    if (cause instanceof SamlError) throw cause;
    throw new SamlError("The XML is not well formed", { cause });
  }
  if (!root) throw new SamlError("The XML is empty");
  return root;
};

/** The direct children, optionally of one name. */
export const children = (parent: Element, ns?: string, name?: string): Element[] =>
  Array.from(parent.childNodes).filter(
    (node): node is Element =>
      node.nodeType === 1 &&
      (ns === undefined || (node as Element).namespaceURI === ns) &&
      (name === undefined || (node as Element).localName === name),
  );

/** The single direct child of the name; refuses none and several. */
export const only = (parent: Element, ns: string, name: string): Element => {
  const [first, ...others] = children(parent, ns, name);
  if (!first || others.length > 0) throw new SamlError(`There must be one ${name}`);
  return first;
};

/** Every element of the tree. */
export const everything = (root: Element, depth = 0): Element[] => {
  if (depth > DEEPEST) throw new SamlError("The XML is too deep");
  return [root, ...children(root).flatMap((child) => everything(child, depth + 1))];
};

/** The text of an element that contains nothing else. */
export const textIn = (element: Element): string => {
  if (children(element).length > 0) throw new SamlError(`${element.localName} must hold text only`);
  return (element.textContent ?? "").trim();
};

export const attribute = (element: Element, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null;
