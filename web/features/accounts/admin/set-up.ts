import { adminSetupRefusal } from "#domain/accounts/errors.ts";
import type { SiteSettings } from "#web/session/site.ts";

/**
 * Calls the admin-setup function to create the first admin. Returns null, or why not, in the words of spec
 * 1 section 8. The token is sent in a header, and only if there is one.
 */
export const setUpAdmin = async (
  settings: SiteSettings,
  input: { username: string; password: string; setupToken: string },
): Promise<string | null> => {
  const { username, password, setupToken } = input;
  let response: Response;
  try {
    response = await fetch(`${settings.supabaseUrl}/functions/v1/admin-setup`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        apikey: settings.anonKey,
        ...(setupToken ? { "x-setup-token": setupToken } : {}),
      },
      body: JSON.stringify({ username, password }),
    });
  } catch {
    return "Unexpected error. Please try again.";
  }
  if (response.ok) return null;
  const body: unknown = await response.json().catch(() => null);
  return adminSetupRefusal(response.status, (body as { error?: unknown } | null)?.error);
};
