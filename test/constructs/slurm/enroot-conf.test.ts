import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enrootConf } from "../../../constructs/slurm/enroot-conf";
import { slurmSample } from "../../helpers/slurm";

test("enroot.conf puts layers and roots on scratch space, one folder for each user", () => {
  const lines = enrootConf(slurmSample()).split("\n");
  expect(lines).toContain("ENROOT_CACHE_PATH /scratch/enroot-$(id -u)/cache");
  expect(lines).toContain("ENROOT_DATA_PATH /scratch/enroot-$(id -u)/data");
  // where users may make folders: in /run of the image they may not
  expect(lines).toContain("ENROOT_RUNTIME_PATH /scratch/enroot-$(id -u)/run");
  expect(lines.some((line) => line.startsWith("ENROOT_CONFIG_PATH"))).toBe(false);
  expect(lines.some((line) => line.includes("proxy"))).toBe(false);
  // Enroot's own /dev binds /dev/log, and fails in a pod, where there is none
  expect(lines).toContain("ENROOT_RESTRICT_DEV no");
});

describe("with a Secret and a proxy", () => {
  const text = enrootConf(
    slurmSample({
      containers: { kind: "pyxis", credentialsSecretName: "pull" },
      proxy: { url: "http://proxy.example.com:3128", direct: [".svc", "10.0.0.0/8"] },
    }),
  );

  /** As enroot reads a line: key, value, and the value through a shell. */
  function read(home: string): Record<string, string> {
    const reader = `while IFS=$' \\t=' read -r key value; do [ -z "$key" ] || echo "$key|$(eval echo "\${value}")"; done`;
    const { stdout } = spawnSync("bash", ["-c", reader], {
      input: text,
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", HOME: home },
    });
    return Object.fromEntries(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split("|") as [string, string]),
    );
  }

  test("credentials of the Secret are read, and those of a user instead where there are any", () => {
    const home = mkdtempSync(join(tmpdir(), "railyard-home-"));
    try {
      expect(read(home)).toMatchObject({
        ENROOT_CONFIG_PATH: "/opt/railyard-enroot",
        https_proxy: "http://proxy.example.com:3128",
        no_proxy: ".svc,10.0.0.0/8",
        ENROOT_CACHE_PATH: `/scratch/enroot-${process.getuid!()}/cache`,
      });
      mkdirSync(join(home, ".config/enroot"), { recursive: true });
      writeFileSync(join(home, ".config/enroot/.credentials"), "");
      expect(read(home)["ENROOT_CONFIG_PATH"]).toBe(join(home, ".config/enroot"));
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
