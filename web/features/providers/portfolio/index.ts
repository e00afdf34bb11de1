export { OwnPortfolio } from "./own-portfolio.tsx";
export { PortfolioTab, WorkRow } from "./portfolio-tab.tsx";
