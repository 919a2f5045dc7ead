# Sourced by harness.sh: registries on this machine, with certificates of an authority of their own, and a small image in each.

# What runs them, of this machine whatever ROOT is: docker-registry and its clients.
lacks_registry() {
  local tool
  for tool in docker-registry openssl perl curl ldd; do command -v "$tool" >/dev/null || { echo "$tool"; return 0; }; done
  return 1
}

PUBLIC=public.test PRIVATE=private.test
# Its password ends with what a shell, awk and sed would read.
REGISTRY_USER='puller' REGISTRY_PASSWORD='s3cret&/x'

start_registries() {
  local name at=2 folder=$RW/registry
  mkdir -p "$folder"
  chmod 700 "$folder"
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=railyard-authority -keyout "$folder/ca.key" -out "$folder/ca.crt" 2>/dev/null
  for name in "$PUBLIC" "$PRIVATE"; do
    openssl req -newkey rsa:2048 -nodes -subj "/CN=$name" -keyout "$folder/$name.key" -out "$folder/$name.csr" 2>/dev/null
    openssl x509 -req -days 2 -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -in "$folder/$name.csr" \
      -extfile <(echo "subjectAltName=DNS:$name") -out "$folder/$name.crt" 2>/dev/null
    {
      printf 'version: 0.1\nlog: { level: error }\nstorage: { filesystem: { rootdirectory: %s } }\n' "$folder/$name"
      printf 'http: { addr: "127.0.0.%d:443", tls: { certificate: %s, key: %s } }\n' "$at" "$folder/$name.crt" "$folder/$name.key"
      [ "$name" = "$PUBLIC" ] || printf 'auth: { htpasswd: { realm: test, path: %s } }\n' "$folder/htpasswd"
    } >"$folder/$name.yml"
    # shellcheck disable=SC2016
    RP=$REGISTRY_PASSWORD perl -e 'print $ARGV[0], ":", crypt($ENV{RP}, q($2y$05$abcdefghijklmnopqrstuu)), "\n"' "$REGISTRY_USER" >"$folder/htpasswd"
    docker-registry serve "$folder/$name.yml" >"$folder/$name.log" 2>&1 &
    echo "127.0.0.$at $name" >>"$RW/registry.hosts"
    at=$((at + 1))
  done
  for name in hosts etc.copy/hosts; do [ ! -e "$RW/$name" ] || cat "$RW/registry.hosts" >>"$RW/$name"; done
}
# Asks a registry as a client would, by its own name. What is after the path are arguments of curl.
ask_registry() { # name, path
  local name=$1 path=$2; shift 2
  curl -sSf --cacert "$RW/registry/ca.crt" --resolve "$name:443:$(awk -v name="$name" '$2 == name { print $1 }' "$RW/registry.hosts")" \
    -K <([ "$name" = "$PUBLIC" ] || printf 'user = "%s:%s"\n' "$REGISTRY_USER" "$REGISTRY_PASSWORD") "$@" "https://$name/v2/$path"
}
registries_answer() { ask_registry "$PUBLIC" "" >/dev/null 2>&1 && ask_registry "$PRIVATE" "" >/dev/null 2>&1; }

push_blob() { # name, repository, file → digest
  local digest where
  digest=sha256:$(sha256sum "$3" | cut -d' ' -f1)
  where=$(ask_registry "$1" "$2/blobs/uploads/" -X POST -D - -o /dev/null | tr -d '\r' | sed -nE "s|^[Ll]ocation: (https://[^/]+)?/v2/||p")
  ask_registry "$1" "$where&digest=$digest" -X PUT -H 'Content-Type: application/octet-stream' --data-binary @"$3" >/dev/null && echo "$digest"
}
# Two layers: programs of ROOT with what they load, and one that takes a file of the first away. Prints the digest of the image.
push_image() { # name, repository, tag, word that the image says
  local folder=$RW/image program layers='' each config digest
  rm -rf "$folder"
  mkdir -p "$folder/1/bin" "$folder/1/etc" "$folder/1/tmp" "$folder/2/etc" "$folder"/1/{dev,proc,sys,run}
  for program in bash cat env grep hostname id ls mkdir mv rm sleep sort stat tail test touch tr; do
    each=$(inside bash -c "readlink -f \$(type -P $program)")
    cp "${ROOT%/}$each" "$folder/1/bin/$program"
    for each in $(inside ldd "$each" | grep -oE '/[^ ]+'); do
      mkdir -p "$folder/1${each%/*}"
      cp -L "${ROOT%/}$each" "$folder/1$each"
    done
  done
  ln -s bash "$folder/1/bin/sh"
  echo 'root:x:0:0:root:/root:/bin/sh' >"$folder/1/etc/passwd"
  echo old >"$folder/1/etc/gone"
  : >"$folder/2/etc/.wh.gone"
  echo "$4" >"$folder/2/etc/word"
  for each in 1 2; do
    tar -C "$folder/$each" --owner=0 --group=0 -cf "$folder/$each.tar" .
    gzip -nk "$folder/$each.tar"
    digest=$(push_blob "$1" "$2" "$folder/$each.tar.gz") || return
    layers+=",{\"mediaType\":\"application/vnd.docker.image.rootfs.diff.tar.gzip\",\"size\":$(stat -c %s "$folder/$each.tar.gz"),\"digest\":\"$digest\"}"
  done
  printf '{"architecture":"%s","os":"linux","config":{"Env":["PATH=/bin","WORD=%s"],"Cmd":["sh"],"WorkingDir":"/"},"history":[{"created":"2026-01-01T00:00:00Z"},{"created":"2026-01-01T00:00:00Z"}],"rootfs":{"type":"layers","diff_ids":["sha256:%s","sha256:%s"]}}' \
    "$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')" "$4" "$(sha256sum "$folder/1.tar" | cut -d' ' -f1)" "$(sha256sum "$folder/2.tar" | cut -d' ' -f1)" >"$folder/config"
  config=$(push_blob "$1" "$2" "$folder/config") || return
  printf '{"schemaVersion":2,"mediaType":"application/vnd.docker.distribution.manifest.v2+json","config":{"mediaType":"application/vnd.docker.container.image.v1+json","size":%d,"digest":"%s"},"layers":[%s]}' \
    "$(stat -c %s "$folder/config")" "$config" "${layers#,}" >"$folder/manifest"
  ask_registry "$1" "$2/manifests/$3" -X PUT -H 'Content-Type: application/vnd.docker.distribution.manifest.v2+json' --data-binary @"$folder/manifest" >/dev/null &&
    echo "sha256:$(sha256sum "$folder/manifest" | cut -d' ' -f1)"
}
