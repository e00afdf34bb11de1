import { pageTitle } from "#web/features/accounts/page-title.ts";
import { AdminSetupScreen } from "#web/features/site/admin/index.ts";

export const meta = pageTitle("Create the first admin");

export default AdminSetupScreen;
