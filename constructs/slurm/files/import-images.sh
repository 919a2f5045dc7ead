#!/usr/bin/env bash
# values:
__folder=/fsx/images # On a volume that all nodes mount.
__list=/opt/railyard/images # Name of a file, a blank and an image with its digest, a line each.
__work=/work # Room for layers, which is the pod's own.
# end of values
# Imports images that are not there yet. A file has its name only once it is whole, so a job never starts from half of one.
set -u
folder=${RAILYARD_IMAGES:-$__folder}
mkdir -p "$folder"
export ENROOT_CACHE_PATH=$__work/cache ENROOT_DATA_PATH=$__work/data ENROOT_TEMP_PATH=$__work ENROOT_RUNTIME_PATH=$__work/run
export ENROOT_SQUASH_OPTIONS="-comp lzo -noD -exit-on-error"
[ ! -e "${RAILYARD_ENROOT:-/opt/railyard-enroot}/.credentials" ] || export ENROOT_CONFIG_PATH=${RAILYARD_ENROOT:-/opt/railyard-enroot}
failed=0
# Who has just opened the image of this name reads on, also over NFS, which would lose a file without a name; and jobs that need it
# name it so until another one comes.
keep_before() { [ ! -e "$file" ] || ln -f "$file" "$folder/$name.before.sqsh"; }
while read -r name image; do
  [ -n "$name" ] || continue
  file=$folder/$name.sqsh
  if [ -e "$file" ] && [ "$(cat "$file.from" 2>/dev/null)" = "$image" ]; then
    echo "$name: is there"
    continue
  fi
  part=$folder/.$name.part-$$.sqsh
  echo "$name: importing $image"
  if enroot import --output "$part" "docker://$image" && chmod 0644 "$part" && keep_before && mv -f "$part" "$file"; then
    echo "$image" > "$file.from.part" && mv -f "$file.from.part" "$file.from"
  else
    rm -f "$part"
    echo "$name: could not be imported" >&2
    failed=1
  fi
done < "${RAILYARD_LIST:-$__list}"
exit "$failed"
