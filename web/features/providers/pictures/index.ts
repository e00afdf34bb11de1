export { fileAddress, Picture } from "./picture.tsx";
export { PictureField } from "./picture-field.tsx";
export { PictureStrip } from "./picture-strip.tsx";
