export { OwnPortfolio } from "./own-portfolio.tsx";
export { fileAddress, Picture } from "./picture.tsx";
export { PictureField } from "./picture-field.tsx";
export { PictureStrip } from "./picture-strip.tsx";
export { PortfolioTab, WorkMosaic } from "./portfolio-tab.tsx";
export { uploadMedia, uploadPicture } from "./upload.ts";
