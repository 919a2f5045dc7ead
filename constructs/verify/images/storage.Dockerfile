# values:
__base=docker.io/library/ubuntu:24.04 # Where it begins.
__syft=docker.io/anchore/syft:v1.57.1 # Image with syft.
__ior=967a9f65109760db8a3ac14a7fdd007f337d2960 # Commit of IOR, by which its text is fixed; this is 4.0.0.
# end of values
# Written by railyard examples
# fio, IOR, mdtest and the AWS CLI, which checks of volumes and buckets run: railyard verify … --image storage=<what you call it>
ARG BASE=${__base}
ARG SYFT=${__syft}
# hadolint ignore=DL3006
FROM ${SYFT} AS syft

# hadolint ignore=DL3006
FROM ${BASE} AS build
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends \
      autoconf automake ca-certificates gcc git libc6-dev libopenmpi-dev make pkg-config && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# a mirror of the repository, where GitHub is not reached: the commit is the same
ARG IOR_REPOSITORY=https://github.com/hpc/ior.git
RUN git init --quiet . && git fetch --quiet --depth=1 "$IOR_REPOSITORY" ${__ior} && git checkout --quiet FETCH_HEAD && \
      test "$(git rev-parse HEAD)" = ${__ior}
RUN ./bootstrap && ./configure --prefix=/opt/ior && make --jobs="$(nproc)" && make install
# no package manager knows of what is compiled: this tells the list of what is in the image
RUN printf '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"components":[%s]}\n' \
      '{"type":"application","bom-ref":"ior","name":"ior","version":"${__ior}","purl":"pkg:github/hpc/ior@${__ior}"}' \
      >/opt/ior/ior.cdx.json

# hadolint ignore=DL3006
FROM ${BASE} AS image
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates fio openmpi-bin python3 python3-venv && \
      rm -rf /var/lib/apt/lists/*
# by the authorities of the base, as apt and git: pip has a list of its own
RUN python3 -m venv /opt/aws && \
      PIP_CERT=/etc/ssl/certs/ca-certificates.crt /opt/aws/bin/pip install --no-cache-dir awscli==1.42.0
COPY --from=build /opt/ior /opt/ior
ENV PATH=/opt/ior/bin:/opt/aws/bin:$PATH
RUN command -v ior mdtest && fio --version && aws --version

# insert: bom
