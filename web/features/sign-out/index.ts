export { signOut, tellSignedOutHere, useSignOut } from "./sign-out.ts";
