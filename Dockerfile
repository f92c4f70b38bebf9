# The simulator as an image: see docs/containers.md. It contains what the package for npm contains, and Node.js.
ARG BUILD_IMAGE=node:24-slim
ARG BASE_IMAGE=gcr.io/distroless/nodejs24-debian13:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY . .
# `npm ci` also builds the program.
RUN npm ci --no-audit --no-fund && npm pack --silent && mkdir -p /image/app /image/data \
  && tar -xzf batch-sim-*.tgz -C /image/app --strip-components=1

FROM ${BASE_IMAGE}
LABEL org.opencontainers.image.title="batch-sim" \
  org.opencontainers.image.description="A simulator of a batch inference service, for the tests of its clients" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="0.1.0"
COPY --from=build /image/app /app
# A volume takes its owner from this folder.
COPY --from=build --chown=65532:65532 /image/data /data
ENV PATH=/nodejs/bin:/usr/local/bin:/usr/bin:/bin BATCH_SIM_HOST=0.0.0.0 BATCH_SIM_PORT=8080
USER 65532:65532
WORKDIR /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s CMD ["node", "/app/dist/cli.cjs", "health"]
ENTRYPOINT ["node", "/app/dist/cli.cjs"]
CMD ["start"]
