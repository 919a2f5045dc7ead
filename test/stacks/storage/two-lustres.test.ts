import { mustBeNamed } from "../../../scripts/commands/destroy/what-goes";
import type { PlanJson } from "../../../scripts/lib/terraform/plan-json";
import { clusterSample } from "../../helpers/cluster";
import { planJson } from "../../helpers/deploying";
import { sample } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";
import { temporaryFolders, writeSynth } from "../../helpers/terraform";

const temporary = temporaryFolders();

const FILE_SYSTEMS = ["lustre", "storage_fast"].map((name) => `aws_fsx_lustre_file_system.${name}`);
const { env } = sample({ storage: { fast: { kind: "fsx-lustre", deployment: "scratch-2", capacityGiB: 2400 } } });
const stacks = synthStacks(env);

/** Mounts of compute and login pods, by their folder. */
function mountsOf(slurm: Json, pool: string): Record<"compute" | "login", string[]> {
  const values: Json = valuesOf(releases(slurm)["slurm/slurm"]);
  const folders = (pod: Json): string[] => pod.volumeMounts.map(({ mountPath }: Json) => mountPath);
  const [login] = Object.values<Json>(values.loginsets);
  return { compute: folders(values.nodesets[pool].slurmd), login: folders(login.login) };
}

describe("two Lustre file systems of FSx in one environment", () => {
  test("each refuses to be destroyed, and destroy wants both named", () => {
    const held = JSON.stringify(stacks["storage"]!.resource.terraform_data.holds_data.for_each);
    for (const address of FILE_SYSTEMS) expect(held).toContain(address);
    const plan = planJson(Object.fromEntries(FILE_SYSTEMS.map((address) => [address, { actions: ["delete"] }])));
    const synthFolder = writeSynth(temporary(), { "sample-storage": { json: stacks["storage"]! } });
    const named = mustBeNamed({ synthFolder, environment: env }, "sample-storage", plan as unknown as PlanJson);
    expect(named.map(({ address }) => address)).toEqual(FILE_SYSTEMS);
  });

  test("each is one volume, one claim and one mount of compute and login pods", () => {
    const volumes = ["volume-lustre", "volume-fast"].map(
      (name) => valuesOf(releases(stacks["platform"])[`slurm/${name}`]).objects as Json[],
    );
    const handles = volumes.map(([volume]) => volume!.spec.csi.volumeHandle);
    expect(new Set(handles).size).toBe(2);
    const { compute, login } = mountsOf(stacks["slurm"]!, "h100");
    for (const folders of [compute, login]) expect(folders).toEqual(expect.arrayContaining(["/fsx", "/fast"]));
  });
});

test("two Lustre file systems that hosts have are two folders of theirs, in compute and login pods", () => {
  const lustre = (hostPath: string) => ({ kind: "lustre-existing", hostPath, folder: "railyard", mountPath: hostPath });
  const { env: iron } = clusterSample({ storage: { scratch: lustre("/lustre"), data: lustre("/lustre2") } });
  const made = synthStacks(iron);
  const { compute, login } = mountsOf(made["slurm"]!, "dgx");
  for (const folders of [compute, login]) expect(folders).toEqual(expect.arrayContaining(["/lustre", "/lustre2"]));
  const paths = ["scratch", "data"].map(
    (name) => (valuesOf(releases(made["platform"])[`slurm/volume-${name}`]).objects as Json[])[0]!.spec.hostPath.path,
  );
  expect(paths).toEqual(["/lustre/railyard", "/lustre2/railyard"]);
});
