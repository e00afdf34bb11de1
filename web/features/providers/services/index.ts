export { ServicesEditor } from "./own-services.tsx";
export { loadServices, type OfferedService } from "./queries.ts";
export { ServiceList } from "./service-list.tsx";
