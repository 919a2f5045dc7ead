import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { assertSameCluster } from "../../../../scripts/preflight/cluster/same-cluster";
import { localStatePath } from "../../../../stacks/state";
import { clusterSample } from "../../../helpers/cluster";
import { kubeconfig, kubectlTest, serveApi, type Served } from "../../../helpers/kube-api";
import { pretendedAws } from "../../../helpers/pretended-aws";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

const PROVIDER = 'provider["registry.terraform.io/hashicorp/helm"]';
const release = (namespace: string, name: string) => ({
  mode: "managed",
  type: "helm_release",
  name,
  provider: PROVIDER,
  instances: [{ attributes: { namespace, name, id: name } }],
});
const STATE = { resources: [release("slurm", "slurm"), release("slurm", "slurm-operator")] };

/** What Helm keeps of the first revision of a release. */
const secret = (namespace: string, name: string) => ({
  metadata: { namespace, name: `sh.helm.release.v1.${name}.v1`, labels: { owner: "helm", name } },
});
const secrets = (...items: object[]): Served => ({ json: { items, metadata: {} } });

/** Asks a cluster that answers so, with these states. @returns what was asked of it */
async function ask(answer: Served, states: Readonly<Record<string, object>>): Promise<string[]> {
  const api = await serveApi(() => answer);
  try {
    const root = folder();
    const path = kubeconfig(folder(), { sample: api.host });
    const { env: environment } = clusterSample({
      state: { kind: "local" },
      cluster: { access: { kind: "kubeconfig", context: "sample", path } },
    });
    for (const [role, state] of Object.entries(states)) {
      const file = resolve(root, "cdktf.out/stacks", role, localStatePath(environment, "slurm"));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(state));
    }
    await assertSameCluster({ environment, aws: pretendedAws({}), root, env: process.env });
    return api.asked;
  } finally {
    await api.close();
  }
}

kubectlTest(
  "a cluster that has some of what the states know is the one; of secrets, labels are read alone",
  async () => {
    const asked = await ask(secrets(secret("slurm", "slurm")), { slurm: STATE });
    expect(asked.slice(1)).toEqual([expect.stringMatching(/^GET \/api\/v1\/secrets\?.*labelSelector=owner%3Dhelm$/)]);
  },
);

kubectlTest("a cluster that has none of it is refused, whatever else is in it", async () => {
  const other = secrets(secret("slurm", "cert-manager"), secret("default", "slurm"));
  await expect(ask(other, { slurm: STATE })).rejects.toThrow(
    /^The states of sample have 2 Helm releases of which the cluster sample has none: slurm\/slurm, slurm\/slurm-operator\.\nIt is another cluster/,
  );
});

kubectlTest("a cluster that does not say what it has is refused", async () => {
  const forbidden: Served = { status: 403, json: { kind: "Status", message: "secrets is forbidden", code: 403 } };
  await expect(ask(forbidden, { slurm: STATE })).rejects.toThrow(
    /^Whether sample is the cluster that the states of sample are of is not known: .*Nothing was done\.$/,
  );
});

kubectlTest("nothing is asked where no state has a release", async () => {
  expect(await ask(secrets(), {})).toEqual([]);
  expect(await ask(secrets(), { slurm: { resources: [] } })).toEqual([]);
});
