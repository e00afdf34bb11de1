// What the frame of the site and other features need; screens are entered by their routes.
export { AvatarUpload, useAvatarUpload } from "./avatar-upload.tsx";
export { AccountBanners } from "./banners.tsx";
export { useSignOut } from "./sign-out.ts";
