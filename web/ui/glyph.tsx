import type { ComponentProps } from "react";

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6L6 18",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5",
  pin: "M12 2.5a7.5 7.5 0 0 0-7.5 7.5c0 5 7.5 11.5 7.5 11.5s7.5-6.5 7.5-11.5A7.5 7.5 0 0 0 12 2.5zM12 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
} as const;

/**
 * The four icons of the home page and the shell, without the icon library's 2 kB of script that a
 * visitor would otherwise load first. Everywhere else use `lucide-react/icons/*`.
 */
export const Glyph = ({ name, ...rest }: ComponentProps<"svg"> & { name: keyof typeof PATHS }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    {...rest}
  >
    <path d={PATHS[name]} />
  </svg>
);
