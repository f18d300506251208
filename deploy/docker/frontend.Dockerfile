# syntax=docker/dockerfile:1
# docker build -f deploy/docker/frontend.Dockerfile --build-arg BUILD_ID=$(git rev-parse --short HEAD) .
FROM node:24-bookworm-slim AS build
ARG BUILD_ID=dev
WORKDIR /src
COPY proto/vitrine/catalog/v1/catalog.graphqls proto/vitrine/catalog/v1/catalog.graphqls
COPY frontend/package.json frontend/package-lock.json frontend/
RUN --mount=type=cache,target=/root/.npm npm --prefix frontend ci
# Share cards have titles in every script.
COPY render/package.json render/package-lock.json render/
RUN --mount=type=cache,target=/root/.npm npm --prefix render ci --ignore-scripts
COPY render/fonts.mjs render/
COPY render/fonts render/fonts
RUN cd render && node fonts.mjs /src/fonts
COPY frontend frontend
ENV NEXT_TELEMETRY_DISABLED=1 BUILD_ID=${BUILD_ID}
RUN npm --prefix frontend run build

FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /app
COPY --from=build /src/frontend/.next/standalone ./
COPY --from=build /src/fonts fonts
# The release in error reports.
ARG BUILD_ID=dev
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 INTERNAL_ADDR=0.0.0.0:9090 FONTCONFIG_FILE=/app/fonts/fonts.conf BUILD_ID=${BUILD_ID}
EXPOSE 3000 9090
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s \
    CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["server.js"]
