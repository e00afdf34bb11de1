export { ServicesEditor } from "./own-services.tsx";
export { loadServices, type Service } from "./queries.ts";
export { ServiceList } from "./service-list.tsx";
