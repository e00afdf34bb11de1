import { formatUnbrokenDay } from "#domain/values/dates.ts";

/** Mail providers that give an address to anybody, under the endings of many countries: yahoo.com, yahoo.co.uk … */
const PUBLIC_FAMILIES = new Set(
  `aol blueyonder btconnect btinternet btopenworld fastmail gmail gmx googlemail hotmail hushmail icloud live msn
   ntlworld outlook proton protonmail rocketmail talktalk tiscali tutanota virginmedia wanadoo yahoo yandex ymail
   zoho zohomail`.split(/\s+/),
);

/** Providers whose name is a business's own elsewhere. */
const PUBLIC_DOMAINS = new Set(
  `126.com 163.com comcast.net duck.com email.com freeserve.co.uk hey.com hush.com inbox.com laposte.net lineone.net
   mac.com mail.com mail.ru mailbox.org me.com o2.co.uk o2.pl o2email.co.uk onetel.com orange.fr orange.net plus.com
   pm.me post.com privaterelay.appleid.com qq.com sky.com supanet.com t-online.de talk21.com tesco.net
   tinyworld.co.uk tuta.io virgin.net vodafone.net web.de`.split(/\s+/),
);

const domainOf = (email: string): string => email.trim().toLowerCase().split("@").at(-1) ?? "";

/** No list of these providers is complete, so a domain that is not in it proves nothing either. */
const isOpenToAnyone = (domain: string): boolean => {
  const family = /^([^.]+)\.(?:(?:co|com)\.)?[^.]+$/.exec(domain)?.[1];
  return PUBLIC_DOMAINS.has(domain) || (family !== undefined && PUBLIC_FAMILIES.has(family));
};

/** What the two addresses of a claim show, with the domain to look at; an address is of a business if it is at the business's own domain. */
export const compareClaimEmails = (
  claimant: string | null,
  business: string | null,
): { label: string; note: string; tone: "warning" | "neutral"; domain?: string } => {
  if (!business?.trim())
    return { label: "No business email to compare", note: "", tone: "neutral" };
  const [theirs, own] = [domainOf(claimant ?? ""), domainOf(business)];
  if (theirs !== own) return { label: "Different email domain", note: "", tone: "warning" };
  return isOpenToAnyone(own)
    ? {
        label: "Same mail service",
        note: `Anyone can have an address at ${own}.`,
        tone: "warning",
      }
    : {
        label: "Same email domain",
        note: `Check that ${own} is the business's own.`,
        tone: "neutral",
        domain: own,
      };
};

/** When the business was asked by its own address, and whether that link still works; nothing if it was not asked. */
export const describeClaimLink = (
  link: {
    business_asked_at: string | null;
    link_expires_at: string | null;
    asked_current_address: boolean;
  },
  now: Date = new Date(),
): string => {
  const { business_asked_at: sent, link_expires_at: end, asked_current_address: current } = link;
  if (!sent || !end) return "";
  const when = `Sent ${formatUnbrokenDay(sent)}`;
  if (!current) return `${when} to an earlier email address, so that link no longer works.`;
  return new Date(end) > now
    ? `${when}, no answer yet. Decide now, or wait until the link expires on ${formatUnbrokenDay(end)}.`
    : `${when}, no answer, and the link has expired.`;
};
