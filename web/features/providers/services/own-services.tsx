import { type ComponentProps, Suspense } from "react";
import { lazy } from "#web/session/parts.ts";
import { ServiceList } from "./service-list.tsx";

const Editor = lazy(() => import("./services-editor.tsx"));

/** The owner's services with the code to change them, which visitors need not load. */
export const ServicesEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense fallback={<ServiceList services={props.services} />}>
    <Editor {...props} />
  </Suspense>
);
