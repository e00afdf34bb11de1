import { decodeHTML } from "entities";
import PostalMime, { type Address, addressParser } from "postal-mime";
import type { Clock } from "#backend/core/clock.ts";
import type { Database } from "#backend/core/database/database.ts";

/** A mailbox name and its address, in Mailpit's form. */
export interface MailAddress {
  Name: string;
  Address: string;
}

/** A message in Mailpit's list (its API v1, `MessageSummary`). */
export interface Summary {
  ID: string;
  MessageID: string;
  Read: boolean;
  From: MailAddress;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  Subject: string;
  /** ISO 8601. */
  Created: string;
  Tags: string[];
  /** Bytes. */
  Size: number;
  /** How many. */
  Attachments: number;
  Snippet: string;
}

/** A message as from Mailpit's `/api/v1/message/{ID}`; `Created` and `Snippet` are also here. */
export interface Message extends Omit<Summary, "Attachments" | "Read"> {
  Date: string;
  ReturnPath: string;
  HTML: string;
  Text: string;
  Attachments: { FileName: string; ContentType: string; Size: number }[];
  Inline: never[];
}

export interface Envelope {
  from: string;
  to: string[];
}

export interface Messages {
  save(raw: Uint8Array, envelope: Envelope): Promise<void>;
  /** Newest first; `query` is Mailpit's search: words, and `to:` `from:` `cc:` `subject:` terms. */
  find(query: string, start: number, limit: number): Promise<{ total: number; found: Summary[] }>;
  /** `latest` means the newest. */
  get(id: string): Promise<Message | null>;
  raw(id: string): Promise<Uint8Array | null>;
  /** Deletes the given ones, or all. */
  remove(ids: string[] | null): Promise<void>;
}

const CAPACITY = 2_000;
const SNIPPET = 250;

const people = (addresses: Address | Address[] | undefined): MailAddress[] =>
  [addresses ?? []]
    .flat()
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => ({ Name: name, Address: address ?? "" }));

const snippetOf = (text: string, html: string): string => {
  const plain =
    text ||
    decodeHTML(
      html.replace(/<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, " ").replace(/<[^>]*>/g, " "),
    );
  return plain.replace(/\s+/g, " ").trim().slice(0, SNIPPET).toWellFormed();
};

interface Stored extends Record<string, unknown> {
  id: string;
  created_at: Date;
  message_id: string;
  sender: MailAddress;
  recipients: MailAddress[];
  copies: MailAddress[];
  blind_copies: MailAddress[];
  reply_to: MailAddress[];
  return_path: string;
  subject: string;
  snippet: string;
  html: string;
  plain: string;
  attachments: Message["Attachments"];
  size: number;
}

const SHORT =
  "id, created_at, message_id, sender, recipients, copies, blind_copies, reply_to, subject, snippet, attachments, size";

const base = (row: Stored) => ({
  ID: row.id,
  MessageID: row.message_id,
  From: row.sender,
  To: row.recipients,
  Cc: row.copies,
  Bcc: row.blind_copies,
  ReplyTo: row.reply_to,
  Subject: row.subject,
  Created: row.created_at.toISOString(),
  Tags: [],
  Size: row.size,
  Snippet: row.snippet,
});

/** The fields that each search term searches; a plain word searches all of them. */
const PLACES: Record<string, string> = {
  to: "recipients::text",
  from: "sender::text",
  cc: "copies::text",
  bcc: "blind_copies::text",
  subject: "subject",
  addressed:
    "concat(sender::text, recipients::text, copies::text, blind_copies::text, reply_to::text)",
};
const EVERYWHERE = "concat(subject, ' ', sender::text, recipients::text, ' ', plain, ' ', snippet)";

