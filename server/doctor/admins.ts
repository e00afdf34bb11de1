import { type Admin, hasMailbox, listAdmins } from "../commands/admin-commands.ts";
import { createCallSite } from "../commands/call-running-site.ts";
import {
  type Examined,
  type Finding,
  fault,
  OTHER_KEYS,
  ok,
  reasonOf,
  warning,
} from "./findings.ts";

/** Whether somebody administers the running site at this address, and mail reaches them. */
export const checkAdmins = async (
  { config }: Examined,
  address: string,
  key: string,
): Promise<Finding[]> => {
  let admins: Admin[];
  try {
    admins = await listAdmins(createCallSite(address, key));
  } catch (error) {
    return [fault(`Admins: they could not be listed: ${reasonOf(error)}`, OTHER_KEYS)];
  }
  const active = admins.filter(({ is_active }) => is_active);
  if (active.length === 0)
    return [warning("Admins: there is none yet", "Create the first one at /admin-signup")];
  const without = active.filter(({ email }) => !hasMailbox(email, config.ADMIN_DOMAIN));
  if (without.length === 0) return [ok(`Admins: ${active.length}, all with a mailbox`)];
  return without.map(({ email }) => {
    const [username] = email.split("@");
    return warning(
      `Admins: ${username} has no mailbox, so alerts and password links do not arrive`,
      `Run: npm run admin -- set-email ${username} you@your-domain`,
    );
  });
};
