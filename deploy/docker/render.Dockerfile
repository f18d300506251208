# syntax=docker/dockerfile:1
# docker build -f deploy/docker/render.Dockerfile --build-arg BUILD_ID=$(git rev-parse --short HEAD) .
FROM node:24-bookworm-slim AS build
WORKDIR /src/render
COPY render/package.json render/package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY render ./
# The image has its own browser, so the package with one is left out. npm prune would install it again.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/@sparticuz

FROM node:24-bookworm-slim
# Chromium comes from the distribution, which publishes its security fixes: build the image again for them.
RUN apt-get update && apt-get install --yes --no-install-recommends chromium-headless-shell fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /src/render/package.json ./
COPY --from=build /src/render/node_modules node_modules
COPY --from=build /src/render/dist dist
ARG BUILD_ID=dev
ENV NODE_ENV=production ADDR=0.0.0.0:8080 INTERNAL_ADDR=0.0.0.0:9090 BUILD_ID=${BUILD_ID}
# Chromium's sandbox needs user namespaces. Where the runtime forbids them, set RENDER_BROWSER to "chromium-headless-shell --no-sandbox": then this
# container, which holds no secrets, is the boundary.
# As in the manifests, and the owner of the volumes.
USER 65532:65532
EXPOSE 8080 9090
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["node", "dist/main.js", "healthcheck"]
CMD ["node", "dist/main.js"]
