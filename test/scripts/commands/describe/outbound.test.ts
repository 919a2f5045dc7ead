import { outboundSheet } from "../../../../scripts/commands/describe/outbound";
import { dataSheet } from "../../../../scripts/commands/describe/sheet";
import { sheetText } from "../../../../scripts/commands/describe/text";
import { ROOT_CA } from "../../../helpers/certificates";
import { sample, type Change } from "../../../helpers/environment";

const text = (change: Change) => sheetText(dataSheet(sample(change).env)).replace(/ +/g, " ");
const PROXY = { url: "http://proxy.example.com:3128", direct: [".corp.example.com"] };

test("an open environment says nothing of it", () => {
  expect(text({})).not.toContain("Way out");
  expect(outboundSheet(sample({}).env)).toEqual({
    registryMirrors: [],
    imageMirrors: [],
    authorities: [],
    proxy: null,
    usedBy: [],
  });
});

test("mirrors of nodes and of charts are told apart, and what ECR fills", () => {
  const sheet = text({
    outbound: { registryMirrors: { "docker.io": "harbor.example.com/hub" } },
    platform: { images: { mirrors: { "*": "registry.example.com/all" }, pullThroughCache: { "quay.io": {} } } },
  });
  expect(sheet).toContain("nodes pull docker.io from harbor.example.com/hub");
  expect(sheet).toContain("charts take every other registry from registry.example.com/all");
  expect(sheet).toMatch(/charts take quay\.io from 111122223333\.dkr\.ecr\.us-east-1\S*\/sample-quay, which ECR fills/);
  expect(sheet).not.toContain("authorities and proxy have");
});

test("authorities have their subject and end, and who has them and the proxy is named", () => {
  const env = { outbound: { authorities: { corp: ROOT_CA }, proxy: PROXY } };
  const sheet = text(env);
  expect(sheet).toMatch(/authority corp CN=Example Root, until 20\d\d-\d\d-\d\d/);
  expect(sheet).toContain("proxy http://proxy.example.com:3128");
  expect(sheet).toContain(".corp.example.com");
  expect(sheet).toContain("authorities and proxy have nodes of h100, cpu, and system nodes");
  expect(sheet).toContain("jobs of Slurm");
  expect(sheet).toMatch(/pods of .*cert-manager/);
  expect(sheet).not.toContain("BEGIN CERTIFICATE");
  expect(text({ ...env, slurm: null, teams: null, checkpoints: null })).not.toContain("jobs of Slurm");
});
