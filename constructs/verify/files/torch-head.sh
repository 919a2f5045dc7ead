# shellcheck shell=bash
# values:
__files=e30= # Programs: a JSON object of texts by name, deflated, in base64.
# end of values
# Unpacks what tasks start; nothing of it stays on the node.
export PYTHONUNBUFFERED=1
python3 -c 'import torch' 2>/dev/null || { echo "railyard: torch is not there"; exit 0; }
work=$(mktemp -d) || exit 0
trap 'rm -rf "$work"' EXIT
python3 - "$work" $__files <<'UNPACK' || exit 0
import base64, json, os, sys, zlib
for name, text in json.loads(zlib.decompress(base64.b64decode(sys.argv[2]))).items():
    with open(os.path.join(sys.argv[1], name), "w", encoding="utf8") as file:
        file.write(text)
UNPACK
cd "$work" || exit 0
