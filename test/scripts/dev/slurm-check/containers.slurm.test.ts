import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import { imagesJob } from "../../../../constructs/slurm/images-job";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { runHarness, slurmVersion } from "../../../../scripts/dev/slurm-check/run-harness";
import { slurmImages, slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";

/** A chroot with Slurm, Pyxis and Enroot: docs/containers.md says how it is made. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

test("jobs run in containers of real Pyxis and Enroot, by the files that are generated", async () => {
  const { env } = sample({
    nodeGroups: { h100: { nodes: 2 } },
    slurm: {
      users: { ada: { uid: 20001, keys: [] }, grace: { uid: 20002, keys: [] } },
      containers: {
        kind: "pyxis",
        credentialsSecretName: "pull",
        images: { small: `public.test/tools/small@sha256:${"0".repeat(64)}` },
      },
    },
  });
  const written = slurmLayout(env, env.slurm!);
  const nodeGroups = written.nodeGroups.map((group) => ({ ...group, jobEnv: { NCCL_DEBUG: "WARN" } }));
  const layout = { ...written, nodeGroups, trustsAuthorities: true };
  const [{ data }] = imagesJob({
    ...slurmImages(env)!,
    namespace: "slurm",
    image: "slurmd-pyxis",
    placement: { nodeSelector: {}, tolerations: [] },
  });
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files: { ...generatedFiles(layout, "sample"), "import-images.sh": data!["import-images.sh"]! },
    timeoutSeconds: 280,
    lostNode: false,
    only: "containers",
    onResult: (result) => results.push(result),
  });
  const of = (kind: CheckResult["kind"]) => results.filter((one) => one.kind === kind).map(({ text }) => text);
  expect(of("FAIL")).toEqual([]);
  if (of("UNKNOWN").some((text) => text.startsWith("containers: not tried"))) return;
  expect(of("PASS").filter((text) => text.startsWith("containers: "))).toHaveLength(20);
});

test("jobs run images by real Apptainer, whose cache is on the disks of the node", async () => {
  const { env } = sample({
    nodeGroups: { h100: { nodes: 2 } },
    slurm: {
      users: { ada: { uid: 20001, keys: [] }, grace: { uid: 20002, keys: [] } },
      containers: { kind: "apptainer", image: "registry.example.com/slurmd-apptainer:26.05.1" },
    },
  });
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files: generatedFiles(slurmLayout(env, env.slurm!), "sample"),
    timeoutSeconds: 280,
    lostNode: false,
    only: "apptainer",
    onResult: (result) => results.push(result),
  });
  const of = (kind: CheckResult["kind"]) => results.filter((one) => one.kind === kind).map(({ text }) => text);
  expect(of("FAIL")).toEqual([]);
  if (of("UNKNOWN").some((text) => text.startsWith("apptainer: not tried"))) return;
  expect(of("PASS").filter((text) => text.includes("apptainer: "))).toHaveLength(5);
});
