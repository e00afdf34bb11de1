import { pictureSources } from "#domain/values/pictures.ts";

/** The operator's logo as the navigation shows it; undefined for the sign. */
export const logoPicture = (logo: string) =>
  logo ? { src: logo, sources: pictureSources(logo, "logo") } : undefined;
