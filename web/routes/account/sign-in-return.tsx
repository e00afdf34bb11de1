import { SignInReturnScreen } from "#web/features/accounts/login/sign-in-return-screen.tsx";
import { pageTitle } from "#web/shell/search-engines/head.ts";

export const meta = pageTitle("Log in");

export default SignInReturnScreen;
