# values:
__name=storage # What the image is called in the list.
__must=pkg:github/hpc/ior@967a9f65 # What the list must have, as it begins.
# end of values
# what is in the image, as CycloneDX: packages of Debian, Python and npm, modules of Go in programs, and what was compiled here
# hadolint ignore=DL3006
FROM image AS bom
USER root
COPY --from=syft /syft /syft
RUN SYFT_CHECK_FOR_APP_UPDATE=false SYFT_FILE_METADATA_SELECTION=none /syft scan dir:/ --quiet --override-default-catalogers image \
      --select-catalogers +sbom-cataloger --exclude ./syft --source-name ${__name} --output cyclonedx-json@1.6=/tmp/bom.cdx.json && \
      grep --quiet --fixed-strings '"${__must}' /tmp/bom.cdx.json

# hadolint ignore=DL3006
FROM image
COPY --from=bom /tmp/bom.cdx.json /usr/share/railyard/bom.cdx.json
