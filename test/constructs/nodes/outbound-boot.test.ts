import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { al2023UserData } from "../../../constructs/nodes/al2023-boot";
import { bottlerocketSettings } from "../../../constructs/nodes/bottlerocket-settings";
import { hostsFile } from "../../../constructs/nodes/containerd-hosts";
import { outboundBoot, proxied } from "../../../constructs/nodes/outbound-boot";
import type { ResolvedOutbound } from "../../../config/outbound/outbound";
import { ROOT_CA } from "../../helpers/certificates";
import { runInSandbox } from "../../helpers/sandbox";

const OUTBOUND: ResolvedOutbound = {
  registryMirrors: { "docker.io": "harbor.example.com:8443/docker-hub", "ghcr.io": "mirror.example.com" },
  authorities: [{ name: "corp", pem: ROOT_CA }],
  proxy: { url: "http://proxy.example.com:3128", direct: ["localhost", ".svc", "10.20.0.0/16"] },
};

/** As the reader of Python reads it, which is no writer of ours. */
function fromToml(text: string): Record<string, unknown> {
  const read = "import json, sys, tomllib; print(json.dumps(tomllib.loads(sys.stdin.read())))";
  const { stdout, stderr } = spawnSync("python3", ["-c", read], { input: text, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("a node of Amazon Linux", () => {
  const run = runInSandbox(outboundBoot("05", OUTBOUND)!.text, {
    stubs: { "update-ca-trust": "true" },
    // the package ca-certificates has the folder
    files: { "/etc/pki/ca-trust/source/anchors/.keep": "" },
  });

  test("trusts the authority before anything is fetched", () => {
    expect(run.output).toContain("update-ca-trust extract");
    expect(run.status).toBe(0);
    const written = run.file("/etc/pki/ca-trust/source/anchors/railyard-corp.pem")!;
    expect(new X509Certificate(written).subject).toBe("CN=Example Root");
    expect(written).toBe(ROOT_CA);
  });

  test("asks mirrors, and never the registry, with the path where the API begins", () => {
    expect(fromToml(run.file("/etc/containerd/certs.d/docker.io/hosts.toml")!)).toEqual({
      server: "https://harbor.example.com:8443/v2/docker-hub",
      capabilities: ["pull", "resolve"],
      override_path: true,
    });
    expect(fromToml(run.file("/etc/containerd/certs.d/ghcr.io/hosts.toml")!)).toEqual({
      server: "https://mirror.example.com",
      capabilities: ["pull", "resolve"],
    });
  });

  test("has the proxy in nodeadm, in both services, and in every script of ours", () => {
    const text = al2023UserData({ outbound: OUTBOUND, lustre: {}, extraScript: "echo last" }, 0);
    const [, config = ""] = text.split("Content-Type: application/node.eks.aws\n\n");
    const spec = (JSON.parse(config.slice(0, config.indexOf("\n--"))) as { spec: { instance: object } }).spec;
    const variables = {
      HTTP_PROXY: "http://proxy.example.com:3128",
      HTTPS_PROXY: "http://proxy.example.com:3128",
      NO_PROXY: "localhost,.svc,10.20.0.0/16",
    };
    expect(spec.instance).toEqual({ environment: { default: variables, containerd: variables, kubelet: variables } });
    expect(text.match(/filename="[^"]+"/g)?.[0]).toBe('filename="05-outbound.sh"');
    expect(text.match(/^#!\/bin\/bash\nexport HTTP_PROXY=http:\/\/proxy/gm)).toHaveLength(3);
  });

  test("gives a script for another program no line of a shell", () => {
    const script = { name: "90-extra.sh", text: "#!/usr/bin/python3\nprint(1)\n" };
    expect(proxied(script, OUTBOUND.proxy!)).toEqual(script);
  });

  test("has no script where there is nothing to write", () => {
    expect(outboundBoot("05", { ...OUTBOUND, registryMirrors: {}, authorities: [] })).toBeNull();
  });
});

test("every registry without a file of its own has the folder that containerd falls back on", () => {
  expect(hostsFile("*", "mirror.example.com").folder).toBe("_default");
});

test.each(['a"b', "a b", "a\nb", "a$b", "a\\b", "a'b"])("a mirror called %j gets into no file", (odd) => {
  expect(() => hostsFile("docker.io", odd)).toThrow("no host");
  expect(() => hostsFile(odd, "mirror.example.com")).toThrow("no host");
});

test("a node of Bottlerocket has the same as settings, which a reader of TOML reads", () => {
  expect(fromToml(bottlerocketSettings({ outbound: OUTBOUND }))).toEqual({
    settings: {
      "container-registry": {
        mirrors: [
          { registry: "docker.io", endpoint: ["https://harbor.example.com:8443/v2/docker-hub"] },
          { registry: "ghcr.io", endpoint: ["https://mirror.example.com"] },
        ],
      },
      network: { "https-proxy": "http://proxy.example.com:3128", "no-proxy": ["localhost", ".svc", "10.20.0.0/16"] },
      pki: { corp: { data: Buffer.from(ROOT_CA).toString("base64"), trusted: true } },
    },
  });
});
