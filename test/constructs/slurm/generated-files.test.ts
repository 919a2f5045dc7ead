import { loadEnvironments } from "../../../config";
import { ENVIRONMENTS } from "../../../config/environments";
import { generatedFiles } from "../../../constructs/slurm/generated-files";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { NOW } from "../../helpers/environment";
import { expectGolden } from "../../helpers/golden";
import { syntaxErrors } from "../../helpers/sandbox";
import { CPU, GB200, onlyGroup, slurmSample } from "../../helpers/slurm";

const shipped = loadEnvironments(ENVIRONMENTS, [], NOW).flatMap(({ resolved }) =>
  resolved.slurm
    ? [[resolved.name, generatedFiles(slurmLayout(resolved, resolved.slurm), resolved.names.cluster)] as const]
    : [],
);

/** Scripts are tested by running them; these are for reading. */
const GOLDEN = ["slurm.conf", "gres.conf", "cgroup.conf", "topology.yaml", "accounts.sh", "nodes.dynamic", "checks"];

describe.each(shipped)("the Slurm files of %s", (name, files) => {
  test("are as they were", () => {
    const text = GOLDEN.flatMap((file) => (file in files ? [`==> ${file} <==\n${files[file]}`] : [])).join("\n");
    expectGolden(`slurm/${name}.txt`, text);
  });

  test("have scripts that bash can read", () => {
    const scripts = Object.entries(files).filter(([, text]) => text.startsWith("#!"));
    expect(scripts.length).toBeGreaterThanOrEqual(5);
    for (const [file, text] of scripts) expect([file, syntaxErrors(text)]).toEqual([file, ""]);
  });

  test("name a feature of a NodeSet in every partition, and each key of slurm.conf once", () => {
    const lines = (files["slurm.conf"] ?? "").split("\n");
    // Slurm runs every Prolog and Epilog that it is given
    const often = /^(PartitionName|NodeSet|Prolog|Epilog)$/;
    const keys = lines.map((line) => line.split("=")[0] ?? "").filter((k) => k && !often.test(k));
    expect(new Set(keys).size).toBe(keys.length);
    const sets = lines.flatMap((line) => /^NodeSet=(\S+) Feature=\1$/.exec(line)?.[1] ?? []);
    const used = lines.flatMap((line) => /^PartitionName=\S+ Nodes=(\S+)/.exec(line)?.[1]?.split(",") ?? []);
    expect([...new Set(used)].sort()).toEqual(sets.sort());
  });
});

test("clusters without GPUs have no file about them", () => {
  const files = generatedFiles(onlyGroup(CPU), "c");
  for (const file of ["gres.conf", "topology.yaml", "prolog-10-railyard.sh"]) expect(files).not.toHaveProperty([file]);
  expect(files["slurm.conf"]).not.toMatch(/^Prolog=/m);
});

test("nodes of an NVLink domain name their block, others their leaf", () => {
  expect(generatedFiles(onlyGroup(GB200), "c")["nodes.dynamic"]).toMatch(
    /^gb200-0 .*Topology=fabric:root:\S+,nvlink:nvl001$/m,
  );
  const files = generatedFiles(slurmSample(), "c");
  expect(files["nodes.dynamic"]).toMatch(/^h100-1 .*Topology=fabric:root:nn-h100-l1:nn-h100-l2:nn-h100-1$/m);
  expect(files["nodes.dynamic"]).toMatch(/^cpu-0 .*Topology=fabric:unknown$/m);
});

test("Pyxis can be left out", () => {
  expect(generatedFiles(slurmSample({ containers: { kind: "none" } }), "c")).not.toHaveProperty(["plugstack.conf"]);
});
