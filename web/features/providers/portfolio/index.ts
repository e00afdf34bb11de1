export { OwnPortfolio } from "./own-portfolio.tsx";
export { PortfolioTab, WorkRow } from "./portfolio-tab.tsx";
export { UploadFailed, uploadMedia } from "./upload.ts";
