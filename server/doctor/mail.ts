import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { createMailSender } from "supabase-compatible-backend/mail";
import { type Check, type Finding, fault, ok, reasonOf, warning } from "./findings.ts";

const TIMES = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

const adviceFor = (error: unknown): string => {
  const { code = "" } = Object(error) as { code?: string };
  if (code === "EAUTH")
    return "Correct the user and password in SMTP_URL; percent-encode special characters";
  // Nodemailer says ESOCKET for a server that cannot be reached, too.
  const unreachable = /ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/;
  if (
    (/^E?(TLS|SOCKET)/.test(code) && !unreachable.test(String(error))) ||
    /SSL|certificate/i.test(String(error))
  )
    return "Check the scheme and port in SMTP_URL: smtps:// is for port 465, smtp:// for 587 and 25";
  return "Check host and port in SMTP_URL, and that this machine's network lets mail out (many hosts block port 25)";
};

/** Whether the mail server accepts this site, and a test mail if one was requested. */
export const checkMailServer: Check = async ({ config, sendTestTo }) => {
  const { SMTP_URL: url, MAIL_FROM: from, SITE_NAME: name, SITE_MODE } = config;
  if (!url)
    // A live site's missing address has a line among the settings.
    return SITE_MODE === "live"
      ? []
      : [
          warning(
            "Mail: SMTP_URL is not set",
            "Mail is shown at /_mailbox only. Set SMTP_URL to send it",
          ),
        ];
  const findings: Finding[] = [];
  const { protocol, hostname } = new URL(url);
  const transport = createTransport({ url, ...TIMES });
  try {
    await transport.verify();
    findings.push(ok(`Mail: ${hostname} accepts connections`));
  } catch (error) {
    return [fault(`Mail: ${hostname} refuses: ${reasonOf(error)}`, adviceFor(error))];
  } finally {
    transport.close();
  }
  const local = /^(localhost|127\.|\[?::1)/.test(hostname);
  if (protocol === "smtp:" && !local && !url.includes("requireTLS=true"))
    findings.push(
      warning(
        "Mail: the connection may be unencrypted",
        "Use smtps://, or add ?requireTLS=true to SMTP_URL, so that nobody on the way reads sign-in links",
      ),
    );
  if (!sendTestTo) return findings;
  const sender = createMailSender(url, from);
  try {
    await sender.send({
      id: randomUUID(),
      to: sendTestTo,
      subject: `Test mail from ${name}`,
      text: `${name} can send mail. Look at the headers of this mail: SPF, DKIM and DMARC should say "pass".`,
      html: `<p>${name.replace(/[<&]/g, "")} can send mail. Look at the headers of this mail: SPF, DKIM and DMARC should say "pass".</p>`,
    });
    findings.push(
      ok(
        `Mail: the server took a test mail to ${sendTestTo}. Check that it arrives, and not as spam`,
      ),
    );
  } catch (error) {
    findings.push(
      fault(
        `Mail: the test mail was refused: ${reasonOf(error)}`,
        "Check that the server may send for the address in MAIL_FROM",
      ),
    );
  } finally {
    sender.close();
  }
  return findings;
};
