import { NOW } from "../../helpers/environment";
import { freshModules } from "../../helpers/fresh-modules";
import { releases, valuesOf } from "../../helpers/release";
import type { Json } from "../../helpers/synth";

/* eslint-disable @typescript-eslint/no-require-imports -- loaded after the kind is there */
const add = (list: readonly unknown[], row: unknown) => (list as unknown[]).push(row);

const { sample, checkEnvironment, environmentSummary, dataSheet, sheetText, synthStacks } = freshModules(
  () => {
    const { STORAGE_KINDS } =
      require("../../../config/storage/kinds") as typeof import("../../../config/storage/kinds");
    const { PLAIN_NFS } = require("../../fixtures/plain-nfs/kind") as typeof import("../../fixtures/plain-nfs/kind");
    add(STORAGE_KINDS, PLAIN_NFS);
    const { STORAGE_BUILDERS } =
      require("../../../stacks/storage/builders") as typeof import("../../../stacks/storage/builders");
    const { PLAIN_NFS_BUILDER } =
      require("../../fixtures/plain-nfs/builder") as typeof import("../../fixtures/plain-nfs/builder");
    add(STORAGE_BUILDERS, PLAIN_NFS_BUILDER);
  },
  () => ({
    ...(require("../../helpers/environment") as typeof import("../../helpers/environment")),
    ...(require("../../../config/check") as typeof import("../../../config/check")),
    ...(require("../../../scripts/commands/synth/summary") as typeof import("../../../scripts/commands/synth/summary")),
    ...(require("../../../scripts/commands/describe/sheet") as typeof import("../../../scripts/commands/describe/sheet")),
    ...(require("../../../scripts/commands/describe/text") as typeof import("../../../scripts/commands/describe/text")),
    ...(require("../../helpers/stacks") as typeof import("../../helpers/stacks")),
  }),
);
/* eslint-enable @typescript-eslint/no-require-imports */

const withServer = (server: string) =>
  sample({ storage: { data: { kind: "plain-nfs", server } }, slurm: { users: { jane: { uid: 20001 } } } });
const { config, env } = withServer("files.example.com");

describe("a kind of storage that is two files and two rows", () => {
  test("is a kind of config, with its own keys and errors", () => {
    expect(config.storage["data"]).toEqual({ kind: "plain-nfs", server: "files.example.com", export: "/export" });
    expect(() => sample({ storage: { data: { kind: "plain-nfs" } } })).toThrow("server");
  });

  test("has its rules, and those of all volumes", () => {
    const found = ({ config: given, env: resolved }: ReturnType<typeof withServer>) =>
      checkEnvironment(given, resolved, NOW).active.map(({ rule }) => rule);
    expect(found(withServer("localhost"))).toContain("plain-nfs/server-here");
    expect(found({ config, env })).not.toContain("plain-nfs/server-here");
    expect(found(sample({ storage: { archive: { kind: "plain-nfs", server: "x" } } }))).toContain("storage/name-taken");
  });

  test("is in the estimate, in what synth prints and in the data sheet", () => {
    expect(env.cost.items).toContainEqual({ label: "NFS data", usdPerHour: 0.5, usdPerMonth: 365 });
    expect(
      environmentSummary({ config, resolved: env, findings: checkEnvironment(config, env, NOW) }, [], false),
    ).toContain("NFS data  files.example.com");
    expect(sheetText(dataSheet(env))).toMatch(/NFS data +files\.example\.com/);
  });

  test("is mounted by login and compute pods, from a claim in their namespace", () => {
    const stacks = synthStacks(env);
    const [volume] = valuesOf(releases(stacks["platform"])["slurm/volume-data"]).objects as Json[];
    expect(volume.spec.nfs).toEqual({ server: "files.example.com", path: "/export" });
    const slurm = valuesOf(releases(stacks["slurm"])["slurm/slurm"]);
    const mounts = (container: Json): Json[] => container.volumeMounts;
    for (const container of [slurm.loginsets.login.login, slurm.nodesets.h100.slurmd])
      expect(mounts(container)).toContainEqual({ name: "storage-data", mountPath: "/data" });
    for (const { podSpec } of [slurm.loginsets.login, slurm.nodesets.h100])
      expect(podSpec.volumes).toContainEqual({ name: "storage-data", persistentVolumeClaim: { claimName: "data" } });
  });
});
