export { showSignedOutHere, signOut, useSignOut } from "./sign-out.ts";
