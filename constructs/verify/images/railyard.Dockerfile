# values:
__base=docker.io/library/debian:13-slim # Where it begins.
__syft=docker.io/anchore/syft:v1.57.1 # Image with syft.
__kubectl=registry.k8s.io/kubectl:v1.36.0 # Image with kubectl.
# end of values
# Written by railyard examples
# Railyard's commands that ask a cluster, such as verify, with kubectl and the AWS CLI. The build begins in a checkout:
#   docker build --file <this file> --tag <name> .
# kubectl is of the environment's version of Kubernetes; for a newer patch of it: --build-arg KUBECTL=<image>
ARG BASE=${__base}
ARG KUBECTL=${__kubectl}
ARG SYFT=${__syft}
# hadolint ignore=DL3006
FROM ${KUBECTL} AS kubectl

# hadolint ignore=DL3006
FROM ${SYFT} AS syft

# hadolint ignore=DL3006
FROM ${BASE} AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /railyard
# a registry of packages other than npm's own
ARG NPM_CONFIG_REGISTRY=https://registry.npmjs.org/
COPY package.json package-lock.json ./
COPY bin bin
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf /root/.npm
# each by its name: what else lies in a checkout, such as states and keys, comes into no image
COPY cdktf.json main.ts tsconfig.json ./
COPY config config
COPY constructs constructs
COPY policy policy
COPY scripts scripts
COPY stacks stacks
# compiled once: where the image runs, its files can only be read
RUN node bin/railyard.js verify --help >/dev/null && node bin/synth.js --help >/dev/null

# hadolint ignore=DL3006
FROM ${BASE} AS image
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends awscli ca-certificates nodejs && rm -rf /var/lib/apt/lists/*
COPY --from=kubectl /bin/kubectl /usr/local/bin/kubectl
COPY --from=build /railyard /railyard
WORKDIR /railyard
# what commands write: a volume, where the rest can only be read
RUN install --directory --owner=65532 --group=65532 cdktf.out
ENV NODE_ENV=production HOME=/tmp
RUN kubectl version --client && aws --version && node bin/railyard.js verify --help >/dev/null
USER 65532:65532
ENTRYPOINT ["node", "/railyard/bin/railyard.js"]

# insert: bom
