export { StyleguideScreen } from "./styleguide-screen.tsx";
