export { AdminFrame } from "./admin-frame.tsx";
export { AdminLoginScreen } from "./login-screen.tsx";
export { AdminSetupScreen } from "./setup-screen.tsx";
