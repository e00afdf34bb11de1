export { showSignedOutHere, signOutTo, useSignOut } from "./sign-out.ts";
