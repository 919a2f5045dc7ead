# shellcheck shell=bash
if [ -n "$AT" ]; then aws s3 cp --only-show-errors "${TARGET}changes-$BACKUP.tar.gz" "$FOLDER/changes.tar.gz"; fi
