# syntax=docker/dockerfile:1
# One image for linux/amd64 and linux/arm64: docker buildx build --platform linux/amd64,linux/arm64 .
# Run it with one volume at /data, and with --init, so that ended child processes are cleaned up.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY backend/package.json backend/
RUN npm ci
COPY . .
RUN npm run build
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
# The Node.js that package-lock.json pins comes first, as in npm's scripts: the build is bound to its version.
ENV PATH=/app/node_modules/.bin:$PATH HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -m 0711 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/run.ts", "start"]
