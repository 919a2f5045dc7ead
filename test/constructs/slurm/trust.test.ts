import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { podTrust, trustVariables } from "../../../constructs/slurm/trust";
import { sample, type Change } from "../../helpers/environment";
import { ROOT_CA } from "../../helpers/certificates";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const [bash, , script] = podTrust("slurmd").initContainers[0]!.command as [string, string, string];
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "trust-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script where a stand-in for Debian's program puts one file together out of its own and those that it finds. */
function run(tools: Readonly<Record<string, string>>): { status: number | null; error: string; made: string } {
  const at = (name: string) => join(folder, name);
  for (const name of ["bin", "authorities", "local", "image", "pod"]) mkdirSync(at(name));
  writeFileSync(at("authorities/corp.crt"), ROOT_CA);
  writeFileSync(at("image/ca-certificates.crt"), "public\n");
  for (const [name, text] of Object.entries(tools)) writeFileSync(at(`bin/${name}`), text, { mode: 0o755 });
  const done = spawnSync(bash, ["-c", script], {
    encoding: "utf8",
    env: {
      PATH: `${at("bin")}:/usr/bin:/bin`,
      RAILYARD_AUTHORITIES: at("authorities"),
      RAILYARD_CERTIFICATES: at("pod"),
      RAILYARD_LOCAL: at("local"),
      RAILYARD_MADE: at("image"),
    },
  });
  const made = done.status === 0 ? readFileSync(at("pod/ca-certificates.crt"), "utf8") : "";
  return { status: done.status, error: done.stderr, made };
}

test("the pod trusts what its image does, and the authorities", () => {
  const update = '#!/bin/bash\ncat "$RAILYARD_LOCAL"/*.crt >> "$RAILYARD_MADE/ca-certificates.crt"\n';
  expect(run({ "update-ca-certificates": update })).toMatchObject({ status: 0, made: `public\n${ROOT_CA}` });
});

test("certificates that could not be put together keep the pod from starting", () => {
  const { status } = run({ "update-ca-certificates": "#!/bin/bash\nexit 3\n" });
  expect(status).toBe(3);
});

test("containers of Apptainer are told to mount the bundle, and Enroot does it by itself", () => {
  const bundle = "/etc/ssl/certs/ca-certificates.crt";
  expect(trustVariables("apptainer")).toMatchObject({ APPTAINER_BINDPATH: bundle, REQUESTS_CA_BUNDLE: bundle });
  expect(trustVariables("pyxis")).not.toHaveProperty("APPTAINER_BINDPATH");
});

describe("an environment with authorities", () => {
  const releases = (change: Change): Record<string, Json> =>
    Object.fromEntries(
      Object.values<Json>(synthStacks(sample(change).env)["slurm"]?.resource?.helm_release ?? {}).map((release) => [
        release.name,
        valuesOf(release),
      ]),
    );
  const slurm = { login: { kind: "internal" } };
  const found = releases({ slurm, outbound: { authorities: { corp: ROOT_CA } } });
  const { nodesets, loginsets } = found["slurm"] as Record<string, Json>;

  test.each(["slurmd", "login"])("has them in pods of %s before others start", (kind) => {
    const set = kind === "slurmd" ? nodesets!["h100"] : loginsets!["login"];
    const { initContainers, volumes } = set.podSpec;
    expect(initContainers).toHaveLength(1);
    expect(initContainers[0].image).toContain(`slinkyproject/${kind}`);
    expect(volumes).toContainEqual({ name: "railyard-authorities", configMap: { name: "railyard-authorities" } });
    expect(set[kind].volumeMounts).toContainEqual({
      name: "railyard-certificates",
      mountPath: "/etc/ssl/certs",
      readOnly: true,
    });
  });

  test("tells jobs, their containers, and sessions over SSH where the bundle is", () => {
    const [scripts] = found["slurm-files"].objects;
    expect(scripts.data["nccl-h100.env"]).toContain("REQUESTS_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt");
    expect(scripts.data["enroot-mounts"]).toMatch(
      /^(\/etc\/ssl\/certs\/ca-certificates\.crt) \1 none x-create=file,bind/m,
    );
    expect(nodesets!["h100"].slurmd.volumeMounts).toContainEqual({
      name: "enroot-mounts",
      mountPath: "/etc/enroot/mounts.d/90-railyard.fstab",
      subPath: "railyard.fstab",
      readOnly: true,
    });
    expect(loginsets!["login"].extraSshdConfig).toMatch(/^SetEnv .*NODE_EXTRA_CA_CERTS=/m);
  });

  test("tells jobs and sessions the proxy besides, in one line of sshd", () => {
    const proxy = { url: "http://proxy.example.com:3128", direct: [".corp.example.com"] };
    const { slurm: both, "slurm-files": files } = releases({
      slurm,
      outbound: { authorities: { corp: ROOT_CA }, proxy },
    }) as Record<string, Json>;
    const [scripts] = files.objects;
    const set: string[] = both.loginsets.login.extraSshdConfig.match(/^SetEnv .*$/gm);
    expect(set).toHaveLength(1);
    for (const text of [scripts.data["nccl-h100.env"] as string, set[0]!]) {
      expect(text).toContain("NODE_EXTRA_CA_CERTS=/etc/ssl/certs/");
      expect(text).toContain("https_proxy=http://proxy.example.com:3128");
      expect(text).toMatch(/no_proxy=localhost,\S*,\.corp\.example\.com/);
    }
    expect(scripts.data["task-prolog.sh"]).toContain("scontrol show hostnames");
    expect(scripts.data["enroot.conf"]).toContain("https_proxy http://proxy.example.com:3128");
  });

  test("is what it was without them", () => {
    expect(releases({ slurm, outbound: {} })).toEqual(releases({ slurm }));
    expect(JSON.stringify(releases({ slurm }))).not.toContain("railyard-certificates");
  });
});
