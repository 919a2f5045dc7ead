# values:
__base=docker.io/library/ubuntu:24.04 # Where it begins.
__libfabric=cf173800a23505a0c6ec9ad42b935bde60a57da2 # Commit of libfabric and fabtests; this is 2.1.0.
# end of values
# Written by railyard examples
# perftest, libfabric with EFA, and fabtests, which checks of rails and devices run: railyard verify … --image fabric=<what you call it>
FROM ${__base} AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends \
      autoconf automake ca-certificates gcc git libc6-dev libibverbs-dev librdmacm-dev libtool make && rm -rf /var/lib/apt/lists/*
WORKDIR /src
RUN git init --quiet . && git fetch --quiet --depth=1 https://github.com/ofiwg/libfabric.git ${__libfabric} && \
      git checkout --quiet FETCH_HEAD && test "$(git rev-parse HEAD)" = ${__libfabric}
RUN ./autogen.sh && ./configure --prefix=/opt/libfabric --enable-efa=yes --enable-psm3=no && make --jobs="$(nproc)" install
WORKDIR /src/fabtests
RUN ./autogen.sh && ./configure --prefix=/opt/libfabric --with-libfabric=/opt/libfabric && make --jobs="$(nproc)" install

FROM ${__base}
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends ibverbs-providers libibverbs1 librdmacm1t64 perftest && \
      rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/libfabric /opt/libfabric
ENV PATH=/opt/libfabric/bin:$PATH
RUN echo /opt/libfabric/lib >/etc/ld.so.conf.d/libfabric.conf && ldconfig
# what is in it, as its package manager tells it, and what was built
RUN mkdir -p /usr/share/railyard && \
      { dpkg-query --show --showformat='deb ${Package} ${Version} ${Architecture}\n' && \
        echo 'git https://github.com/ofiwg/libfabric ${__libfabric}'; } >/usr/share/railyard/packages.txt
RUN command -v ib_write_bw && fi_info --version && command -v fi_rdm_tagged_bw
