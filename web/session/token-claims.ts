/** A token's claims, unproven; null if they cannot be read. */
export const claimsOf = (accessToken: string): Record<string, unknown> | null => {
  try {
    const [, payload = ""] = accessToken.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    return Object(JSON.parse(new TextDecoder().decode(bytes))) as Record<string, unknown>;
  } catch {
    return null;
  }
};
