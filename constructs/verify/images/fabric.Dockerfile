# values:
__base=docker.io/library/ubuntu:24.04 # Where it begins.
__syft=docker.io/anchore/syft:v1.57.1 # Image with syft.
__libfabric=cf173800a23505a0c6ec9ad42b935bde60a57da2 # Commit of libfabric and fabtests; this is 2.1.0.
# end of values
# Written by railyard examples
# perftest, libfabric with EFA, and fabtests, which checks of rails and devices run: railyard verify … --image fabric=<what you call it>
ARG BASE=${__base}
ARG SYFT=${__syft}
# hadolint ignore=DL3006
FROM ${SYFT} AS syft

# hadolint ignore=DL3006
FROM ${BASE} AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends \
      autoconf automake ca-certificates gcc git libc6-dev libibverbs-dev librdmacm-dev libtool make && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# a mirror of the repository, where GitHub is not reached: the commit is the same
ARG LIBFABRIC_REPOSITORY=https://github.com/ofiwg/libfabric.git
RUN git init --quiet . && git fetch --quiet --depth=1 "$LIBFABRIC_REPOSITORY" ${__libfabric} && \
      git checkout --quiet FETCH_HEAD && test "$(git rev-parse HEAD)" = ${__libfabric}
RUN ./autogen.sh && ./configure --prefix=/opt/libfabric --enable-efa=yes --enable-psm3=no && make --jobs="$(nproc)" install
WORKDIR /src/fabtests
RUN ./autogen.sh && ./configure --prefix=/opt/libfabric --with-libfabric=/opt/libfabric && make --jobs="$(nproc)" install
# no package manager knows of what is compiled: this tells the list of what is in the image
RUN printf '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"components":[%s]}\n' \
      '{"type":"library","bom-ref":"libfabric","name":"libfabric","version":"${__libfabric}","purl":"pkg:github/ofiwg/libfabric@${__libfabric}"}' \
      >/opt/libfabric/libfabric.cdx.json

# hadolint ignore=DL3006
FROM ${BASE} AS image
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends ibverbs-providers libibverbs1 librdmacm1t64 perftest && \
      rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/libfabric /opt/libfabric
ENV PATH=/opt/libfabric/bin:$PATH
RUN echo /opt/libfabric/lib >/etc/ld.so.conf.d/libfabric.conf && ldconfig
RUN command -v ib_write_bw && fi_info --version && command -v fi_rdm_tagged_bw

# insert: bom
