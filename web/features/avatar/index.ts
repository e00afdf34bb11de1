export { AvatarRefused, uploadAvatar } from "./upload.ts";
