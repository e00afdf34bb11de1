export { OwnPortfolio } from "./own-portfolio.tsx";
export { PortfolioTab, WorkMosaic } from "./portfolio-tab.tsx";
export { PrivatePictureButton } from "./private-picture.tsx";
export { Thumbnail } from "./thumbnail.tsx";
