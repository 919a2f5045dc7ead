import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nvmeMetricsScript, nvmeMetricsSidecar } from "../../../constructs/platform/nvme-metrics";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const BUSYBOX = ["/bin/busybox", "/usr/bin/busybox"].find((path) => existsSync(path));
const SHELLS = [["/bin/sh"], ...(BUSYBOX ? [[BUSYBOX, "sh"]] : [])];

/** As nvme-cli 2.3 of Debian prints it, whose large numbers are texts; 1.16 had other blanks, and numbers. */
const answer = (fields: Readonly<Record<string, number | string>>, glue = ":") =>
  `{\n${Object.entries(fields)
    .map(([name, value]) => `  "${name}"${glue}${value}`)
    .join(",\n")}\n}\n`;
const LOG = {
  critical_warning: 0,
  temperature: 311,
  avail_spare: 100,
  spare_thresh: 10,
  percent_used: 3,
  endurance_grp_critical_warning_summary: 0,
  data_units_read: '"44036541601533212918789655079405297953"',
  power_on_hours: 8123,
  media_errors: '"2"',
  num_err_log_entries: 0,
  temperature_sensor_1: 311,
};

interface Disk {
  readonly model: string;
  /** What nvme prints; null: it fails. */
  readonly output: string | null;
}

/** Runs the script with a real shell once over disks; sleep ends it. */
function metrics(disks: Readonly<Record<string, Disk>>, shell: readonly string[]): string[] {
  const root = temporary();
  for (const folder of ["bin", "out", "sys/class/nvme"]) mkdirSync(join(root, folder), { recursive: true });
  for (const [name, { model, output }] of Object.entries(disks)) {
    mkdirSync(join(root, "sys/class/nvme", name));
    writeFileSync(join(root, "sys/class/nvme", name, "model"), `${model}\n`);
    if (output !== null) writeFileSync(join(root, name), output);
  }
  const stub = (name: string, text: string) =>
    writeFileSync(join(root, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  stub("sleep", "exit 1");
  stub(
    "nsenter",
    `[ "$1 $2 $3 $4 $5 $6 $8 $9" = "-t 1 -m -- nvme smart-log -o json" ] && cat "${root}/$(basename "$7")"`,
  );
  const [program, ...args] = shell;
  const { stderr } = spawnSync(program!, [...args, "-c", nvmeMetricsScript()], {
    env: { PATH: `${root}/bin:/usr/bin:/bin`, OUT: join(root, "out"), SYSFS: join(root, "sys") },
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(stderr).toBe("");
  return readFileSync(join(root, "out/nvme.prom"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replace(/^railyard_nvme_/, ""))
    .toSorted();
}

test.each(SHELLS)("tells what disks say of themselves, and of which it knows nothing: %s", (...shell) => {
  const found = metrics(
    {
      nvme0: { model: "Amazon Elastic Block Store", output: answer(LOG) },
      nvme1: { model: "SAMSUNG MZQL23T8HCLS", output: answer(LOG) },
      nvme2: {
        model: "Micron 7450",
        output: answer({ ...LOG, percent_used: 120, critical_warning: 5, media_errors: 2 }, " : "),
      },
      nvme3: { model: "Amazon EC2 NVMe Instance Storage", output: null },
      nvme4: { model: "x", output: 'error {"percent_used":"$(id)","media_errors":1e9}' },
      nvme10: { model: "x", output: answer({ percent_used: 0, data_units_read: "123456789012345678901234567890" }) },
    },
    shell,
  );
  expect(found).toEqual(
    [
      ...["nvme1", "nvme2", "nvme10"].map((device) => `smart_readable{device="${device}"} 1`),
      ...["nvme3", "nvme4"].map((device) => `smart_readable{device="${device}"} 0`),
      'used_ratio{device="nvme1"} 0.03',
      'used_ratio{device="nvme2"} 1.2',
      'used_ratio{device="nvme10"} 0',
      ...["nvme1", "nvme2"].flatMap((device) => [
        `spare_ratio{device="${device}"} 1`,
        `spare_threshold_ratio{device="${device}"} 0.1`,
        `temperature_celsius{device="${device}"} 38`,
        `media_errors_total{device="${device}"} 2`,
      ]),
      'critical_warning{device="nvme1"} 0',
      'critical_warning{device="nvme2"} 5',
    ].toSorted(),
  );
  expect(metrics({}, shell)).toEqual([]);
});

test("the container is privileged, as nothing less may ask a disk, and its file system is read-only", () => {
  expect(nvmeMetricsSidecar()["securityContext"]).toMatchObject({ privileged: true, readOnlyRootFilesystem: true });
  expect(nvmeMetricsScript()).not.toMatch(/[$%]\{/);
});
