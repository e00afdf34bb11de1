export { Guard } from "./guard.tsx";
