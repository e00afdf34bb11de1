import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { listening } from "#backend/tests/listening.ts";

/** One request that a sender of texts got. */
interface Received {
  path: string;
  form: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/**
 * A sender of texts on loopback that speaks as Twilio, Twilio Verify, MessageBird, Textlocal and Vonage do,
 * by the path that it is asked at; and takes hooks at `/hook`.
 */
export const startGateway = async () => {
  const received: Received[] = [];
  /** The code that Twilio Verify made for a number. */
  const made = new Map<string, string>();
  /** Its next response instead of success. */
  const next: { status: number; body: unknown } = { status: 0, body: null };

  const respond = ({ path, form }: Received): unknown => {
    if (path.endsWith("/Messages.json")) return { sid: `SM${received.length}`, status: "queued" };
    if (path.endsWith("/Verifications")) {
      made.set(form.To ?? "", "424242");
      return { sid: `VE${received.length}`, status: "pending", valid: false };
    }
    if (path.endsWith("/VerificationCheck")) {
      const right = made.get(form.To ?? "") === form.Code;
      if (right) made.delete(form.To ?? "");
      return { status: right ? "approved" : "pending", valid: right };
    }
    if (path.endsWith("/messages")) return { id: "MB1", recipients: { totalSentCount: 1 } };
    if (path.endsWith("/send")) return { status: "success", messages: [{ id: "TL1" }] };
    if (path.endsWith("/sms/json")) return { messages: [{ status: "0", "message-id": "VO1" }] };
    return {};
  };

  const { url, close } = await listening(
    createServer(async (request, response) => {
      const body = await text(request);
      const form = Object.fromEntries(new URLSearchParams(body));
      const got = { path: request.url ?? "", form, headers: request.headers, body };
      received.push(got);
      const { status, body: instead } = next;
      next.status = 0;
      response.writeHead(status || 200, { "content-type": "application/json" });
      response.end(JSON.stringify(status ? instead : respond(got)));
    }),
  );
  /** The texts to the number (without its plus), as Twilio is asked to send them. */
  const textsTo = (phone: string) =>
    received.filter(({ form }) => form.To?.endsWith(`+${phone}`)).map(({ form }) => form);
  return {
    url,
    received,
    made,
    /** Lets the next request fail. */
    failNext(status: number, body: unknown) {
      Object.assign(next, { status, body });
    },
    textsTo,
    /** The newest of them. */
    textTo(phone: string) {
      const newest = textsTo(phone).at(-1);
      if (!newest) throw new Error(`No text to ${phone}`);
      return newest;
    },
    close,
  };
};

const KEY = Buffer.from("a secret of some length, twice").toString("base64");

/** The settings of a hook that the gateway takes at the path. */
export const hookAt = (gateway: Gateway, path: string) => ({
  enabled: true,
  uri: `${gateway.url}${path}`,
  secrets: `v1,whsec_${KEY}`,
});

/** Expects the call of a hook to be signed with the key (Standard Webhooks). */
export const expectSigned = ({ headers, body }: Received): void => {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const signature = createHmac("sha256", Buffer.from(KEY, "base64")).update(signed);
  expect(headers["webhook-signature"]).toBe(`v1,${signature.digest("base64")}`);
};

/** What every hook is told of the call that it belongs to. */
export const hookMetadata = (name: string) => ({
  uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  time: expect.stringMatching(/Z$/),
  name,
  ip_address: expect.stringMatching(/^10\./),
});

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** The settings of a Twilio account whose texts the gateway takes. */
export const twilioAt = (gateway: Gateway, name = "twilio") => ({
  name,
  settings: {
    account_sid: "AC1",
    auth_token: "secret",
    message_service_sid: "MG1",
    url: gateway.url,
  },
});

let phones = 0;
/** A number nobody had before. */
export const newPhone = (): string => {
  phones += 1;
  return `44770090${String(phones).padStart(4, "0")}`;
};

export const codeOf = (text: Record<string, string>): string => {
  const code = /\b(\d{6})\b/.exec(text.Body ?? "")?.[1];
  if (!code) throw new Error("The text has no code");
  return code;
};
