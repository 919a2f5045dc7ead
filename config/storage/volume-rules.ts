import type { ChartName } from "../facts/versions";
import type { ConfigPath } from "../kernel/issues";
import type { Rule, RuleInput, Violation } from "../kernel/rule";
import { looksRandom } from "../kernel/secret-random";
import { hostRdma } from "./host-rdma";
import type { ResolvedVolume } from "./kind";

/** What a rule over a volume finds, below where the volume is written. */
export type VolumeViolation = Omit<Violation, "path"> & { readonly at: ConfigPath };

/** Makes rules over each volume of a kind; a check also gets those of the kind that config names before it. */
export function rulesOver<Volume extends ResolvedVolume>(kind: Volume["kind"]) {
  return (
    rule: Omit<Rule, "check">,
    check: (volume: Volume, env: RuleInput["env"], earlier: readonly Volume[]) => Iterable<VolumeViolation>,
  ): Rule => ({
    ...rule,
    *check({ env }) {
      const all = env.storage.filter((volume): volume is Volume => volume.kind === kind);
      for (const [index, volume] of all.entries())
        for (const { at, ...found } of check(volume, env, all.slice(0, index)))
          yield { ...found, path: [...volume.path, ...at] };
    },
  });
}

/** A rule of a kind that hosts may mount over RDMA. */
export const rdmaCards = <Volume extends ResolvedVolume & { readonly config: { readonly transport: "tcp" | "rdma" } }>(
  kind: Volume["kind"],
  prefix: string,
  source: string,
): Rule =>
  rulesOver<Volume>(kind)(
    {
      id: `${prefix}/rdma-cards`,
      title: "Hosts of every pool have a card over which they mount.",
      severity: "error",
      why: "A mount over RDMA fails on a node without a card for it: its pods wait for their volume for ever, slurmd among them.",
      source,
    },
    function* ({ config: { transport } }, { nodeGroups }) {
      if (transport === "tcp") return;
      for (const pool of nodeGroups) {
        const { has, lacks } = hostRdma(pool);
        if (has) continue;
        yield {
          at: ["transport"],
          message: `transport is rdma, and nodes of ${pool.name} ${lacks}`,
          fix: 'write transport: "tcp", or say what cards the servers have (nodeGroups: fabric, server.nics)',
        };
      }
    },
  );

/** A rule of a kind whose driver Railyard installs, or finds in the cluster. */
export const oneDriver = <Volume extends ResolvedVolume & { readonly config: { readonly driver: string } }>(
  kind: Volume["kind"],
  prefix: string,
  chart: ChartName,
  source: string,
): Rule =>
  rulesOver<Volume>(kind)(
    {
      id: `${prefix}/one-driver`,
      title: "Either Railyard installs the driver, or the cluster has it.",
      severity: "error",
      why: "A cluster has one driver of a name: Helm refuses a release whose CSIDriver is there already, and without one the claims wait for ever.",
      source,
    },
    function* ({ config: { driver } }, { storage }) {
      if (driver !== "existing") return;
      const other = storage.find(({ needs }) => needs.charts.includes(chart));
      if (!other) return;
      yield {
        at: ["driver"],
        message: `the cluster has the driver, and ${other.name} has it installed`,
        fix: 'write driver: "install" here, or driver: "existing" for all volumes that have it',
      };
    },
  );

/** A rule of a kind that names a Secret. */
export const secretAsName = <Volume extends ResolvedVolume & { readonly config: { readonly secretName: string } }>(
  kind: Volume["kind"],
  prefix: string,
): Rule =>
  rulesOver<Volume>(kind)(
    {
      id: `${prefix}/secret-as-name`,
      title: "Config has the name of a Secret, and not what is in it.",
      severity: "error",
      why: "Config stands in Git, and its values in the Terraform state and in plans, in clear.",
      source: "https://developer.hashicorp.com/terraform/language/manage-sensitive-data",
    },
    function* ({ config: { secretName } }) {
      if (!looksRandom(secretName)) return;
      yield {
        at: ["secretName"],
        message: "the value looks like a key, and not like the name of a Secret",
        fix: 'put the key into a Secret and write its name, such as secretName: "checkpoints-store"; if it was real, it must be changed',
      };
    },
  );

/** A rule of a kind whose driver knows a folder by where it is, and by nothing else. */
export const oneHandle = <Volume extends ResolvedVolume & { readonly handle: string }>(
  kind: Volume["kind"],
  prefix: string,
): Rule =>
  rulesOver<Volume>(kind)(
    {
      id: `${prefix}/one-handle`,
      title: "A folder is one volume.",
      severity: "error",
      why: "The driver knows it by one handle, and Kubernetes takes volumes of one handle for one: of two pods on a node with two of them the second never starts.",
      source: "https://kubernetes.io/docs/concepts/storage/volumes/#csi",
    },
    function* (volume, _env, earlier) {
      const other = earlier.find(({ handle }) => handle === volume.handle);
      if (!other) return;
      yield {
        at: ["folder"],
        message: `${other.name} is the same folder: ${volume.place ?? volume.handle}`,
        fix: "take one of them out, or name another folder",
      };
    },
  );
