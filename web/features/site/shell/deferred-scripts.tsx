import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { Scripts } from "react-router";
import { SCRIPTS_ID } from "#web/session/hydration.ts";

interface ElementProps {
  children?: ReactNode;
  href?: string;
  nonce?: string;
  type?: string;
  dangerouslySetInnerHTML?: { __html: string };
}

/** The elements below fragments, in order. */
const elementsOf = (node: ReactNode): ReactElement<ElementProps>[] =>
  Children.toArray(node).flatMap((child) => {
    if (!isValidElement<ElementProps>(child)) return [];
    return child.type === Fragment ? elementsOf(child.props.children) : [child];
  });

/**
 * The router's scripts, as text: the first script of the page (web/session/first-paint.ts) runs them when
 * they are needed. What preloads them is named with them, so that nothing competes with the first paint.
 */
export const DeferredScripts = () => {
  const elements = elementsOf(Scripts({}));
  const modules = elements.filter(
    ({ type, props }) => type === "script" && props.type === "module",
  );
  const preloads = elements.filter(({ type }) => type === "link").map(({ props }) => props.href);
  return (
    <>
      {elements.filter(({ type, props }) => type === "script" && !props.type)}
      {modules.map(({ props }) => (
        <script
          key={SCRIPTS_ID}
          id={SCRIPTS_ID}
          type="text/plain"
          data-preloads={preloads.join(" ")}
          nonce={props.nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the router's own
          dangerouslySetInnerHTML={props.dangerouslySetInnerHTML}
        />
      ))}
    </>
  );
};
