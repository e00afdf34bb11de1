/** The picture types of a logo, with the end of the file's name; the bucket refuses others by content. */
export const LOGO_TYPES: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
};

/** Bytes of a logo, as the bucket has it. */
const LARGEST_LOGO = 2 * 1024 * 1024;

/** Why a file is no logo, or null; the bucket refuses the same by content. */
export const logoRefusal = ({ type, size }: { type: string; size: number }): string | null => {
  if (!LOGO_TYPES[type]) return "Please choose a PNG, JPEG or WEBP picture.";
  if (size === 0) return "This file is empty. Please choose another picture.";
  return size > LARGEST_LOGO ? "Please choose a picture smaller than 2MB." : null;
};

/** Where logos are in the storage service; `private.site_setting_error` accepts only files of this form. */
export const LOGO_BUCKET = "business_logos";
export const siteLogoPath = (type: string, now: number): string =>
  `site/logo-${now}.${LOGO_TYPES[type] ?? "png"}`;

/** The address of a stored logo; `supabaseUrl` is empty when the backend is on the site's own origin. */
export const logoAddress = (supabaseUrl: string, path: string): string =>
  `${supabaseUrl}/storage/v1/object/public/${LOGO_BUCKET}/${path}`;