/** A SQL condition and its values for a search such as `to:a@b subject:"two words" word -not`. */
const condition = (query: string): { where: string; values: string[] } => {
  const values: string[] = [];
  const clauses = [...query.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/gi)].map(
    ([, not, name, quoted, word]) => {
      const place = name ? PLACES[name.toLowerCase()] : undefined;
      const text = quoted ?? word ?? "";
      values.push(name && !place ? `${name}:${text}` : text);
      const match = `strpos(lower(${place ?? EVERYWHERE}), lower($${values.length})) > 0`;
      return not ? `not ${match}` : match;
    },
  );
  return { where: clauses.length > 0 ? clauses.join(" and ") : "true", values };
};

/** The caught mail, in the database, so that every process shows the same. */
export const createMessages = (db: Database, clock: Clock): Messages => ({
  async save(raw, envelope) {
    const mail = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer" });
    const named = new Set(
      [...people(mail.to), ...people(mail.cc)].map(({ Address }) => Address.toLowerCase()),
    );
    // A recipient on the envelope but not in the mail is a blind copy.
    const blind = envelope.to.filter((address) => !named.has(address.toLowerCase()));
    const [from] = people(mail.from ?? addressParser(envelope.from));
    const html = mail.html ?? "";
    const plain = mail.text ?? "";
    const values = [
      new Date(clock.now()).toISOString(),
      (mail.messageId ?? "").replace(/^<|>$/g, ""),
      JSON.stringify(from ?? { Name: "", Address: envelope.from }),
      JSON.stringify(people(mail.to)),
      JSON.stringify(people(mail.cc)),
      JSON.stringify(blind.map((address) => ({ Name: "", Address: address }))),
      JSON.stringify(people(mail.replyTo)),
      envelope.from,
      mail.subject ?? "",
      snippetOf(plain, html),
      html,
      plain,
      JSON.stringify(
        mail.attachments.map(({ filename, mimeType, content }) => ({
          FileName: filename ?? "",
          ContentType: mimeType,
          Size: typeof content === "string" ? content.length : content.byteLength,
        })),
      ),
      raw.byteLength,
      Buffer.from(raw),
    ].map((value) => (typeof value === "string" ? value.replaceAll("\0", "") : value));
    await db.query(
      `insert into _backend.mailbox (created_at, message_id, sender, recipients, copies,
         blind_copies, reply_to, return_path, subject, snippet, html, plain, attachments, size, raw)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      values,
    );
    await db.query(
      `delete from _backend.mailbox where sequence <=
         (select sequence from _backend.mailbox order by sequence desc offset $1 limit 1)`,
      [CAPACITY],
    );
  },

  async find(query, start, limit) {
    const { where, values } = condition(query);
    const [count] = await db.query<{ total: number }>(
      `select count(*)::int as total from _backend.mailbox where ${where}`,
      values,
    );
    const rows = await db.query<Stored>(
      `select ${SHORT} from _backend.mailbox where ${where}
       order by sequence desc offset $${values.length + 1} limit $${values.length + 2}`,
      [...values, start, limit],
    );
    return {
      total: count?.total ?? 0,
      found: rows.map((row) => ({
        ...base(row),
        Read: false,
        Attachments: row.attachments.length,
      })),
    };
  },

  async get(id) {
    const [row] = await db.query<Stored>(
      `select ${SHORT}, return_path, html, plain from _backend.mailbox
       where id = $1 or $1 = 'latest' order by sequence desc limit 1`,
      [id],
    );
    if (!row) return null;
    return {
      ...base(row),
      Date: row.created_at.toISOString(),
      ReturnPath: row.return_path,
      HTML: row.html,
      Text: row.plain,
      Attachments: row.attachments,
      Inline: [],
    };
  },

  async raw(id) {
    const [row] = await db.query<{ raw: Buffer }>(
      `select raw from _backend.mailbox where id = $1 or $1 = 'latest'
       order by sequence desc limit 1`,
      [id],
    );
    return row?.raw ?? null;
  },

  async remove(ids) {
    await db.query("delete from _backend.mailbox where $1::text[] is null or id = any ($1)", [ids]);
  },
});
