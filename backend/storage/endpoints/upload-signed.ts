import { openUploadToken, spendUploadToken } from "../signed.ts";
import { upload } from "../upload.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** `PUT /object/upload/sign/:bucket/:name?token=`: the one upload for which the address was signed. */
export const uploadSigned: Endpoint = async (context, c) => {
  const ticket = await openUploadToken(context.core, {
    bucket: pathPart(c, "bucket"),
    name: pathPart(c, "name"),
    token: c.req.query("token"),
  });
  const { key, id } = await upload(context, c.req.raw, {
    bucket: ticket.bucket,
    name: ticket.name,
    mode: ticket.upsert ? "upsert" : "insert",
    authority: {
      kind: "signed",
      owner: ticket.owner,
      signer: ticket.signer,
      spend: (tx) => spendUploadToken(tx, ticket),
    },
  });
  return c.json({ Key: key, Id: id });
};
