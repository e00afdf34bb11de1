import type { Screens, Who } from "../screen.ts";
import { admin } from "./admin.ts";
import * as people from "./people.ts";
import { links, reported, visitor } from "./visitors.ts";

/**
 * Every screen by its picture's name, with who sees it, in the order of taking them: what changes the site comes last.
 * Each group has a browser of its own.
 */
export const SCREENS: readonly (readonly [Who, Screens])[] = [
  ["visitor", visitor],
  ["visitor", links],
  ["client", people.client],
  ["newClient", people.newClient],
  ["member", people.member],
  ["provider", people.provider],
  ["newProvider", people.newProvider],
  ["admin", admin],
  ["visitor", reported],
  ["newProvider", people.newProviderDone],
  ["member", people.memberDone],
  ["client", people.clientDone],
];
