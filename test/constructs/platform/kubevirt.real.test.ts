import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { CHARTS } from "../../../config/facts/versions";
import { machineFiles } from "../../../scripts/commands/examples/machines";
import { programFolder } from "../../../scripts/control-plane/cache";
import { clusterSample } from "../../helpers/cluster";
import type { Change } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";

const FIXTURE = join(ROOT, "test/fixtures/kubevirt");
const VERSION = /KubeVirt (\d+\.\d+\.\d+)/.exec(CHARTS.kubevirt.source)![1]!;
const HASH = createHash("sha256")
  .update(readFileSync(join(FIXTURE, "main.go.txt")))
  .digest("hex")
  .slice(0, 8);
/** KubeVirt's own code takes minutes to build: where nobody has done it, these tests are skipped. */
const PROGRAM = join(programFolder({ env: process.env }), `kubevirt-check-${VERSION}-${HASH}`);
if (!existsSync(PROGRAM))
  console.warn(
    `${PROGRAM} is not there: what KubeVirt itself says is not tried. To build it: ${join(FIXTURE, "build.sh")} ${VERSION} ${PROGRAM}`,
  );
const withKubevirt = existsSync(PROGRAM) ? describe : describe.skip;

interface Answer {
  readonly schema: readonly string[];
  readonly admission: readonly string[];
  readonly deletion: Readonly<Record<"stopped" | "running" | "none", string>>;
}

/** KubeVirt's object as the release has it, and the machines of examples. */
function asked(sharing: Change) {
  const { env } = clusterSample({
    nodeGroups: { vms: { labels: { "example.com/servers": "vms" }, nodes: 2, server: "dgx-h100", sharing } },
  });
  const { kubevirt } = valuesOf(releases(synthStacks(env)["platform"])["kubevirt-system/kubevirt"]);
  const machines = Object.entries(machineFiles(env).files).filter(([name]) => name.startsWith("kubernetes/virtual-"));
  return {
    kubeVirt: {
      apiVersion: "kubevirt.io/v1",
      kind: "KubeVirt",
      metadata: { name: "kubevirt", namespace: "kubevirt-system" },
      spec: kubevirt,
    },
    machines: machines.map(([, text]) => parse(String(text))),
  };
}

function answerTo(question: unknown): Answer {
  const { status, stdout, stderr } = spawnSync(PROGRAM, { input: JSON.stringify(question), encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1)!);
}

const PASSED = { kind: "passthrough", nics: { deviceId: "101e" } };
const VGPU = {
  kind: "vgpu",
  type: "H100-20C",
  manager: { repository: "registry.example.com/nvidia", version: "580.82.02" },
  licenseSecret: "vgpu-license",
};

withKubevirt(`KubeVirt ${VERSION} itself`, () => {
  test.each([
    ["passthrough with a card", PASSED],
    ["vGPUs", VGPU],
  ])("takes its object and the machine of %s: definitions and admission", (_, sharing) => {
    const question = asked(sharing);
    expect(question.machines).toHaveLength(1);
    expect(answerTo(question)).toMatchObject({ schema: [], admission: [] });
  });

  test("refuses a field that it does not know, and a card without the gate for it: the checks could fail", () => {
    const { kubeVirt, machines } = asked(PASSED);
    const closed = structuredClone(kubeVirt);
    closed.spec.configuration.developerConfiguration.featureGates = [];
    expect(answerTo({ kubeVirt: closed, machines }).admission).toEqual([
      expect.stringContaining("Host Devices feature gate is not enabled"),
    ]);
    const odd = structuredClone(machines);
    odd[0].spec.template.spec.domain.devices.gpus[0].count = 1;
    expect(answerTo({ kubeVirt, machines: odd }).schema).toEqual([
      expect.stringMatching(/unknown field .*gpus.*count/),
    ]);
  });

  test("does not go while a machine runs, nor while one is stopped, and goes when none is there", () => {
    const { deletion } = answerTo(asked(PASSED));
    expect(deletion.running).toMatch(
      /^Rejecting the uninstall request, since there are still Virtual Machine Instances/,
    );
    expect(deletion.stopped).toMatch(
      /^Rejecting the uninstall request, since there are still Virtual Machines present/,
    );
    expect(deletion.none).toBe("");
  });

  test("would go with its machines without the strategy that is given: it is this that holds it", () => {
    const { kubeVirt, machines } = asked(PASSED);
    const { uninstallStrategy: _, ...spec } = kubeVirt.spec;
    expect(answerTo({ kubeVirt: { ...kubeVirt, spec }, machines }).deletion).toEqual({
      running: "",
      stopped: "",
      none: "",
    });
  });
});
