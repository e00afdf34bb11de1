import { pageTitle } from "#web/features/accounts/page-title.ts";
import { ResetPasswordScreen } from "#web/features/accounts/reset-password-screen.tsx";

export const meta = pageTitle("Reset your password");

export default function ForgotPassword() {
  return <ResetPasswordScreen mode="request" />;
}
