import { SignInReturnScreen } from "#web/features/accounts/login/sign-in-return-screen.tsx";
import { pageTitle } from "#web/shell/search-engines/page-title.ts";

export const meta = pageTitle("Log in");

export default SignInReturnScreen;
