import { AdminSetupScreen } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";

export const meta = pageTitle("Create the first admin");

export default AdminSetupScreen;
