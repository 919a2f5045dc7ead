import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { kernelLine } from "../../../constructs/nodes/kernel-line";

const BUSYBOX = ["/bin/busybox", "/usr/bin/busybox"].find((path) => existsSync(path));
const AWKS = [
  ["awk"],
  ...["/usr/bin/mawk", "/usr/bin/gawk"].flatMap((path) => (existsSync(path) ? [[path]] : [])),
  ...(BUSYBOX ? [[BUSYBOX, "awk"]] : []),
];

/** What a line is taken for; nothing: it is none of those that are read. */
const LINES: readonly (readonly [string, string])[] = [
  ["<4>[ 4242.123456] NVRM: Xid (PCI:0000:53:00): 79, pid=1, name=a", "xid 4242.123456 0000:53:00 79 "],
  ["<4>[    0.500000][    T1] NVRM: Xid (PCI:0000:AB:00): 48", "xid 0.500000 0000:ab:00 48 "],
  ["<0>[12345.000001][   C63] NVRM: Xid (PCI:0000:53:00): 154, GPU recovery", "xid 12345.000001 0000:53:00 154 "],
  [
    "<3>[ 7.1] nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 28006, Non-fatal, Link 46 MC TS (First)",
    "sxid 7.100000 0000:c1:00.0 28006 non-fatal",
  ],
  [
    "<3>[ 7.1] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 20034, Fatal, Link 30 LTSSM Fault Up",
    "sxid 7.100000 0000:c1:00.0 20034 fatal",
  ],
  [
    "<3>[ 7.1] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 11012, Correctable, Link 30 x",
    "sxid 7.100000 0000:c1:00.0 11012 correctable",
  ],
  [
    "<3>[ 7.1] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 10004, NVSWITCH Temperature 95C | TSENSE WARN",
    "sxid 7.100000 0000:c1:00.0 10004 other",
  ],
  ["<3>[ 7.1] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 20034, Severity 1 Engine instance 30", ""],
  ["<3>[ 7.1] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 20034, Data {0x00000000}", ""],
  [
    "<3>[ 8.1] LustreError: 167-0: zmuqnb4v-OST0002-osc-ffff8881: This client was evicted by zmuqnb4v-OST0002; in progress operations using this service will fail.",
    "evicted 8.100000 zmuqnb4v  ",
  ],
  [
    "<3>[ 8.1][ T99] LustreError: fs-a_1-MDT0000-mdc-ffff8881: This client was evicted by fs-a_1-MDT0000; in progress",
    "evicted 8.100000 fs-a_1  ",
  ],
  [
    "<4>[87885.624991] Lustre: DIAS-OST0001-osc-ffff9d6153c91000: Connection to DIAS-OST0001 (at 192.168.14.178@tcp) was lost; in progress operations using this service will wait for recovery to complete",
    "lost 87885.624991 DIAS  ",
  ],
  [
    "<3>[ 8.1] LustreError: 166-1: MGC10.130.93.11@o2ib: Connection to MGS (at 10.130.93.10@o2ib) was lost; in progress operations using this service will fail",
    "",
  ],
  ["<4>[ 8.1] Lustre: DIAS-OST0001-osc-ffff9d61: Connection restored to 192.168.14.178@tcp", ""],
  ["<4>[ 8.1] Lustre: Skipped 1 previous similar message", ""],
  [
    "<3>[ 8.1] LustreError: 11-0: zmuqnb4v-OST0000-osc-ffff: operation ost_read to node 10.0.0.1@tcp failed: rc = -19",
    "",
  ],
  ["<4>[ 8.1] Lustre: 3389:0:(client.c:2295:f()) @@@ a: This client was evicted by x-OST0000; in progress", ""],
  ["<11>[ 8.1] LustreError: 167-0: x-OST0000-osc-ffff: This client was evicted by x-OST0000; in progress", ""],
  // a process wrote these, as kernel 6.18 tells by syslog(2): its own facility, and no way to another one
  ["<12>[25774.837599] NVRM: Xid (PCI:0000:53:00): 79, made", ""],
  ["<12>[25845.086005] NVRM: Xid (PCI:0000:53:00): 81, second line of what it wrote", ""],
  ["<30>[ 7.1] systemd[1]: NVRM: Xid (PCI:0000:53:00): 79", ""],
  // and these look like it
  ["[ 7.1] NVRM: Xid (PCI:0000:53:00): 79, without a prefix nobody knows who wrote it", ""],
  ["<4>[ 7.1] <4>[ 7.1] NVRM: Xid (PCI:0000:53:00): 79", ""],
  ["<4>[ 7.1] comm: NVRM: Xid (PCI:0000:53:00): 79", ""],
  ['<4>[ 7.1] NVRM: Xid (PCI:0000:53:00",xid="1): 79', ""],
  ["<4>[ 7.1] NVRM: Xid (PCI:0000:53:00): 79abc", ""],
  ["<4>[ 7.1] NVRM: Xid (PCI:0000:53:00): , 79", ""],
  ["<4>[ 7.1] NVRM: SXid (PCI:0000:53:00): 79, x", ""],
  ["", ""],
];

test.each(AWKS)(
  "lines of the kernel are told from those of processes, and what the driver says is read: %s",
  (...awk) => {
    const [program, ...args] = awk;
    const text = `${kernelLine()}
{ if (kernel_line($0)) printf "%s %.6f %s %s %s\\n", kind, moment, place, number, severity; else print "" }`;
    const { stdout, stderr } = spawnSync(program!, [...args, text], {
      input: LINES.map(([line]) => `${line}\n`).join(""),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout.split("\n").slice(0, -1)).toEqual(LINES.map(([, read]) => read));
    // it stands between the quotes of scripts
    expect(kernelLine()).not.toContain("'");
  },
);
