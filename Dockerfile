# syntax=docker/dockerfile:1
FROM node:22.23.3-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY prisma ./prisma
COPY .config ./.config
RUN npm ci
COPY . .
RUN npm run build

FROM node:22.23.3-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY prisma ./prisma
# Without optional packages: they are the embedded database, and what npm keeps of the development dependencies for peers.
# TypeScript is a peer of what takes types from it alone; the query compilers of other databases are never loaded.
RUN npm ci --omit=dev --omit=optional \
  && rm -r node_modules/typescript \
  && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name '*.postgresql.*' -delete

# To try it: with the sandbox and the embedded database, which production has not. docker build --target sandbox .
FROM node:22.23.3-bookworm-slim AS sandbox
ENV NODE_ENV=development HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000 4010
CMD ["node", "dist/server/main.js"]

FROM node:22.23.3-bookworm-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY prisma ./prisma
# What `npm run db:migrate` and `npm run billing` look at before they run the build.
COPY .config ./.config
USER node
EXPOSE 3000
# A start may migrate for half an hour; it is healthy at once when it is done.
# Bash and its own sockets: another Node process every ten seconds would cost 0.17 s of CPU and 84 MB each time.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30m --start-interval=1s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /api/health/ready HTTP/1.0\\r\\n\\r\\n' >&3 && IFS= read -r line <&3 && [[ $line == *' 200 '* ]]"]
CMD ["node", "dist/server/main.js"]
