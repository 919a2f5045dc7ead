# shellcheck shell=bash
# values:
__name=corp # Name of the authority.
# end of values
cat > /etc/pki/ca-trust/source/anchors/railyard-$__name.pem << 'PEM'
# insert: pem
PEM
