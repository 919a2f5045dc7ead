import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sshdConfig } from "../../../constructs/slurm/login-set";
import { hasSlurm } from "../../helpers/real-slurm";

/** A machine may lack them whatever is installed: cgroups of version 1 that this process may write to. */
const can =
  process.getuid?.() === 0 &&
  ["/sys/fs/cgroup/freezer", "/lib/security/pam_slurm_adopt.so", "/usr/sbin/sshd"].every((path) => existsSync(path)) &&
  spawnSync("test", ["-w", "/sys/fs/cgroup/freezer"]).status === 0 &&
  hasSlurm();

const NODE = `railyard${process.pid}`;
const conf = (folder: string) =>
  [
    "ClusterName=real",
    "SlurmctldHost=localhost",
    "SlurmUser=root",
    "AuthType=auth/munge",
    "CredType=cred/munge",
    `StateSaveLocation=${folder}/state`,
    // people read their job there, and nothing of the folder
    "SlurmdSpoolDir=/run/slurmd",
    `SlurmctldPidFile=${folder}/slurmctld.pid`,
    `SlurmdPidFile=${folder}/slurmd.pid`,
    "ProctrackType=proctrack/cgroup",
    "TaskPlugin=task/cgroup",
    "PrologFlags=Contain",
    "MpiDefault=none",
    "MailProg=/bin/true",
    "SlurmdParameters=config_overrides",
    `NodeName=${NODE} NodeAddr=127.0.0.1 CPUs=2`,
    `PartitionName=all Nodes=${NODE} Default=YES MaxTime=60 State=UP`,
    "",
  ].join("\n");

(can ? test : test.skip)(
  "people reach a node by SSH while a job of theirs runs there, and the session ends with it",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "railyard-node-ssh-"));
    try {
      writeFileSync(join(folder, "slurm.conf"), conf(folder));
      writeFileSync(join(folder, "sshd.conf"), `UsePAM yes\n${sshdConfig()}Port 10022\nPidFile ${folder}/sshd.pid\n`);
      const lab = join(__dirname, "../../helpers/node-ssh/lab.sh");
      spawnSync("setpriv", ["--pdeathsig", "KILL", "bash", lab, folder, NODE], { stdio: "ignore" });
      const answers = Object.fromEntries(
        readdirSync(join(folder, "answers")).map((name) => [name, readFileSync(join(folder, "answers", name), "utf8")]),
      );
      expect(answers).toMatchObject({
        before: "exit 255\n",
        during: "ada\njob_1\nexit 0\n",
        session: "in\nexit 255\n",
        after: "exit 255\n",
        sshd: expect.stringContaining("Access denied for user ada by PAM account configuration"),
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
