import {
  Children,
  cloneElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";
import { Scripts, UNSAFE_DataRouterStateContext, UNSAFE_FrameworkContext } from "react-router";
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

const textOf = ({ props }: ReactElement<ElementProps>): string =>
  props.dangerouslySetInnerHTML?.__html ?? "";

interface Scripting {
  /** Null after hydration, when the router gives no scripts any more. */
  text: string | null;
  preloads: string;
  nonce?: string;
}

const scriptingOf = (elements: readonly ReactElement<ElementProps>[]): Scripting => {
  const scripts = elements.filter(({ type }) => type === "script");
  const module = scripts.find(({ props }) => props.type === "module");
  const context = scripts.find(({ props }) => !props.type);
  const links = elements.filter(({ type }) => type === "link");
  return {
    text: module ? `${context ? textOf(context) : ""}\n${textOf(module)}` : null,
    preloads: links.map(({ props }) => props.href).join(" "),
    nonce: module?.props.nonce,
  };
};

const scriptElement = ({ text, preloads, nonce }: Scripting) =>
  text !== null && (
    <script
      id={SCRIPTS_ID}
      type="text/plain"
      data-preloads={preloads}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the router's own
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );

const RouterScripts = () => scriptElement(scriptingOf(elementsOf(Scripts({}))));

/** By the routes of a page. */
const known = new Map<string, ReturnType<typeof scriptElement>>();

/** The server's, which the router composes once for all pages of the same routes. */
const ServerScripts = () => {
  const matches = useContext(UNSAFE_DataRouterStateContext)?.matches ?? [];
  const nonce = useContext(UNSAFE_FrameworkContext)?.nonce;
  const routes = matches.map(({ route }) => route.id).join(" ");
  const element = known.get(routes) ?? RouterScripts();
  known.set(routes, element);
  return element && cloneElement(element, { nonce });
};

/**
 * The router's scripts, as one text: the first script of the page (web/session/first-paint.ts) runs it when
 * it is needed. What preloads them is named with them, so that nothing competes with the first paint. The text
 * is the same for all pages of a route; their data is in an element of its own.
 */
export const DeferredScripts =
  import.meta.env.SSR && import.meta.env.PROD ? ServerScripts : RouterScripts;
