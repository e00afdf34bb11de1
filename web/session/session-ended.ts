import { sessionClient } from "./session.ts";

/**
 * Whether a write was refused because the session was ended meanwhile, on another device or by its
 * owner's password. Asks the service; the client then drops the session, and every page hears of it.
 */
export const sessionEnded = async (): Promise<boolean> => {
  try {
    const { auth } = await sessionClient();
    const { error } = await auth.getUser();
    // The client keeps the session of an account that is gone until it is signed out.
    if (error?.code === "user_not_found") await auth.signOut({ scope: "local" });
    return (await auth.getSession()).data.session === null;
  } catch {
    return false;
  }
};
