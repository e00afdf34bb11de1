export { OwnPortfolio } from "./own-portfolio.tsx";
export { useFileAddress } from "./picture.tsx";
export { PortfolioTab, WorkMosaic } from "./portfolio-tab.tsx";
export { UploadFailed, uploadMedia } from "./upload.ts";
