import { NEXT_CA, ROOT_CA } from "../../../helpers/certificates";
import type { Change } from "../../../helpers/environment";
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
