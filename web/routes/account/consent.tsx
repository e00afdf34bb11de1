import { ConsentScreen } from "#web/features/accounts/consent-screen.tsx";
import { pageTitle } from "#web/features/accounts/page-title.ts";

export const meta = pageTitle("Connect an application");

export default ConsentScreen;
