export { BusinessesScreen } from "./businesses-screen.tsx";
