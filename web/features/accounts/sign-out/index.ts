export { showSignedOutHere, signOut, signOutTo, useSignOut } from "./sign-out.ts";
