import { TwoStepScreen } from "#web/features/accounts/two-step/two-step-screen.tsx";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";

export const meta = pageTitle("Two-step verification");

export default TwoStepScreen;
