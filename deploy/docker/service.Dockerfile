# syntax=docker/dockerfile:1
# One image per service: docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=services/checkout \
#   --build-arg BUILD_ID=$(git rev-parse --short HEAD) .
FROM golang:1.26-bookworm AS build
ARG SERVICE
WORKDIR /src
COPY kit kit
COPY proto/gen proto/gen
COPY contracts contracts
COPY ${SERVICE} ${SERVICE}
WORKDIR /src/${SERVICE}
ENV CGO_ENABLED=0 GOWORK=off GOFLAGS=-trimpath
RUN --mount=type=cache,target=/root/.cache/go-build --mount=type=cache,target=/go/pkg/mod \
    go build -ldflags="-s -w" -o /out/service ./cmd/$(basename ${SERVICE})

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /out/service /service
# The release in error reports.
ARG BUILD_ID=dev
ENV ADDR=0.0.0.0:8080 INTERNAL_ADDR=0.0.0.0:9090 BUILD_ID=${BUILD_ID}
EXPOSE 8080 9090
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["/service", "healthcheck"]
ENTRYPOINT ["/service"]
