export { PasskeySettings } from "./passkey-settings.tsx";
export { passkeysWork, reasonOf } from "./passkeys.ts";
