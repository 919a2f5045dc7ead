import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TAKEOVER_SECONDS } from "../../../constructs/slurm/slurm-values";
import { freePort } from "../../helpers/moto";
import { hasSlurm } from "../../helpers/real-slurm";

const can =
  process.env["CI"] !== undefined || (hasSlurm() && spawnSync("unshare", ["--uts", "--mount", "true"]).status === 0);

(can ? test : test.skip)("a slurmctld that is killed is followed by the next one, with all its jobs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "controllers-"));
  try {
    const script = join(__dirname, "../../helpers/two-controllers.sh");
    const { stdout, stderr, status } = spawnSync("unshare", ["--mount", "bash", script], {
      encoding: "utf8",
      env: {
        ...process.env,
        FOLDER: folder,
        PORT: String(await freePort()),
        NODE_PORT: String(await freePort()),
        TIMEOUT: String(TAKEOVER_SECONDS),
      },
    });
    const submitted = "1 runs RUNNING,2 held PENDING,3 waits PENDING";
    const lines = [
      `before: ${submitted}`,
      `after: ${submitted},4 later PENDING`,
      "ctl1 took over",
      `back: ${submitted},4 later PENDING`,
      "the job runs",
    ];
    expect(status === 0 ? stdout.trim().split("\n") : stderr).toEqual(lines);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
