import { askUser, sessionClient } from "./session.ts";

/**
 * Whether a write was refused because the session was ended meanwhile, on another device or by its
 * owner's password. Asks the service; the client then drops the session, and every page hears of it.
 */
export const sessionEnded = async (): Promise<boolean> => {
  try {
    const db = await sessionClient();
    await askUser(db);
    return (await db.auth.getSession()).data.session === null;
  } catch {
    return false;
  }
};
