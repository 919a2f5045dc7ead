import { NEXT_CA, ROOT_CA } from "../../../helpers/certificates";
import type { Change } from "../../../helpers/environment";
import { updated } from "../../../helpers/plan";
import { findingsOf, only } from "../../../helpers/reviewed";

const out = (outbound: Change): Change => ({ outbound });
const PROXY = { url: "http://proxy.example.com:3128" };

test.each([
  [
    "an authority that goes",
    { authorities: { corp: ROOT_CA } },
    { authorities: {} },
    "authorities.corp",
    /corp is trusted no more/,
  ],
  [
    "an authority that is another one",
    { authorities: { corp: ROOT_CA } },
    { authorities: { corp: NEXT_CA } },
    "authorities.corp",
    /corp is another one: what the old one signed is refused/,
  ],
  ["a proxy that goes", { proxy: PROXY }, {}, "proxy", /Nothing goes by the proxy http:\/\/proxy\.example\.com:3128/],
  [
    "another proxy",
    { proxy: PROXY },
    { proxy: { url: "http://other.example.com:3128" } },
    "proxy",
    /goes by http:\/\/other\.example\.com:3128, and no longer by http:\/\/proxy/,
  ],
  [
    "a proxy that comes",
    {},
    { proxy: PROXY },
    "proxy",
    /goes by http:\/\/proxy\.example\.com:3128, and no longer directly: where it does not answer/,
  ],
  [
    "a name that is no longer reached directly",
    { proxy: { ...PROXY, direct: [".corp.example.com"] } },
    { proxy: PROXY },
    "proxy",
    /\.corp\.example\.com is reached by the proxy/,
  ],
  [
    "a mirror that goes",
    { registryMirrors: { "ghcr.io": "harbor.example.com/github" } },
    {},
    "registryMirrors.ghcr.io",
    /Images of ghcr\.io come from it, and no longer from harbor/,
  ],
  [
    "another mirror",
    { registryMirrors: { "ghcr.io": "harbor.example.com/github" } },
    { registryMirrors: { "ghcr.io": "harbor.example.com/other" } },
    "registryMirrors.ghcr.io",
    /come from harbor\.example\.com\/other, and no longer/,
  ],
])("%s is a danger with a name, and says who takes it up when", (_, before, after, key, words) => {
  const finding = only("stops", { before: out(before), after: out(after) });
  expect(finding).toMatchObject({ severity: "danger", address: `sample-platform.config.outbound.${key}` });
  expect(finding.text).toMatch(words);
  expect(finding.text).toMatch(/replaced one by one/);
});

test.each([
  ["an authority that comes", { authorities: { corp: ROOT_CA } }, { authorities: { corp: ROOT_CA, next: NEXT_CA } }],
  ["an authority under another name", { authorities: { corp: ROOT_CA } }, { authorities: { other: ROOT_CA } }],
  ["more that is reached directly", { proxy: PROXY }, { proxy: { ...PROXY, direct: [".corp.example.com"] } }],
  ["a mirror that comes", {}, { registryMirrors: { "ghcr.io": "harbor.example.com/github" } }],
])("%s takes nothing away", (_, before, after) => {
  expect(findingsOf("stops", { before: out(before), after: out(after) })).toEqual([]);
});

describe("the proxy of Alertmanager", () => {
  const alarms = (config: object) => ({
    name: "kube-prometheus-stack",
    chart: "kube-prometheus-stack",
    values: [JSON.stringify({ alertmanager: { config } })],
  });
  const way = { global: { http_config: { proxy_url: PROXY.url, no_proxy: "" } } };
  const config = (path: string) => [{ path, before: null, after: 1 }] as never;
  const titles = (now: object, path: string) =>
    findingsOf("lost", {
      plans: { platform: [updated("helm_release.a", alarms({ route: 1 }), { values: alarms(now).values })] },
      config: config(path),
    }).map(({ title }) => title);

  test("is the way out, and no other receiver", () => {
    expect(titles({ route: 1, ...way }, "outbound.proxy.url")).toEqual([]);
    expect(titles({ route: 1, ...way }, "owner")).toEqual([expect.stringContaining("alarms leave by another proxy")]);
  });

  test("beside another receiver hides it not", () => {
    expect(titles({ route: 2, ...way }, "outbound.proxy.url")).toEqual([
      expect.stringContaining("who is told of alarms"),
    ]);
    const ofReceiver = { route: 1, receivers: [{ name: "a", http_config: { proxy_url: PROXY.url } }] };
    expect(titles(ofReceiver, "outbound.proxy.url")).toEqual([expect.stringContaining("who is told of alarms")]);
  });
});
