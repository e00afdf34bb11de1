import { ConfirmEmailScreen } from "#web/features/accounts/confirm-email-screen.tsx";
import { pageTitle } from "#web/features/accounts/page-title.ts";

export const meta = pageTitle("Confirm your email");

export default ConfirmEmailScreen;
