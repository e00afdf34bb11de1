export { OwnPortfolio } from "./own-portfolio.tsx";
export { PortfolioTab } from "./portfolio-tab.tsx";
