/**
 * Must be imported before anything that loads React: its development and production builds do not fit
 * together, and libraries choose by NODE_ENV when they are first read. Our own code never reads it.
 */
process.env.NODE_ENV = process.argv.includes("--dev") ? "development" : "production";
