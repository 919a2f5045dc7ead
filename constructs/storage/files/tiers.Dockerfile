# values:
__base=docker.io/library/debian:13-slim # Where it begins.
# end of values
# Written by railyard examples
# Python and boto3, with which tiers.py takes checkpoints from tier to tier: build it, push it, and name it by its digest
# (checkpoints.agent.image). The programs come from the cluster.
FROM ${__base}
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates python3 python3-venv && \
      rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /opt/tiers && /opt/tiers/bin/pip install --no-cache-dir boto3==1.42.0
ENV PATH=/opt/tiers/bin:$PATH
# what is in it, as its package managers tell it
RUN mkdir -p /usr/share/railyard && \
      { dpkg-query --show --showformat='deb ${Package} ${Version} ${Architecture}\n' && \
        /opt/tiers/bin/pip list --format=freeze | sed 's/^/pypi /; s/==/ /'; } >/usr/share/railyard/packages.txt
RUN python3 -c 'import boto3, http.server, s3transfer'
USER 65532:65532
