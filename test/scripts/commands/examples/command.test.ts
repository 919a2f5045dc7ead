import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { examplesCommand } from "../../../../scripts/commands/examples/command";
import { samplesOf } from "../../../../scripts/commands/examples/samples";
import { captured } from "../../../helpers/captured";
import { clusterSample } from "../../../helpers/cluster";
import { sample, type Change } from "../../../helpers/environment";

const root = mkdtempSync(join(tmpdir(), "railyard-examples-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(...args: string[]) {
  const { context, texts } = captured(root);
  return { code: examplesCommand(args, context), ...texts() };
}

const IMAGES = { asked: null, usual: "nvcr.io/nvidia/pytorch:25.06-py3", nccl: "public.ecr.aws/a/b:1" };
const of = (change: Change) => samplesOf(sample(change).env, IMAGES);

describe("railyard examples", () => {
  test("writes jobs, and writes them again over its own", () => {
    const out = join(root, "jobs");
    expect(run("research", "--out", out).code).toBe(0);
    expect(readdirSync(join(out, "slurm")).sort()).toEqual([
      "all-nodes-nccl.sbatch",
      "array.sbatch",
      "container.sbatch",
      "interactive.sh",
      "one-gpu.sbatch",
      "one-node.sbatch",
      "pytorch.sbatch",
      "train.py",
    ]);
    expect(run("research", "--out", out).code).toBe(0);
  });

  test("leaves a file that somebody else wrote, and writes nothing then", () => {
    const out = join(root, "theirs");
    run("research", "--out", out);
    writeFileSync(join(out, "slurm/array.sbatch"), "#!/bin/bash\necho mine\n");
    rmSync(join(out, "slurm/one-gpu.sbatch"));
    const { code, errors } = run("research", "--out", out);
    expect(code).toBe(1);
    expect(errors).toContain("Railyard did not write it");
    expect(existsSync(join(out, "slurm/one-gpu.sbatch"))).toBe(false);
    expect(readFileSync(join(out, "slurm/array.sbatch"), "utf8")).toContain("mine");
    expect(run("research", "--out", out, "--force").code).toBe(0);
  });

  test("tells what it wrote as JSON, and says what there is not", () => {
    const { printed } = run("research", "--out", join(root, "json"), "--json");
    const { files, notes } = JSON.parse(printed);
    for (const file of files) expect(existsSync(file)).toBe(true);
    expect(notes).toEqual([expect.stringContaining("Slurm has all GPUs for containers of research")]);
  });

  test.each([[[]], [["research", "dev"]], [["research", "--image", "a b"]], [["nowhere"]]])("%j is refused", (args) => {
    expect(run(...(args as string[])).code).toBe(1);
  });
});

describe("samples of an environment", () => {
  const PINNED = `nvcr.io/nvidia/pytorch:25.06-py3@sha256:${"1".repeat(64)}`;

  test("run the image that it imports, unless another is asked for", () => {
    const change = { slurm: { containers: { kind: "pyxis", images: { pytorch: PINNED } } } };
    expect(of(change).files["slurm/container.sbatch"]).toContain("--container-image=/fsx/images/pytorch.sqsh");
    const asked = samplesOf(sample(change).env, { ...IMAGES, asked: "r.example.com/own:1" });
    expect(asked.files["slurm/container.sbatch"]).toContain("docker://r.example.com#own:1");
  });

  test("without Slurm are pods, in the namespace of the first team", () => {
    const { files, notes } = of({ slurm: null });
    expect(notes).toEqual(["sample has no Slurm: there are no jobs for it."]);
    const pods = Object.keys(files).filter((name) => !name.startsWith("images/"));
    expect(pods.toSorted()).toEqual([
      "kubernetes/interactive.yaml",
      "kubernetes/one-gpu.yaml",
      "kubernetes/one-node.yaml",
      "kubernetes/pytorch.yaml",
    ]);
    for (const name of pods)
      for (const document of parseAllDocuments(files[name]!)) {
        expect(document.errors).toEqual([]);
        expect((document.toJS() as { metadata: { namespace: string } }).metadata.namespace).toBe("vision");
      }
  });

  test("have recipes of images wherever there are GPUs, with or without Slurm", () => {
    const images = (change: Change) => Object.keys(of(change).files).filter((name) => name.startsWith("images/"));
    const all = [
      "images/storage/Dockerfile",
      "images/fabric/Dockerfile",
      "images/railyard/Dockerfile",
      "images/tiers/Dockerfile",
    ];
    expect(images({})).toEqual(all);
    expect(images({ slurm: null, kueue: { nodeGroups: ["h100"] } })).toEqual(all);
  });

  test("without GPUs say so", () => {
    const { files, notes } = of({
      nodeGroups: { h100: null },
      slurm: { partitions: { train: { nodeGroups: ["cpu"], default: true } } },
      teams: { vision: { gpus: null } },
    });
    expect(files).toHaveProperty(["slurm/one-cpu.sbatch"]);
    expect(notes).toEqual([expect.stringContaining("No partition"), expect.stringContaining("has no GPUs")]);
  });

  test("of a cluster that exists are of its servers", () => {
    const { files } = samplesOf(clusterSample({}).env, IMAGES);
    expect(files["slurm/one-node.sbatch"]).toContain("#SBATCH --constraint=dgx");
  });
});

test("pods of GPUs that several have in turns start one process: each gets one GPU", () => {
  const sharing = { kind: "time-slicing", replicas: 4 };
  const l40s = { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } };
  const processes = (group: object) =>
    of({ slurm: null, nodeGroups: { l40s: group }, kueue: { nodeGroups: ["l40s"] } }).files[
      "kubernetes/one-node.yaml"
    ]!.match(/nproc-per-node=(\d)/)?.[1];
  expect([processes(l40s), processes({ ...l40s, sharing })]).toEqual(["4", "1"]);
});

