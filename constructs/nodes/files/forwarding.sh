# shellcheck shell=bash
# insert: retry
base=http://169.254.169.254/latest
token=$(curl -sSf --retry 5 -X PUT "$base/api/token" -H 'X-aws-ec2-metadata-token-ttl-seconds: 300')
ask() { curl -sSf --retry 5 -H "X-aws-ec2-metadata-token: $token" "$base/meta-data/$1"; }
interface=$(ask "network/interfaces/macs/$(ask mac)/interface-id")
region=$(ask placement/region)
retry aws ec2 modify-network-interface-attribute --region "$region" --network-interface-id "$interface" --no-source-dest-check
log "$interface passes packets of others"
