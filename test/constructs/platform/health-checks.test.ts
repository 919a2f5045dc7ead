import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HealthCheck } from "../../../config/health/health";
import { healthLoopOf } from "../../../config/health/health";
import { healthChecksFiles } from "../../../constructs/platform/health-checks";
import { clusterSample } from "../../helpers/cluster";
import { DGX } from "../../helpers/pools";
import type { Json } from "../../helpers/synth";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const { env } = clusterSample({ nodeGroups: { dgx: DGX } });
const pool = env.nodeGroups.find(({ name }) => name === "dgx")!;
const checks = healthLoopOf({ ...env, slurm: null, health: { checks: {}, repair: { mode: "off" } } as never })[0]!
  .checks;

const MARK = "kubernetes: hardware: xid: XID 79 on GPU 0000:53:00";
const NOW = Math.floor(Date.now() / 1000);
const line = (xid: number, seconds = 100) =>
  `<4>[ ${seconds}.123456] NVRM: Xid (PCI:0000:53:00): ${xid}, pid=1, name=x`;

interface Host {
  /** The kernel's log, look after look; the last one stays. */
  readonly log?: readonly (readonly string[] | null)[];
  readonly gpus?: number;
  readonly order?: string;
  readonly mark?: string;
  readonly mends?: readonly ("reset" | "reboot")[];
  readonly checks?: readonly HealthCheck[];
  readonly looks?: number;
  /** What nvidia-smi says to a reset. */
  readonly reset?: string;
  readonly condition?: string;
}