describe("samples of virtual machines", () => {
  const server = {
    like: "dgx-h100",
    gpu: { model: "H100-80GB", count: 8, memoryGB: 80, pci: Array.from({ length: 8 }, (_, at) => `0000:${at}b:00.0`) },
  };
  const samples = (pool: Change) =>
    samplesOf(
      clusterSample({ nodeGroups: { vms: { labels: { a: "vms" }, nodes: 2, server: "dgx-h100", ...pool } } }).env,
      IMAGES,
    );
  const machine = (text: string | undefined) =>
    parseAllDocuments(text ?? "")[0]!.toJS() as {
      spec: { template: { spec: { domain: { devices: Record<string, unknown>; memory: unknown; cpu: unknown } } } };
    };

  test("ask for the devices of their pool by the names that KubeVirt knows", () => {
    const { files } = samples({ sharing: { kind: "passthrough", nics: { deviceId: "101e" } } });
    const { domain } = machine(files["kubernetes/virtual-machine-vms.yaml"]).spec.template.spec;
    expect(domain.devices).toMatchObject({
      gpus: [{ name: "gpu0", deviceName: "nvidia.com/GH100_H100_SXM5_80GB" }],
      hostDevices: [{ name: "nic0", deviceName: "railyard.dev/vf-15b3-101e" }],
    });
    // an eighth of nine tenths of 224 CPUs and 2 TiB
    expect([domain.cpu, domain.memory]).toMatchObject([{ cores: 25 }, { guest: "235929Mi" }]);
  });

  test("with vGPUs have the part of a GPU that their type has", () => {
    const vgpu = { type: "H100XM-40C", manager: { repository: "r.example.com/n", version: "580" }, licenseSecret: "l" };
    const { files, notes } = samples({ sharing: { kind: "vgpu", ...vgpu } });
    const { domain } = machine(files["kubernetes/virtual-machine-vms.yaml"]).spec.template.spec;
    expect(domain).toMatchObject({
      devices: { gpus: [{ deviceName: "nvidia.com/NVIDIA_H100XM-40C" }] },
      memory: { guest: "117964Mi" },
    });
    expect(JSON.stringify([Object.keys(files), notes])).not.toContain("libvirt");
  });

  test("for libvirt are there where addresses of GPUs are known, and else it is said what is missing", () => {
    const { files } = samples({ server, sharing: { kind: "passthrough" } });
    expect(files["libvirt/vms/domain-0.xml"]).toContain("<name>sample-vms-0</name>");
    const { files: none, notes } = samples({ sharing: { kind: "passthrough" } });
    expect(Object.keys(none).filter((name) => name.startsWith("libvirt"))).toEqual([]);
    expect(notes.join()).toContain("No domains of libvirt for vms: write server.gpu.pci");
  });

  test("are none where containers have the GPUs", () =>
    expect(Object.keys(samples({}).files).filter((name) => /virtual|libvirt/.test(name))).toEqual([]));
});
