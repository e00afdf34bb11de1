import { pageTitle } from "#web/features/accounts/page-title.ts";
import { AdminLoginScreen } from "#web/features/administration/index.ts";

export const meta = pageTitle("Admin login");

export default AdminLoginScreen;
