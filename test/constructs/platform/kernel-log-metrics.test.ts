import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  countsEvictions,
  countsXids,
  kernelLogScript,
  kernelLogSidecar,
  readsKernelLog,
} from "../../../constructs/platform/kernel-log-metrics";
import { sample } from "../../helpers/environment";

/** 1000 seconds after the boot. */
const NOW = 1_800_000_000;
const BUSYBOX = ["/bin/busybox", "/usr/bin/busybox"].find((path) => existsSync(path));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-xids-"));
  mkdirSync(join(root, "out"));
  boot("one");
});
afterEach(() => rmSync(root, { recursive: true }));

function boot(id: string): void {
  mkdirSync(join(root, "proc/sys/kernel/random"), { recursive: true });
  writeFileSync(join(root, "proc/sys/kernel/random/boot_id"), `${id}\n`);
  writeFileSync(join(root, "proc/uptime"), "1000.52 7000.10\n");
}

const xid = (seconds: string, number: number, gpu = "0000:53:00", more = ", pid=1, name=a") =>
  `<4>[${seconds.padStart(12)}] NVRM: Xid (PCI:${gpu}): ${number}${more}`;

/** Runs the script with a real shell once over a log; sleep ends it. Null: nobody may read it. */
function metrics(log: readonly string[] | null, { later = 0, shell = ["/bin/sh"] } = {}): string[] {
  const stub = (name: string, text: string) =>
    writeFileSync(join(root, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  mkdirSync(join(root, "bin"), { recursive: true });
  writeFileSync(join(root, "log"), (log ?? []).map((line) => `${line}\n`).join(""));
  stub("sleep", "exit 1");
  stub("date", `echo ${NOW + later}`);
  stub("dmesg", log === null ? "exit 1" : `[ "$*" = -r ] && cat ${root}/log`);
  const [program, ...args] = shell;
  const script = kernelLogScript().replaceAll("/proc/", `${root}/proc/`);
  const { stderr } = spawnSync(program!, [...args, "-c", script], {
    env: { PATH: `${root}/bin:/usr/bin:/bin`, OUT: join(root, "out") },
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(stderr).toBe("");
  expect(existsSync(join(root, "out/kernel-log.prom.new"))).toBe(false);
  const text = readFileSync(join(root, "out/kernel-log.prom"), "utf8");
  // a name's series follow its kind
  expect(text).toMatch(/^# TYPE railyard_kernel_log_readable gauge\nrailyard_kernel_log_readable [01]\n/);
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replace(/^railyard_/, ""))
    .toSorted();
}

const words = (number: number, count: number, when: number, gpu = "0000:53:00") => [
  `xid_errors_total{pci="${gpu}",xid="${number}"} ${count}`,
  `xid_last_timestamp_seconds{pci="${gpu}",xid="${number}"} ${when}`,
];

const READ = "kernel_log_readable 1";

const SHELLS = [["/bin/sh"], ...(BUSYBOX ? [[BUSYBOX, "sh"]] : [])];

test.each(SHELLS)("counts by number and GPU, and says when the newest came: %s", (...shell) => {
  const log = [
    "<6>[    1.000000] Linux",
    xid("100.000001", 79),
    xid("500.000000", 79, "0000:53:00", ", GPU has fallen off the bus."),
    xid("600.000000", 31, "0000:AB:00"),
    `<4>[  700.000000][ T1234] NVRM: Xid (PCI:0000:53:00): 154, GPU recovery action changed`,
  ];
  expect(metrics(log, { shell })).toEqual(
    [
      READ,
      ...words(79, 2, NOW - 500),
      ...words(31, 1, NOW - 400, "0000:ab:00"),
      ...words(154, 1, NOW - 300),
    ].toSorted(),
  );
});

test("counts SXids of NVSwitches with what the driver calls them, by the line that says it", () => {
  const sxid = (seconds: string, text: string) =>
    `<3>[${seconds.padStart(12)}] nvidia-nvswitch3: SXid (PCI:0000:C1:00.0): ${text}`;
  const log = [
    sxid("100.0", "20034, Fatal, Link 30 LTSSM Fault Up"),
    sxid("100.0", "20034, Severity 1 Engine instance 30 Sub-engine instance 00"),
    sxid("100.0", "20034, Data {0x00000000, 0x00000000}"),
    xid("100.5", 74),
    sxid("300.0", "20034, Fatal, Link 31 LTSSM Fault Up"),
    sxid("400.0", "12028, Non-fatal, Link 32 egress non-posted PRIV error (First)"),
  ];
  const counted = (number: number, severity: string, count: number, when: number) => [
    `sxid_errors_total{pci="0000:c1:00.0",severity="${severity}",sxid="${number}"} ${count}`,
    `sxid_last_timestamp_seconds{pci="0000:c1:00.0",severity="${severity}",sxid="${number}"} ${when}`,
  ];
  const all = [
    READ,
    ...words(74, 1, NOW - 900),
    ...counted(20034, "fatal", 2, NOW - 700),
    ...counted(12028, "non-fatal", 1, NOW - 600),
  ].toSorted();
  expect(metrics(log)).toEqual(all);
  expect(metrics(log, { later: 15 })).toEqual(all);
});

test("counts nodes that servers of Lustre put out, and connections that are lost, by file system", () => {
  const target = (number: number) => `zmuqnb4v-OST000${number}`;
  const evicted = (seconds: string, number: number) =>
    `<3>[${seconds.padStart(12)}] LustreError: 167-0: ${target(number)}-osc-ffff8881: This client was evicted by ${target(number)}; in progress operations using this service will fail.`;
  const lost = (seconds: string, number: number) =>
    `<4>[${seconds.padStart(12)}] Lustre: ${target(number)}-osc-ffff8881: Connection to ${target(number)} (at 10.0.1.7@tcp) was lost; in progress operations using this service will wait for recovery to complete`;
  expect(
    metrics([lost("100.0", 1), lost("100.0", 2), lost("101.0", 3), evicted("200.0", 1), evicted("201.0", 2)]),
  ).toEqual([
    READ,
    `lustre_eviction_last_timestamp_seconds{file_system="zmuqnb4v"} ${NOW - 799}`,
    'lustre_evictions_total{file_system="zmuqnb4v"} 2',
    'lustre_lost_connections_total{file_system="zmuqnb4v"} 3',
  ]);
});

test("what was counted stays when the log forgets it; what is new has the time of the look", () => {
  metrics([xid("100.0", 48), xid("100.0", 48)]);
  // two of one moment, of which one was not there yet
  expect(metrics([xid("100.0", 48), xid("100.0", 48), xid("100.0", 48)], { later: 15 })).toEqual([
    READ,
    ...words(48, 3, NOW + 15),
  ]);
  expect(metrics([xid("100.0", 48), xid("100.0", 48), xid("100.0", 48)], { later: 30 })).toEqual([
    READ,
    ...words(48, 3, NOW + 15),
  ]);
  expect(metrics([xid("130.5", 48)], { later: 45 })).toEqual([READ, ...words(48, 4, NOW + 45)]);
  expect(metrics([], { later: 60 })).toEqual([READ, ...words(48, 4, NOW + 45)]);
});

test("after a boot the log begins anew, and the counter goes on", () => {
  metrics([xid("900.0", 48)]);
  boot("two");
  expect(metrics([xid("20.0", 48)], { later: 1500 })).toEqual([READ, ...words(48, 2, NOW + 1500 - 980)]);
});

test("where nobody may read the log it says so, keeps what it knows, and takes nothing old for new", () => {
  expect(metrics(null)).toEqual(["kernel_log_readable 0"]);
  expect(metrics([xid("100.0", 48)])).toEqual([READ, ...words(48, 1, NOW - 900)]);
  expect(metrics(null, { later: 15 })).toEqual(["kernel_log_readable 0", ...words(48, 1, NOW - 900)]);
});

test("lines of processes, and those that look alike, count nothing", () => {
  const made = xid("100.0", 79).replace("<4>", "<12>");
  const others = [
    made,
    xid("100.0", 79).replace("NVRM: Xid", "nvidia-nvswitch: SXid"),
    `<4>[  100.0] other: NVRM: Xid (PCI:0000:53:00): 79`,
    xid("100.0", 79, '0000:53:00",xid="1'),
    "unread please",
    "",
  ];
  expect(metrics(others)).toEqual([READ]);
});

test("the container may read the kernel's log and nothing else", () => {
  expect(kernelLogSidecar()["securityContext"]).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    runAsNonRoot: false,
    runAsUser: 0,
    capabilities: { drop: ["ALL"], add: ["SYSLOG"] },
  });
  expect(kernelLogScript()).not.toMatch(/[$%]\{/);
});

test("the log is read where there are Prometheus and GPUs, or Lustre that nodes mount", () => {
  const of = (env: Parameters<typeof readsKernelLog>[0]) => [
    countsXids(env),
    countsEvictions(env),
    readsKernelLog(env),
  ];
  const { env } = sample();
  expect(of(env)).toEqual([true, true, true]);
  expect(of(sample({ monitoring: { enabled: false } }).env)).toEqual([false, false, false]);
  expect(of({ ...env, nodeGroups: [] })).toEqual([false, true, true]);
  expect(of(sample({ lustre: null, checkpoints: null }).env)).toEqual([true, false, true]);
  expect(of({ ...env, nodeGroups: [], storage: [] })).toEqual([false, false, false]);
});
