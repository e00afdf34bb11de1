import { TwoStepScreen } from "#web/features/accounts/two-step/two-step-screen.tsx";
import { pageTitle } from "#web/shell/search-engines/head.ts";

export const meta = pageTitle("Two-step verification");

export default TwoStepScreen;
