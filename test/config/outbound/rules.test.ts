import { OUTBOUND_RULES } from "../../../config/outbound/rules";
import { ENDING_CA, NEXT_CA, OLD_CA, ROOT_CA, SERVER } from "../../helpers/certificates";
import { hasShape } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const authority = (pem: string) => ({ outbound: { authorities: { corp: pem } } });
const mirror = (registry: string, place: string) => ({ outbound: { registryMirrors: { [registry]: place } } });
const mirrors = (registryMirrors: Record<string, string>) => ({ outbound: { registryMirrors } });
const proxy = (more: object) => ({ outbound: { proxy: { url: "http://proxy.example.com:3128", ...more } } });
const AT = ["outbound", "authorities", "corp"];

ruleCases(OUTBOUND_RULES, {
  "outbound/mirror-of-itself": {
    severity: "error",
    trips: [
      {
        change: mirror("docker.io", "docker.io/library"),
        at: ["outbound", "registryMirrors", "docker.io"],
        message: ["docker.io itself"],
      },
      ...["index.docker.io/library", "registry-1.docker.io", "docker.io:443/library"].map((place) => ({
        when: place,
        change: mirror("docker.io", place),
        at: ["outbound", "registryMirrors", "docker.io"],
        message: ["docker.io itself", `${place.split("/")[0]} is another name`],
      })),
    ],
    passes: [
      { change: mirror("docker.io", "harbor.example.com/docker-hub") },
      { when: "another port of the host", change: mirror("harbor.example.com", "harbor.example.com:8443/all") },
    ],
  },
  "outbound/mirror-ring": {
    severity: "error",
    trips: [
      {
        when: "two",
        change: mirrors({ "docker.io": "quay.io/x", "quay.io": "registry-1.docker.io/y", "ghcr.io": "quay.io/z" }),
        at: ["outbound", "registryMirrors", "docker.io"],
        message: ["docker.io → quay.io → docker.io"],
        fix: ["your own registry"],
      },
      {
        when: "three",
        change: mirrors({ "a.io": "b.io", "b.io": "c.io/x", "c.io": "a.io" }),
        at: ["outbound", "registryMirrors", "a.io"],
        message: ["a.io → b.io → c.io → a.io"],
      },
    ],
    passes: [
      { when: "a mirror of a mirror", change: mirrors({ "a.io": "b.io", "b.io": "c.io" }) },
      { when: "one mirror of two", change: mirrors({ "a.io": "c.io", "b.io": "c.io" }) },
    ],
  },
  "outbound/loopback": {
    severity: "error",
    trips: [
      ...["127.0.0.1:3128", "127.9.0.1:80", "127.1:80", "localhost:3128", "a.localhost:3128"].map((host) => ({
        when: host,
        change: proxy({ url: `http://${host}` }),
        at: ["outbound", "proxy", "url"],
        message: [host, "each pod"],
        fix: ["in their network"],
      })),
      ...["localhost:5000/hub", "127.0.0.1/hub"].map((place) => ({
        when: place,
        change: mirror("docker.io", place),
        at: ["outbound", "registryMirrors", "docker.io"],
        message: ["each node itself"],
      })),
    ],
    passes: [
      { change: proxy({ url: "http://10.127.0.1:3128" }) },
      { when: "a mirror", change: mirror("docker.io", "localhost.example.com/hub") },
    ],
  },
  "outbound/registry-name": {
    severity: "error",
    trips: [
      {
        change: mirror("registry-1.docker.io", "harbor.example.com/hub"),
        at: ["outbound", "registryMirrors", "registry-1.docker.io"],
        message: ["called docker.io"],
        fix: ['write "docker.io"'],
      },
      {
        change: mirror("docker", "harbor.example.com/hub"),
        at: ["outbound", "registryMirrors", "docker"],
        message: ["neither a dot nor a port"],
        fix: ["whole host"],
      },
    ],
    passes: [
      { change: mirror("docker.io", "harbor.example.com/hub") },
      { change: mirror("registry.example.com:5000", "harbor.example.com") },
      { when: "a host with a port", change: mirror("registry:5000", "harbor.example.com") },
    ],
  },
  "outbound/authority": {
    severity: "error",
    trips: [
      { when: "one that is over", change: authority(OLD_CA), at: AT, message: ["over since 2025-01-01", "Old Root"] },
      { when: "one that is not yet", change: authority(NEXT_CA), at: AT, message: ["only from 2040-01-01"] },
      {
        when: "that of a server",
        change: authority(SERVER),
        at: AT,
        message: ["no authority"],
        fix: ["that signed it"],
      },
      {
        when: "a text that is none",
        change: authority("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
        at: AT,
        message: ["no certificate can be read"],
        fix: ["openssl x509"],
      },
    ],
    passes: [
      { change: authority(ROOT_CA) },
      { when: "one without a line break at its end", change: authority(ROOT_CA.trimEnd()) },
    ],
  },
  "outbound/authority-ends": {
    severity: "warning",
    trips: [{ change: authority(ENDING_CA), at: AT, message: ["ends on 2026-12-15"], fix: ["successor"] }],
    passes: [
      { change: authority(ROOT_CA) },
      { when: "the same a year earlier", change: authority(ENDING_CA), now: "2025-12-01T00:00:00Z" },
    ],
  },
  "outbound/direct-block": {
    severity: "error",
    trips: [
      {
        when: "a block",
        change: proxy({ direct: ["10.0.0.0/33"] }),
        at: ["outbound", "proxy", "direct", 0],
        message: ["10.0.0.0/33"],
      },
      {
        when: "an address",
        change: proxy({ direct: ["a.example.com", "10.0.0.256"] }),
        at: ["outbound", "proxy", "direct", 1],
        message: ["10.0.0.256"],
      },
      {
        when: "every address",
        change: proxy({ direct: ["0.0.0.0/0"] }),
        at: ["outbound", "proxy", "direct", 0],
        message: ["nothing would go through"],
      },
    ],
    passes: [{ change: proxy({ direct: ["10.0.0.0/8", "192.168.1.1", ".corp.example.com", "3com.example.com"] }) }],
  },
});

// what a shell, TOML, systemd and Terraform read as more than text
const HOSTILE = ['"', "'", "\\", "`", "$(id)", "${x}", "%{x}", "\n", "\nPEM\n", "a b", ";", "#", "\u0000", "é", "<"];

test.each(HOSTILE)("the schema takes %j in no text that a script or a file gets", (odd) => {
  for (const change of [
    mirror("docker.io", `harbor.example.com/${odd}`),
    mirror(`docker.io${odd}`, "harbor.example.com"),
    authority(ROOT_CA.trimEnd().concat(odd, "x")),
    { outbound: { authorities: { [`corp${odd}`]: ROOT_CA } } },
    proxy({ url: `http://proxy${odd}.example.com:3128` }),
    proxy({ direct: [`a${odd}`] }),
  ])
    expect([change, hasShape(change)]).toEqual([change, false]);
});

test.each([
  ["a password", "http://jane:hunter2@proxy.example.com:3128"],
  ["a path", "http://proxy.example.com:3128/x"],
  ["the loopback of IPv6", "http://[::1]:3128"],
  ["no port", "http://proxy.example.com"],
  ["port 0", "http://proxy.example.com:0"],
  ["a port above 65535", "http://proxy.example.com:65536"],
  ["another protocol", "socks5://proxy.example.com:1080"],
])("a proxy with %s is refused", (_, url) => {
  expect(hasShape(proxy({ url }))).toBe(false);
});
