import { pageTitle } from "#web/features/accounts/page-title.ts";
import { TwoStepScreen } from "#web/features/accounts/two-step-screen.tsx";

export const meta = pageTitle("Two-step verification");

export default TwoStepScreen;
