// Apart from the portfolio, because no page of visitors needs it.
export { RemovablePictures } from "./removable-pictures.tsx";
