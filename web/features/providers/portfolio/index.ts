export { OwnPortfolio } from "./own-portfolio.tsx";
export { fileAddress } from "./picture.tsx";
export { PortfolioTab, WorkMosaic } from "./portfolio-tab.tsx";
export { UploadFailed, uploadMedia } from "./upload.ts";
