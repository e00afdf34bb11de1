import { Refusal } from "../_shared/errors.ts";

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** Compares digests byte by byte to the end, so that the time does not reveal where they differ. */
const sameText = async (a: string, b: string): Promise<boolean> => {
  const [one, other] = await Promise.all([digest(a), digest(b)]);
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0;
};

/**
 * The owner's proof (P-03): a configured token is required. Without one nobody is admitted, unless the site
 * is in trial mode.
 */
export const requireSetupToken = async (
  request: Request,
  { expected, trial }: { expected: string | null; trial: boolean },
): Promise<void> => {
  if (expected === null) {
    if (!trial) throw new Refusal("setup_token_wrong");
    return;
  }
  const given = request.headers.get("x-setup-token");
  if (!given) throw new Refusal("setup_token_missing");
  if (!(await sameText(given, expected))) throw new Refusal("setup_token_wrong");
};
