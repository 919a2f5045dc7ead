import { OUTBOUND_HOST_RULES } from "../../../config/outbound/host-rules";
import { ruleCases } from "../../helpers/rule-cases";

const mirror = (registry: string, place: string) => ({ outbound: { registryMirrors: { [registry]: place } } });
const proxy = (host: string, direct: string[] = []) => ({
  outbound: { proxy: { url: `http://${host}:3128`, direct } },
});

ruleCases(OUTBOUND_HOST_RULES, {
  "outbound/host": {
    severity: "error",
    trips: [
      ...["169.254.169.254", "10.0.0.256", "999.1.1.1", "224.0.0.1", "10.1"].map((host) => ({
        when: host,
        change: proxy(host),
        at: ["outbound", "proxy", "url"],
        message: [`${host} is no address`],
        fix: ["0 to 255"],
      })),
      ...["-proxy.example.com", "proxy-.example.com", "-.-", `${"a".repeat(64)}.example.com`].map((host) => ({
        when: host,
        change: proxy(host),
        at: ["outbound", "proxy", "url"],
        message: ["is no host"],
        fix: ["as DNS has it"],
      })),
      ...["squid.proxy.svc", "squid.proxy.svc.cluster.local"].map((host) => ({
        when: host,
        change: proxy(host),
        at: ["outbound", "proxy", "url"],
        message: ["the cluster's own DNS"],
        fix: ["load balancer"],
      })),
      {
        when: "a mirror",
        change: mirror("docker.io", "-.-"),
        at: ["outbound", "registryMirrors", "docker.io"],
        message: ["-.- is no host"],
      },
      {
        when: "a registry",
        change: mirror("-ghcr.io", "harbor.example.com/github"),
        at: ["outbound", "registryMirrors", "-ghcr.io"],
        message: ["-ghcr.io is no host"],
      },
      {
        when: "a mirror in the cluster",
        change: mirror("docker.io", "harbor.harbor.svc:443/hub"),
        at: ["outbound", "registryMirrors", "docker.io"],
        message: ["the cluster's own DNS"],
      },
    ],
    passes: [
      { when: "names", change: proxy("proxy-1.example.com") },
      { when: "an address", change: proxy("10.0.0.255") },
      { when: "svc as another part", change: proxy("svc.example.com") },
      { when: "mirrors with a port", change: mirror("registry.example.com:5000", "10.9.8.7:5000/hub") },
      { when: "the node itself, which another rule tells", change: proxy("127.1") },
    ],
  },
  "outbound/direct-suffix": {
    severity: "error",
    trips: [".com", "com", ".io", ".de", "ai", ".xyz", ".co.uk", ".xn--fiqs8s", ".k12.ma.us"].map((entry) => ({
      when: entry,
      change: proxy("proxy.example.com", ["10.0.0.0/8", entry]),
      at: ["outbound", "proxy", "direct", 1],
      message: [`${entry} is every host`],
      fix: [".corp.example."],
    })),
    passes: [
      {
        when: "domains of one's own",
        change: proxy("proxy.example.com", [
          ".corp.example.com",
          ".internal",
          ".corp",
          ".hpc",
          ".home.arpa",
          ".example.co.uk",
        ]),
      },
      { when: "short names of hosts", change: proxy("proxy.example.com", ["hub", "nx"]) },
      {
        when: "domains that others share, which somebody names on purpose",
        change: proxy("proxy.example.com", [".amazonaws.com", ".github.io"]),
      },
    ],
  },
});
