import { LoginScreen } from "#web/features/accounts/login-screen.tsx";
import { pageTitle } from "#web/features/accounts/page-title.ts";

export const meta = pageTitle("Log in");

export default LoginScreen;
