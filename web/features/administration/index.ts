export { AdminFrame } from "./admin-frame.tsx";
export { LoadFailure, orNull } from "./load-failure.tsx";
export { AdminLoginScreen } from "./login-screen.tsx";
export { AdminSetupScreen } from "./setup-screen.tsx";
export { tellFailure } from "./tell-failure.ts";
