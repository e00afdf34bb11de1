export { FurtherFigures, MainFigures } from "./worth/figures.tsx";
