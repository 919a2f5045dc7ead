# values:
__base=docker.io/library/ubuntu:24.04 # Where it begins.
__ior=967a9f65109760db8a3ac14a7fdd007f337d2960 # Commit of IOR, by which its text is fixed; this is 4.0.0.
# end of values
# Written by railyard examples
# fio, IOR, mdtest and the AWS CLI, which checks of volumes and buckets run: railyard verify … --image storage=<what you call it>
FROM ${__base} AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends \
      autoconf automake ca-certificates gcc git libc6-dev libopenmpi-dev make pkg-config && rm -rf /var/lib/apt/lists/*
WORKDIR /src
RUN git init --quiet . && git fetch --quiet --depth=1 https://github.com/hpc/ior.git ${__ior} && git checkout --quiet FETCH_HEAD && \
      test "$(git rev-parse HEAD)" = ${__ior}
RUN ./bootstrap && ./configure --prefix=/opt/ior && make --jobs="$(nproc)" && make install

FROM ${__base}
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates fio openmpi-bin python3 python3-venv && \
      rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /opt/aws && /opt/aws/bin/pip install --no-cache-dir awscli==1.42.0
COPY --from=build /opt/ior /opt/ior
ENV PATH=/opt/ior/bin:/opt/aws/bin:$PATH
# what is in it, as its package managers tell it, and what was built
RUN mkdir -p /usr/share/railyard && \
      { dpkg-query --show --showformat='deb ${Package} ${Version} ${Architecture}\n' && \
        /opt/aws/bin/pip list --format=freeze | sed 's/^/pypi /; s/==/ /' && \
        echo 'git https://github.com/hpc/ior ${__ior}'; } >/usr/share/railyard/packages.txt
RUN command -v ior mdtest && fio --version && aws --version
