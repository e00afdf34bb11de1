import { randomUUID } from "node:crypto";
import { z } from "zod";
import { seconds } from "#backend/core/clock.ts";
import type { Core } from "#backend/core/core.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { refuse } from "./errors.ts";
import type { ImageOptions } from "./images/options.ts";

/** Seconds that an upload address works, as on Supabase. */
const UPLOAD_LIFE = 7200;

/**
 * The purpose of the token. The same keys sign people's tokens, which have neither of these. A token for an
 * address names no role, so it is worthless as a bearer token.
 */
const DOWNLOAD = "storage:download";
const UPLOAD = "storage:upload";

const signerClaims = z
  .object({ role: z.string(), claims: z.record(z.string(), z.unknown()) })
  .optional();

const downloadClaims = z.object({
  aud: z.literal(DOWNLOAD),
  url: z.string(),
  version: z.string().optional(),
  transform: z.record(z.string(), z.unknown()).optional(),
  signer: signerClaims,
  exp: z.number(),
});

const uploadClaims = z.object({
  aud: z.literal(UPLOAD),
  url: z.string(),
  owner: z.string().nullable(),
  upsert: z.boolean(),
  signer: signerClaims,
  jti: z.uuid(),
  exp: z.number(),
});

/** A received address: the path as it arrived, and its token. */
interface Presented {
  bucket: string;
  name: string;
  token: string | undefined;
}

/**
 * The client encodes the address it was given, except for the two characters that would end a path. It
 * encodes the percent sign of those again, and such an address is refused as one for another file: clients'
 * own tests rely on that.
 */
const inPath = (name: string) => name.replace(/[?#]/g, encodeURIComponent);

const verify = async <T extends { url: string }>(
  core: Core,
  { bucket, name, token }: Presented,
  shape: z.ZodType<T>,
): Promise<T & { name: string }> => {
  if (!token)
    throw refuse("invalidRequest", { message: "querystring must have required property 'token'" });
  if (token.split(".").length !== 3)
    throw refuse("invalidUrlToken", { message: "Invalid Compact JWS" });
  let claims: unknown;
  try {
    claims = await core.tokens.verify(token);
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
    const expired = cause.message === "JWT expired";
    throw refuse("invalidUrlToken", {
      message: expired ? '"exp" claim timestamp check failed' : "Invalid JWT",
      cause,
    });
  }
  const parsed = shape.safeParse(claims);
  if (!parsed.success) throw refuse("invalidUrlToken");
  if (parsed.data.url !== `${bucket}/${name}`) throw refuse("signatureMismatch");
  return { ...parsed.data, name };
};

/**
 * The claims that policies may need of a signer later. The bearer of the address can read them, so nothing
 * else is included.
 */
const WHO_SIGNED = ["sub", "session_id", "aal", "is_anonymous"] as const;

/** The signer, if their rights are checked again when the address is used. */
const signerOf = ({ project }: Core, { role, claims }: Caller): Caller | undefined => {
  if (!project.config.storage.signedUrlsFollowPolicies) return undefined;
  const known = [["role", role], ...WHO_SIGNED.map((name) => [name, claims[name]])];
  return { role, claims: Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
};

/** An address below the service's own, for reading one file for `expiresIn` seconds. */
export const signDownload = async (
  core: Core,
  caller: Caller,
  { bucket, name, version }: { bucket: string; name: string; version?: string },
  expiresIn: number,
  transform?: ImageOptions,
): Promise<string> => {
  const iat = seconds(core.clock);
  const token = await core.tokens.sign({
    aud: DOWNLOAD,
    url: `${bucket}/${name}`,
    version,
    transform,
    signer: signerOf(core, caller),
    iat,
    exp: iat + expiresIn,
  });
  const route = transform ? "render/image/sign" : "object/sign";
  return `/${route}/${bucket}/${inPath(name)}?token=${token}`;
};

/** The file of a received address; throws if it is forged, expired or for another file. */
export const openDownload = async (core: Core, presented: Presented) => {
  const { exp, ...claims } = await verify(core, presented, downloadClaims);
  return { ...claims, bucket: presented.bucket, until: exp };
};

/** What an upload address allows. */
interface UploadTicket {
  bucket: string;
  name: string;
  owner: string | null;
  upsert: boolean;
  /** The signer, if their rights are checked again when it is used. */
  signer?: Caller;
  id: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** An address below the service's own, for one upload within two hours. */
export const signUpload = async (
  core: Core,
  caller: Caller,
  { bucket, name, owner, upsert }: Pick<UploadTicket, "bucket" | "name" | "owner" | "upsert">,
): Promise<{ url: string; token: string }> => {
  const iat = seconds(core.clock);
  const token = await core.tokens.sign({
    aud: UPLOAD,
    url: `${bucket}/${name}`,
    owner,
    upsert,
    signer: signerOf(core, caller),
    jti: randomUUID(),
    iat,
    exp: iat + UPLOAD_LIFE,
  });
  return { url: `/object/upload/sign/${bucket}/${inPath(name)}?token=${token}`, token };
};

/** What a received upload address allows; throws as `openDownload`. */
export const openUploadToken = async (core: Core, presented: Presented): Promise<UploadTicket> => {
  const claims = await verify(core, presented, uploadClaims);
  const { name, owner, upsert, signer, jti, exp } = claims;
  return { bucket: presented.bucket, name, owner, upsert, signer, id: jti, expiresAt: exp };
};

/** Uses the address up, in the transaction that writes its row; throws `tokenSpent` the second time. */
export const spendUploadToken = async (tx: Queryable, ticket: UploadTicket): Promise<void> => {
  const [row] = await tx.query(
    `insert into storage.spent_upload_tokens (id, expires_at) values ($1, to_timestamp($2))
     on conflict do nothing returning id`,
    [ticket.id, ticket.expiresAt],
  );
  if (!row) throw refuse("tokenSpent");
};
