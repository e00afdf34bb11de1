import "../environment.ts";

import { readConfig } from "../settings/config.ts";
import {
  type AdminContext,
  create,
  list,
  removeSecondFactor,
  resetPassword,
  setEmail,
  switchAdmin,
} from "./admin-commands.ts";
import { callRunningSite } from "./call-running-site.ts";
import { readArguments, runCommand, say } from "./command.ts";

/** `npm run admin`: manages admins through the running site, with its secret key. */
const USAGE = `npm run admin -- list
npm run admin -- create EMAIL [--name NAME] [--print-link]
npm run admin -- set-email ADMIN EMAIL
npm run admin -- reset-password ADMIN [--print-link]
npm run admin -- remove-second-factor ADMIN
npm run admin -- deactivate ADMIN --reason TEXT
npm run admin -- activate ADMIN --reason TEXT
ADMIN is an admin's email, username or name. --print-link prints the password link instead of sending it.`;

interface Flags {
  name?: string;
  reason?: string;
  "print-link"?: boolean;
}

const run = (context: AdminContext, given: string[], flags: Flags): Promise<void> => {
  const [command, first, second] = given;
  const print = flags["print-link"] ?? false;
  if (command === "list") return list(context);
  if (command === "create" && first) return create(context, first, { name: flags.name, print });
  if (command === "set-email" && first && second) return setEmail(context, first, second);
  if (command === "reset-password" && first) return resetPassword(context, first, { print });
  if (command === "remove-second-factor" && first) return removeSecondFactor(context, first);
  if ((command === "activate" || command === "deactivate") && first && flags.reason)
    return switchAdmin(context, first, command === "activate", flags.reason);
  throw new Error(USAGE);
};

const main = async (): Promise<void> => {
  const { values: flags, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: {
      name: { type: "string" },
      reason: { type: "string" },
      "print-link": { type: "boolean" },
    },
  });
  if (positionals.length === 0) throw new Error(USAGE);
  const config = readConfig(process.env);
  const context: AdminContext = {
    call: await callRunningSite(process.env),
    siteUrl: (config.SITE_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, ""),
    adminDomain: config.ADMIN_DOMAIN,
    say,
  };
  await run(context, positionals, flags);
};

runCommand(main);
