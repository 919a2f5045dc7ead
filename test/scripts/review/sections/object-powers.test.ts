import { powersIn } from "../../../../scripts/review/sections/object-powers";

const OWNERS = { account: "111122223333", mirrors: [] };
const powers = (value: unknown) => powersIn(value, OWNERS);
const script = (text: string) => ({
  kind: "ConfigMap",
  data: { "a.sh": text },
});

const SAID = [
  "# https://docs.kernel.org/admin-guide/sysrq.html\necho b >/proc/sysrq-trigger\n",
  "if true; then\n    ## see https://example.com/a\n  true # and https://example.com/b\nfi\n",
  'say "it is gone" # https://example.com/a\ntrue\n',
  '#!/usr/bin/env python3\n"""Copies. @see https://example.com/a"""\nimport os\n',
  'def one(\n    value,\n) -> str:\n    """\n    @see https://example.com/a\n    """\n    return value\n',
  "class One:\n    \"\"\"https://example.com/a\"\"\"\n\n    async def two(self):\n        '''https://example.com/b'''\n",
];

test.each(SAID)("what a script says in comments, it does not call: %j", (text) =>
  expect(powers(script(text))).toEqual([]),
);

const CALLED = [
  "https://example.com/a",
  "# https://example.com/a",
  "set -e\ncurl -sf https://example.com/a\n",
  "set -e\ncurl -sf https://example.com/a # the list\n",
  "set -e\ncurl -sf https://example.com/a#part\n",
  "set -e\nsay 'all # of https://example.com/a'\n",
  "set -e\nsay it\\'s # https://example.com/a\n",
  "#include https://example.com/a\ntrue\n",
  "#cloud-config\n#include\nhttps://example.com/a\n",
  'URL = (\n    """https://example.com/a"""\n)\n',
  'def one():\n    """Says nothing."""\n    return get("https://example.com/a")\n',
];

test.each(CALLED)("what it calls is told, and what is not sure to be a comment: %j", (text) =>
  expect(powers(script(text))).toEqual(["it names example.com"]),
);

test("hold of nodes is told before rights, and hosts last", () =>
  expect(
    powers([
      script("set -e\ncurl https://example.com/a\n"),
      {
        kind: "ClusterRole",
        metadata: { name: "a" },
        rules: [{ verbs: ["get"], resources: ["secrets"] }],
      },
      {
        kind: "DaemonSet",
        spec: {
          hostPID: true,
          containers: [{ securityContext: { privileged: true } }],
          volumes: [{ hostPath: { path: "/" } }],
        },
      },
    ]),
  ).toEqual([
    "pods see and may end all processes of their node",
    "containers are privileged: they are root on their node",
    "pods have / of their node",
    "whoever has role a may read every secret",
    "it names example.com",
  ]));
