export { changeAvatar } from "./change.ts";
