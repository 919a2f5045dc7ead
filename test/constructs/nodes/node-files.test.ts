import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeFiles } from "../../../constructs/nodes/node-files";
import type { ResolvedOutbound } from "../../../config/outbound/outbound";
import { ROOT_CA } from "../../helpers/certificates";

const OUTBOUND: ResolvedOutbound = {
  registryMirrors: { "docker.io": "harbor.example.com/hub", "*": "mirror.example.com" },
  authorities: [{ name: "corp", pem: ROOT_CA }],
  proxy: { url: "http://proxy.example.com:3128", direct: [".svc", "10.0.0.0/8"] },
};

const folder = mkdtempSync(join(tmpdir(), "railyard-node-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script on a folder that stands for `/`. */
function install(name: string, tools: readonly string[], files: Record<string, string> = {}) {
  const [root, bin] = [join(folder, name), join(folder, `${name}-bin`)];
  mkdirSync(bin, { recursive: true });
  for (const tool of [...tools, "systemctl"])
    writeFileSync(join(bin, tool), `#!/bin/bash\necho "${tool} $*"\n`, { mode: 0o755 });
  for (const tool of ["bash", "cmp", "cp", "chmod", "mv", "mkdir", "dirname", "find", "grep"])
    writeFileSync(join(bin, tool), `#!/bin/sh\nexec /usr/bin/${tool} "$@"\n`, { mode: 0o755 });
  for (const [path, text] of Object.entries({ ...nodeFiles(OUTBOUND), ...files })) {
    const at = path.startsWith("/") ? join(root, path) : join(folder, "given", path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
  mkdirSync(join(root, "usr/local/share/ca-certificates"), { recursive: true });
  const result = spawnSync("/usr/bin/bash", [join(folder, "given/install.sh")], {
    encoding: "utf8",
    env: { PATH: bin, RAILYARD_ROOT: root },
  });
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null);
  return { ...result, read };
}

const CONFIG = { "/etc/containerd/config.toml": 'config_path = "/etc/containerd/certs.d"\n' };

test("Ubuntu gets mirrors, the authority and the proxy, and is told to restart", () => {
  const { status, stdout, stderr, read } = install("ubuntu", ["update-ca-certificates"], CONFIG);
  expect([status, stderr]).toEqual([0, ""]);
  expect(read("etc/containerd/certs.d/docker.io/hosts.toml")).toContain('server = "https://harbor.example.com/v2/hub"');
  expect(read("etc/containerd/certs.d/_default/hosts.toml")).toContain('server = "https://mirror.example.com"');
  expect(read("usr/local/share/ca-certificates/railyard-corp.crt")).toBe(ROOT_CA);
  for (const service of ["containerd", "kubelet"])
    expect(read(`etc/systemd/system/${service}.service.d/10-railyard-proxy.conf`)).toContain(
      'Environment="NO_PROXY=.svc,10.0.0.0/8"',
    );
  expect(stdout).toContain("update-ca-certificates \n");
  expect(stdout).toContain("systemctl daemon-reload");
  expect(stdout).toContain("Restart containerd and kubelet");
});

test("a second run changes nothing, and says so", () => {
  const { status, stdout } = install("ubuntu", ["update-ca-certificates"]);
  expect([status, stdout]).toEqual([0, "everything is so already\n"]);
});

test("RHEL has another folder for authorities", () => {
  const { status, read, stdout } = install("rhel", ["update-ca-trust"], CONFIG);
  expect(status).toBe(0);
  expect(read("etc/pki/ca-trust/source/anchors/railyard-corp.crt")).toBe(ROOT_CA);
  expect(stdout).toContain("update-ca-trust extract");
});

test("a containerd that does not read the folder is told", () => {
  const { status, stderr } = install("plain", ["update-ca-certificates"]);
  expect(status).toBe(0);
  expect(stderr).toContain("has no config_path");
});

test("a node with neither program is refused", () => {
  expect(install("odd", []).status).toBe(1);
});

test("nothing is written where nothing is asked", () => {
  expect(nodeFiles({ registryMirrors: {}, authorities: [], proxy: null })).toEqual({});
});
