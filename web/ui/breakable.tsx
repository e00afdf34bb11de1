import { Fragment, type ReactNode } from "react";

/** A text that may break after a slash, as `Construction/Trade`, or before an @, where there is little room. */
export const breakable = (text: string): ReactNode =>
  (text.match(/[^/@]*\/|@?[^/@]+|@/g) ?? []).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
