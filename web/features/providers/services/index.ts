export { ServicesEditor } from "./own-services.tsx";
export { ServiceList } from "./service-list.tsx";
