import { Fragment, type ReactNode } from "react";

/** A title that may break after its slash where there is little room, as `Construction/Trade`. */
export const breakable = (title: string): ReactNode =>
  title.split("/").map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
