/** The logo: a plus (something to solve) that turns into a tick (solved). Same drawing as favicon.svg. */
const LogoMark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" className="size-9 shrink-0">
    <rect width="32" height="32" rx="6" style={{ fill: "var(--sign-ground, #0b4a34)" }} />
    <path d="M6 10h7M9.5 6.5v7" style={{ stroke: "var(--sign-plus, #bfe3cf)" }} strokeWidth="2.4" />
    <path
      d="M7.5 18.5l7 7L27 10"
      fill="none"
      style={{ stroke: "var(--sign-tick, #ffb51f)" }}
      strokeWidth="5"
    />
  </svg>
);

/** Logo and name; the name is text, because an operator can rename the site. `picture` replaces our drawing. */
export const Logo = ({
  name,
  picture,
}: {
  name: string;
  picture?: { src: string; sources: string | undefined } | undefined;
}) => (
  <span className="inline-flex min-w-0 items-center gap-2.5 font-display text-[1.625rem] leading-none font-extrabold tracking-display text-ink">
    {picture ? (
      <img
        src={picture.src}
        srcSet={picture.sources}
        sizes="80px"
        alt=""
        className="h-9 w-auto max-w-24 shrink-0 object-contain"
      />
    ) : (
      <LogoMark />
    )}
    {/* A long name has two lines at most, so that what is beside it stays on the screen. */}
    <span className="line-clamp-2 min-w-0 py-0.5 wrap-anywhere">{name}</span>
  </span>
);
