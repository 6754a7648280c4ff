# Builds an image from a clone:  docker build -t chatferry .
# The version is pinned; add a digest to pin the bytes:  --build-arg NODE_IMAGE=node:24.21.0-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
COPY build ./build
COPY src ./src
# It ends with the script prepare, which makes dist/.
RUN npm ci --no-audit --no-fund

FROM ${NODE_IMAGE} AS libraries
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=libraries /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
RUN chmod 0755 dist/cli.js \
  && ln -s /app/dist/cli.js /usr/local/bin/chatferry \
  && install -d -o node -g node -m 0700 /data
USER node
# The state of pipelines (state: /data); a run that loses it cannot be resumed.
VOLUME /data
WORKDIR /work
# A list, not a text: no shell stands between the container and chatferry, so SIGTERM arrives.
ENTRYPOINT ["chatferry"]
CMD ["--help"]
