import { createHmac } from "node:crypto";
import { isUuid } from "#domain/values/uuid.ts";
import { isSameSecret } from "./caller.ts";
import { optional, required } from "./environment.ts";

/** Two numbers of 128 bits in base 32, because a local part has at most 64 characters and no upper case. */
const DIGITS = 52;
const LOCAL_PART = new RegExp(`^reply\\+([0-9a-v]{${DIGITS}})$`);

/** Whether replies by mail are set up. */
export const takesReplies = (): boolean =>
  optional("INBOUND_MAIL_DOMAIN") !== null && optional("INBOUND_MAIL_SECRET") !== null;

/** The proof, in hexadecimal, that a reply address was given to this person for this conversation. */
const proofFor = (enquiry: string, person: string): string =>
  createHmac("sha256", required("INBOUND_MAIL_SECRET"))
    .update(`reply address ${enquiry} ${person}`.toLowerCase())
    .digest("hex")
    .slice(0, 32);

/**
 * The address at which a person can answer a conversation by mail; null if there is none. It names the
 * conversation and proves the person, so it is stored nowhere.
 */
export const replyAddress = (enquiry: unknown, person: unknown): string | null => {
  const [talk, writer] = [String(enquiry), String(person)];
  if (!takesReplies() || !isUuid(talk) || !isUuid(writer)) return null;
  const number = BigInt(`0x${talk.replaceAll("-", "")}${proofFor(talk, writer)}`);
  return `reply+${number.toString(32).padStart(DIGITS, "0")}@${required("INBOUND_MAIL_DOMAIN")}`;
};

/** The conversation that a reply address names, and its proof; null for any other address. */
export const parseReplyAddress = (address: string): { enquiry: string; proof: string } | null => {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  const digits = LOCAL_PART.exec(local)?.[1];
  if (!digits || domain !== required("INBOUND_MAIL_DOMAIN")) return null;
  const number = [...digits].reduce((sum, digit) => sum * 32n + BigInt(parseInt(digit, 32)), 0n);
  const hex = number.toString(16).padStart(64, "0");
  if (hex.length > 64) return null;
  const enquiry = hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { enquiry, proof: hex.slice(32) };
};

/** Whether the address of this proof was given to the person. */
export const isProofFor = (proof: string, enquiry: string, person: string): boolean =>
  isSameSecret(proof, proofFor(enquiry, person));
