import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { imagePlan } from "../../../constructs/nodes/node-image";
import { ubuntuUserData, type UbuntuBoot } from "../../../constructs/nodes/ubuntu-boot";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const BOOT: UbuntuBoot = { clusterName: "research", clusterDns: "172.20.0.10" };

/** The scripts of a MIME text, by their names. */
const scriptsOf = (text: string): [name: string, text: string][] =>
  text.split("--railyard-node-user-data").flatMap((part) => {
    const name = /filename="(.*)"/.exec(part)?.[1];
    return name === undefined ? [] : [[name, part.slice(part.indexOf("#!"))] as [string, string]];
  });

/** Runs the script that joins, with one of the image's that writes down what it was given. */
function joined(boot: UbuntuBoot, bootstrap = 'printf "%s\\n" "$@"') {
  const folder = temporary();
  const program = join(folder, "bootstrap.sh");
  writeFileSync(program, `#!/bin/bash\n${bootstrap}\n`);
  writeFileSync(join(folder, "logger"), '#!/bin/bash\necho "${@: -1}" >&2\n');
  for (const file of ["bootstrap.sh", "logger"]) chmodSync(join(folder, file), 0o755);
  const [, text = ""] = scriptsOf(ubuntuUserData(boot)).at(-1) ?? [];
  const { status, stdout, stderr } = spawnSync("bash", ["-c", text.replaceAll("/etc/eks/bootstrap.sh", program)], {
    encoding: "utf8",
    env: { PATH: `${folder}:${process.env["PATH"]}` },
  });
  return { status, arguments: stdout.split("\n").slice(0, -1), stderr };
}

test("a node joins by the image's own script, with cluster, DNS and pod limit", () => {
  const found = joined({ ...BOOT, maxPods: 29 });
  expect(found).toMatchObject({
    status: 0,
    arguments: ["research", "--dns-cluster-ip", "172.20.0.10", "--kubelet-extra-args", "--max-pods=29"],
  });
});

test("without a pod limit the flag has an empty word, which the image's script takes", () => {
  expect(joined(BOOT).arguments).toEqual(["research", "--dns-cluster-ip", "172.20.0.10", "--kubelet-extra-args", ""]);
});

test("a failure of the image's script is one of this", () => {
  const { status, stderr } = joined(BOOT, "exit 3");
  expect(status).not.toBe(0);
  expect(stderr).toContain("FAILED at line");
});

test("a boot script runs before the node joins, and no text is for nodeadm", () => {
  const text = ubuntuUserData({ ...BOOT, extraScript: "echo hello" });
  const names = scriptsOf(text).map(([name]) => name);
  expect(names).toEqual(["90-extra.sh", "99-join.sh"]);
  expect(names.toSorted()).toEqual(names);
  expect(text).not.toContain("node.eks.aws");
});

test("programs without root make containers where jobs do, after each boot", () => {
  const folder = temporary();
  const [[name, text] = ["", ""]] = scriptsOf(ubuntuUserData({ ...BOOT, userNamespaces: true }));
  expect(name).toBe("80-namespaces.sh");
  for (const program of ["logger", "sysctl"])
    writeFileSync(join(folder, program), `#!/bin/bash\necho ${program} "\${@: -1}"\n`, { mode: 0o755 });
  const { status, stdout } = spawnSync("bash", ["-c", text.replaceAll("/etc/sysctl.d", folder)], {
    encoding: "utf8",
    env: { PATH: `${folder}:${process.env["PATH"]}` },
  });
  const file = join(folder, "60-railyard-namespaces.conf");
  expect({ status, stdout }).toEqual({ status: 0, stdout: `sysctl --load=${file}\nlogger done\n` });
  expect(readFileSync(file, "utf8")).toBe("kernel.apparmor_restrict_unprivileged_userns = 0\n");
  expect(ubuntuUserData(BOOT)).not.toContain("namespaces");
});

test("the plan names the image and leaves version and kind to it", () => {
  const plan = imagePlan({ kind: "ubuntu", imageId: "ami-1", boot: BOOT }, 0);
  expect(plan).toMatchObject({ family: "ubuntu", imageId: "ami-1", nodeGroup: {} });
  expect(Buffer.from(plan.userData!, "base64").toString()).toBe(ubuntuUserData(BOOT));
  expect(() => imagePlan({ kind: "ubuntu", imageId: "ami-1", boot: BOOT }, 1)).toThrow("no EFA is known to work");
});