/** What the daemon does: what it wrote, and what it printed. */
function daemon(host: Host = {}) {
  const { log = [[]], gpus = 8, order = "", mark = "", mends = [], looks = 1, reset = "true", condition = "" } = host;
  const root = temporary();
  for (const folder of ["stubs", "scripts", "host/sys/class/infiniband", "host/run", "programs"])
    mkdirSync(join(root, folder), { recursive: true });
  for (let at = 0; at < 8; at++) {
    mkdirSync(join(root, `host/sys/class/infiniband/mlx5_${at}/ports/1`), { recursive: true });
    writeFileSync(join(root, `host/sys/class/infiniband/mlx5_${at}/ports/1/state`), "4: ACTIVE");
  }
  const program = (name: string, body: string, place = "stubs") => {
    writeFileSync(join(root, place, name), `#!/bin/bash\n${body}\n`);
    chmodSync(join(root, place, name), 0o755);
  };
  program("nsenter", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"');
  program("chroot", `[ "$1" = / ] || exit 1; shift; PATH=${root}/programs:/usr/bin:/bin exec "$@"`);
  log.forEach((lines, at) => {
    if (lines) writeFileSync(join(root, `log.${at}`), lines.map((one) => `${one}\n`).join(""));
  });
  program(
    "dmesg",
    `[ "$*" = "--syslog --raw" ] || exit 1; at=$(cat ${root}/at 2>/dev/null || echo 0); [ "$at" -lt ${log.length - 1} ] && echo $((at + 1)) >${root}/at; cat ${root}/log.$at 2>/dev/null`,
  );
  program(
    "nvidia-smi",
    `case "$*" in
-L) for ((i = 0; i < ${gpus}; i++)); do echo "GPU $i: NVIDIA H100"; done ;;
--gpu-reset) ${reset} ;;
*ecc.errors*) echo "0, 0" ;;
*remapped*) echo "0, 0, 0" ;;
*thermal*) echo "0, Not Active, Active" ;;
esac`,
    "programs",
  );
  writeFileSync(join(root, "node"), `b-1\n${order}\n${mark}\n${condition}\n`);
  program("kubectl", `case "$*" in "get node "*) cat ${root}/node ;; *) echo "$*" >>${root}/writes ;; esac`);
  program("sleep", "true");
  writeFileSync(join(root, "uptime"), "5000.00 1\n");
  const files = healthChecksFiles({ pool, checks: host.checks ?? checks, mends });
  const moved = (text: string) =>
    text
      .replaceAll("/proc/1/root", join(root, "host"))
      .replaceAll("/scripts", join(root, "scripts"))
      .replaceAll("/tmp/tools", join(root, "tools"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "scripts", name), moved(text));
  const { stdout, stderr } = spawnSync("bash", [join(root, "scripts/health-checks.sh")], {
    encoding: "utf8",
    env: {
      PATH: `${root}/stubs:${process.env["PATH"]}`,
      NODE: "n-1",
      RAILYARD_LOOKS: String(looks),
      TMPDIR: root,
      RAILYARD_UPTIME: join(root, "uptime"),
    },
  });
  const writes = existsSync(join(root, "writes"))
    ? readFileSync(join(root, "writes"), "utf8").split("\n").filter(Boolean)
    : [];
  const conditions = writes.flatMap((one): Json[] => {
    const [, text] = /--patch (.*)$/.exec(one) ?? [];
    return text === undefined ? [] : [JSON.parse(text).status.conditions[0]];
  });
  return {
    stdout,
    stderr,
    writes,
    conditions,
    last: conditions.at(-1),
    answers: writes.filter((one) => one.includes("repair-answer")),
  };
}

test("a node on which nothing is wrong says so", () => {
  const { last, stderr, stdout } = daemon();
  expect(stderr).toBe("");
  expect(last).toMatchObject({ type: "HealthChecks", status: "True", reason: "Passed" });
  expect(last.message).toMatch(/^all checks passed/);
  // heat is told, and no reason to take a node away
  expect(stdout).toContain("tells of: hardware: clocks: ");
});

test("what the driver writes is found as it is written, before checks are asked again", () => {
  const { conditions } = daemon({ log: [[], [], [line(79)]], looks: 4 });
  expect(conditions.map(({ status, message }) => [status, message.split(";")[0]])).toEqual([
    ["True", "all checks passed"],
    ["True", "all checks passed"],
    ["False", "xid: XID 79 on GPU 0000:53:00"],
    ["False", "xid: XID 79 on GPU 0000:53:00"],
  ]);
});

test("the gravest XID counts, though others came after it, and what has left the log is remembered", () => {
  const { last } = daemon({ log: [[line(48, 10), line(79, 20), line(48, 30), line(31, 40)], []], looks: 2 });
  expect(last.message).toMatch(/^xid: XID 79 on GPU 0000:53:00/);
});

test("an SXid is found with what it asks for: a boot outweighs a reset", () => {
  const sxid = (seconds: number, number: number, text: string) =>
    `<3>[ ${seconds}.5][  T7] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): ${number}, ${text}`;
  const worst = (...log: string[]) => daemon({ log: [log] }).last.message.split(";")[0];
  const reset = sxid(30, 12028, "Non-fatal, Link 32 egress non-posted PRIV error (First)");
  expect(worst(reset, sxid(40, 20012, "Non-fatal, Link 1 x"))).toBe("xid: SXid 12028 on NVSwitch 0000:c1:00.0");
  expect(worst(sxid(20, 11001, "Fatal, Link 4 ingress"), reset)).toBe("xid: SXid 11001 on NVSwitch 0000:c1:00.0");
});

test("what a process wrote into the log is no finding", () => {
  expect(daemon({ log: [[line(79).replace("<4>", "<12>")]] }).last).toMatchObject({ status: "True" });
});

test("what a program did is told once, and is no fault of the node", () => {
  const { last, stdout } = daemon({ log: [[line(31), line(63)]], looks: 3 });
  expect(last).toMatchObject({ status: "True" });
  expect(stdout.match(/tells of: XID 31/g)).toHaveLength(1);
});

test("two faults are both told, the XID first; what cannot be asked is said", () => {
  expect(daemon({ gpus: 7, log: [[line(79)]] }).last.message).toMatch(
    /^xid: XID 79 on GPU 0000:53:00; gpu-count: 7 of 8 GPUs answer/,
  );
  expect(daemon({ log: [null] }).last.message).toMatch(/not asked: xid/);
});

test("XIDs that only are told, or off, take no node away", () => {
  const as = (reaction: "tell" | "off") =>
    daemon({
      log: [[line(79)]],
      checks: checks.flatMap((one) => (one.name !== "xid" ? [one] : reaction === "off" ? [] : [{ ...one, reaction }])),
    });
  expect(as("tell")).toMatchObject({
    last: { status: "True" },
    stdout: expect.stringContaining("hardware: xid: XID 79"),
  });
  expect(as("off").last).toMatchObject({ status: "True" });
});

describe("an order", () => {
  const order = (step: string, { at = NOW, boot = "b-1" } = {}) => `${at} ${step} ${boot}`;
  const given = (host: Host) =>
    daemon({ log: [[line(79)]], mends: ["reset", "reboot"], mark: MARK, looks: 3, ...host });

  test("is done once, and what came of it is said; what an XID said before a reset is over", () => {
    const { answers, last } = given({ order: order("reset") });
    expect(answers).toEqual([`annotate node n-1 railyard.dev/repair-answer=${NOW} done --overwrite`]);
    expect(last).toMatchObject({ status: "True" });
  });

  test("that fails says why, and the fault stays", () => {
    const { answers, last } = given({ order: order("reset"), reset: "echo 'in use by \\\"x\\\"'; exit 1" });
    expect(answers).toEqual([`annotate node n-1 railyard.dev/repair-answer=${NOW} failed: in use by x --overwrite`]);
    expect(last).toMatchObject({ status: "False" });
  });

  test.each<[string, Host]>([
    ["in a dry run", { order: order("reset"), mends: [] }],
    ["that is no step", { order: order("poweroff") }],
    ["that config leaves out", { order: order("reboot"), mends: ["reset"] }],
    ["for a boot before", { order: order("reset", { boot: "b-0" }) }],
    ["of long ago", { order: order("reset", { at: NOW - 700 }) }],
    ["on a node that is not cordoned for a fault", { order: order("reset"), mark: "" }],
    ["on a node that a person has opened", { order: order("reset"), mark: `opened: ${MARK}` }],
    ["with a hostile number", { order: `$(touch${"$IFS"}x) reset b-1` }],
  ])("%s is not done", (_, host) => expect(given(host).answers).toEqual([]));
});

test("nothing of a text reaches JSON or a shell", () => {
  const { last } = daemon({ gpus: 7, log: [['<4>[ 9.1] NVRM: Xid (PCI:0000:53:00): 79, "},$(id)']] });
  expect(last.message).toMatch(/^xid: XID 79 on GPU 0000:53:00;/);
});
