import { type Check, type Finding, fault, ok, warning } from "./findings.ts";

/** Selectors of common senders. A domain's own cannot be listed through the DNS. */
const SELECTORS = [
  ...["default", "dkim", "mail", "google", "selector1", "selector2", "s1", "s2", "k1", "k2"],
  ...["mandrill", "pm", "resend", "mailjet", "sib", "smtp", "zoho", "fm1", "protonmail", "mx"],
];

const joined = (records: string[][]): string[] => records.map((parts) => parts.join(""));

/** The records of the domain in MAIL_FROM by which other servers recognise its mail. */
export const checkMailDomain: Check = async ({ config, resolveTxt }) => {
  const domain = /@([^@>\s]+)>?\s*$/.exec(config.MAIL_FROM)?.[1] ?? "";
  if (!config.SMTP_URL || /\.(example|invalid|test|localhost)$/.test(domain)) return [];
  const lookUp = (name: string) => resolveTxt(name).then(joined, () => []);
  // Without a network some resolvers answer that no name exists, which says nothing about its records.
  const own = await resolveTxt(domain).then(joined, (error: unknown) =>
    (error as NodeJS.ErrnoException).code === "ENODATA" ? [] : null,
  );
  if (!own)
    return [
      warning(
        `Mail domain: ${domain} could not be looked up in the DNS`,
        "Check the name in MAIL_FROM and this machine's DNS, and run this again when it is online",
      ),
    ];
  const [policies, keys] = await Promise.all([
    lookUp(`_dmarc.${domain}`),
    Promise.all(
      SELECTORS.map(async (selector) =>
        (await lookUp(`${selector}._domainkey.${domain}`)).some((text) =>
          /(^|;)\s*p=[^;\s]/.test(text),
        )
          ? selector
          : null,
      ),
    ),
  ]);
  const findings: Finding[] = [];
  const spf = own.filter((text) => /^v=spf1(\s|$)/i.test(text));
  if (spf.length === 1) findings.push(ok(`Mail domain: SPF of ${domain} is "${spf[0]}"`));
  else
    findings.push(
      fault(
        `Mail domain: ${domain} has ${spf.length === 0 ? "no SPF record" : `${spf.length} SPF records`}`,
        spf.length === 0
          ? `SPF names the servers that may send for a domain. Add a TXT record to ${domain} that your mail service gives you, for example "v=spf1 include:spf.mail-service.example -all"`
          : "More than one counts as none. Merge them into one TXT record",
      ),
    );
  const found = keys.filter((key) => key !== null);
  findings.push(
    found.length > 0
      ? ok(`Mail domain: DKIM key at ${found.join(", ")}._domainkey.${domain}`)
      : warning(
          `Mail domain: no DKIM key of ${domain} at a usual selector`,
          "DKIM signs each mail. Switch it on at your mail service and add its TXT record. If you have, check with --send-test that the mail's header says dkim=pass",
        ),
  );
  const dmarc = policies.find((text) => /^v=DMARC1/i.test(text));
  findings.push(
    dmarc
      ? ok(`Mail domain: DMARC of ${domain} is "${dmarc}"`)
      : warning(
          `Mail domain: ${domain} has no DMARC record`,
          `DMARC says what to do with mail that fails SPF and DKIM; large mail services require it. Add a TXT record to _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:postmaster@${domain}"`,
        ),
  );
  return findings;
};
