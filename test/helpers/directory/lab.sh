#!/usr/bin/env bash
# Real OpenLDAP, SSSD and sshd on the files of FOLDER, in namespaces of their own: what each question was answered lies in answers/.
#
#   lab.sh FOLDER
#
# The folder has what a pod has in opt/, two directories (people.ldif, ad.ldif), files of SSSD (sssd.*), the
# job of members, and programs that stand in for Slurm's (bin/).
set -u
F=$1
if [ -z "${RAILYARD_LAB:-}" ]; then
  RAILYARD_LAB=1 exec unshare --mount --pid --net --fork --kill-child --mount-proc bash "$0" "$@"
fi
exec </dev/null
export PATH="$F/bin:/usr/sbin:/usr/bin:/sbin:/bin"
cd "$F" || exit 1
ask() { # name, command …
  local name=$1 status=0
  shift
  "$@" >"answers/$name" 2>"answers/$name.err" || status=$?
  echo "exit $status" >>"answers/$name"
}
within() { # tenths of a second, command …
  local left=$1
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 0.1
  done
}

machine() {
  ip link set lo up
  mkdir -p answers copy sss home
  cp -a /etc/. copy
  # other domains of this machine are none of a pod
  rm -rf copy/sssd copy/railyard
  mkdir -p copy/sssd/conf.d
  cp -a /var/lib/sss/. sss
  mount --bind copy /etc
  mount --bind sss /var/lib/sss
  mount --bind home /home
  mount -t tmpfs tmpfs /run
  mount -t tmpfs tmpfs /opt
  cp -a opt/. /opt
  mkdir -p /run/sshd
  printf '127.0.0.1 localhost ldap.example.com\n127.0.0.2 dc1.example.com\n' >/etc/hosts
}
certificates() {
  local curve=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
  openssl req -x509 "${curve[@]}" -keyout ca.key -out ca.pem -subj "/CN=Directory CA" -days 2
  openssl req "${curve[@]}" -keyout server.key -out server.csr -subj "/CN=ldap.example.com"
  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out server.pem \
    -extfile <(echo "subjectAltName=DNS:ldap.example.com,DNS:dc1.example.com")
  cp /etc/ssl/certs/ca-certificates.crt without-ca.crt
  cat ca.pem >>/etc/ssl/certs/ca-certificates.crt
}
socket() { local path=$F/$1.socket; echo "ldapi://${path//\//%2F}"; }
serve() { # name, address
  mkdir -p "$1.data"
  slapadd -q -f "$1.conf" -l "$1.ldif" && slapd -f "$1.conf" -h "ldaps://$2 $(socket "$1")"
}

# As the job does it: it starts SSSD itself.
directory() { # name, file of SSSD
  rm -f /var/lib/sss/db/* /var/lib/sss/mc/* /var/lib/sss/pipes/nss
  install -m 600 "$2" /etc/sssd/sssd.conf
  ask "$1.members" env RAILYARD_PATIENCE="${PATIENCE:-12}" bash members.sh
}
end_directory() {
  kill "$(cat /run/sssd.pid)"
  within 300 test ! -e /run/sssd.pid
}
person() { # directory, name as the answer has it, [name]
  ask "$1.passwd.$2" getent passwd -- "${3-$2}"
  ask "$1.id.$2" id -- "${3-$2}"
}
log_in() { # directory, name as the answer has it, name, key
  ask "$1.login.$2" ssh -p 10022 -F none -i "$4" -o IdentitiesOnly=yes -o BatchMode=yes -o LogLevel=ERROR \
    -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -l "$3" 127.0.0.1 'id -u; pwd; echo "$0"; stat -c %u:%g:%a .'
}

machine
certificates 2>answers/certificates.err
serve people 127.0.0.1 && serve ad 127.0.0.2 || exit 1
ssh-keygen -A >/dev/null
env RAILYARD_USER_KEYS="$F/none" bash /opt/railyard-users/users.sh once >answers/users 2>&1
directory open sssd.open
bash /opt/railyard-users/users.sh once >>answers/users 2>&1
/usr/sbin/sshd -f "$F/sshd.conf" -E "$F/answers/sshd"
while IFS=$'\t' read -r label name <&5; do
  person open "$label" "$name"
  log_in open "$label" "$name" key
done 5<names
log_in open other-key ada other
ask open.group getent -s sss group ml-vision
ask open.group.low getent -s sss group storage
# SSSD remembers who came for five seconds (pam_id_timeout)
ldapdelete -x -H "$(socket people)" -D cn=admin,dc=example,dc=com -w admin uid=gone,dc=example,dc=com
sleep 6
log_in open gone-then gone key
kill "$(cat people.pid)"
log_in open offline ada key
end_directory

within 100 test ! -e people.pid
slapd -f people.conf -h ldaps://127.0.0.1
directory group sssd.group
for name in ada stranger; do log_in group "$name" "$name" key; done
end_directory

cp /etc/ssl/certs/ca-certificates.crt with-ca.crt
cp without-ca.crt /etc/ssl/certs/ca-certificates.crt
PATIENCE=0 directory no-ca sssd.open
person no-ca ada
end_directory
cp with-ca.crt /etc/ssl/certs/ca-certificates.crt

directory ad sssd.ad
for name in maria disabled nobody-here; do
  person ad "$name"
  log_in ad "$name" "$name" key
done
end_directory
PATIENCE=0 directory wrong-password sssd.wrong-password
person wrong-password maria
end_directory
