import { ConsentScreen } from "#web/features/accounts/applications/consent-screen.tsx";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";

export const meta = pageTitle("Connect an application");

export default ConsentScreen;
