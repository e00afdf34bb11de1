import type { Context } from "hono";
import type { Core } from "#backend/core/core.ts";
import { callerOf, ownerOf } from "../access.ts";
import { refuse } from "../errors.ts";
import { openUploadToken, spendUploadToken } from "../signed.ts";
import type { Authority } from "../upload.ts";
import type { ResumableUpload } from "./uploads.ts";

/** On whose behalf an upload in pieces is begun or gone on with. */
export interface UploadAuthorization {
  authority: Authority;
  role: string;
  owner: string | null;
  ticket: string | null;
  /** The signed address itself decides whether an old file may be replaced. */
  upsert: boolean;
}

/** The caller, or the bearer of a signed upload address (`x-signature` below `/sign`). */
export const authorizationOf = async (
  core: Core,
  c: Context,
  { bucket, name }: { bucket: string; name: string },
): Promise<UploadAuthorization> => {
  if (!c.req.path.includes("/upload/resumable/sign")) {
    const caller = await callerOf(core, c.req.raw);
    return {
      authority: { kind: "caller", caller },
      role: caller.role,
      owner: ownerOf(caller),
      ticket: null,
      upsert: c.req.header("x-upsert") === "true",
    };
  }
  const token = c.req.header("x-signature");
  if (!token) throw refuse("invalidRequest", { message: "Missing x-signature header" });
  const ticket = await openUploadToken(core, { bucket, name, token });
  const { owner, signer, upsert, id } = ticket;
  const spend: Extract<Authority, { kind: "signed" }>["spend"] = (tx) =>
    spendUploadToken(tx, ticket);
  const authority: Authority = { kind: "signed", owner, signer, spend };
  return { authority, role: "signed", owner, ticket: id, upsert };
};

/** The authorization of the person who began the upload; throws `accessDenied` for anybody else. */
export const ownAuthorization = async (
  core: Core,
  c: Context,
  upload: ResumableUpload,
): Promise<UploadAuthorization> => {
  const authorization = await authorizationOf(core, c, upload);
  const { role, owner, ticket } = authorization;
  if (role !== upload.role || owner !== upload.owner || ticket !== upload.ticket) {
    throw refuse("accessDenied", { message: "The upload was begun by somebody else" });
  }
  return authorization;
};
