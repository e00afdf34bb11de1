import { pageTitle } from "#web/features/accounts/page-title.ts";
import { SignInReturnScreen } from "#web/features/accounts/sign-in-return-screen.tsx";

export const meta = pageTitle("Log in");

export default SignInReturnScreen;
