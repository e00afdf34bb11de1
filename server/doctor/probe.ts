import { json, type RequestInfo } from "supabase-compatible-backend/core";
import { sameSecret } from "supabase-compatible-backend/project";

/** Where `npm run doctor` finds out what a proxy passes on. */
export const PROBE = "/_doctor";

/** How this site saw a request. */
export interface ProbeReport {
  /** The address that limits count by. */
  caller: string;
  forwardedFor: string | null;
  forwardedProto: string | null;
  host: string | null;
  /** The bytes of the body that arrived. */
  bytes: number;
}

/** Describes a request to holders of the secret key; for others the page does not exist. */
export const probe = async (
  request: Request,
  { ip }: RequestInfo,
  secretKey: string,
): Promise<Response> => {
  const token = /^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  if (request.method !== "POST" || !secretKey || !sameSecret(token, secretKey))
    return json({ error: "not found" }, 404);
  let bytes = 0;
  for await (const chunk of request.body ?? []) bytes += chunk.length;
  const report: ProbeReport = {
    caller: ip,
    forwardedFor: request.headers.get("x-forwarded-for"),
    forwardedProto: request.headers.get("x-forwarded-proto"),
    host: request.headers.get("host"),
    bytes,
  };
  return json(report);
};
