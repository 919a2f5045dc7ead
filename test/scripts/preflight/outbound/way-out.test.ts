import { askWayOut } from "../../../../scripts/preflight/outbound/way-out";
import {
  recordedHosts,
  replayedHosts,
  type HostQuestion,
  type HostReply,
  type RecordedHosts,
} from "../../../../scripts/preflight/outbound/host-question";
import { CHECKS } from "../../../../scripts/preflight/registry";
import { CLUSTER_CHECKS } from "../../../../scripts/preflight/cluster/registry";
import { sample, type Change } from "../../../helpers/environment";

const MIRRORS = { "docker.io": "harbor.corp.example.com/hub", "ghcr.io": "harbor.corp.example.com/github" };
const PROXY = { url: "http://proxy.example.com:3128", direct: [".corp.example.com", "10.0.0.0/8"] };
const env = (outbound: object, more: Change = {}) => sample({ outbound, ...more }).env;

/** Results with the questions that were asked. */
async function ask(outbound: object, reply: HostReply | null, more: Change = {}) {
  const asked: HostQuestion[] = [];
  const results = await askWayOut(env(outbound, more), (question) => {
    asked.push(question);
    return Promise.resolve(reply);
  });
  return { asked, results };
}

test("each mirror is asked once, the ones of charts as well, and nobody where there are none", async () => {
  const platform = { images: { mirrors: { "*": "registry.example.com:5000/all" } } };
  const { asked, results } = await ask({ registryMirrors: MIRRORS }, { kind: "answered", status: 200 }, { platform });
  expect(asked).toEqual([{ host: "harbor.corp.example.com:443" }, { host: "registry.example.com:5000" }]);
  expect(results.map(({ verdict, text }) => [verdict, text.includes("from this machine")])).toEqual([
    ["ok", true],
    ["ok", true],
  ]);
  expect((await ask({}, null)).results).toEqual([]);
});

test("mirrors are asked through the proxy unless nodes reach them directly, and the proxy for what is outside", async () => {
  const mirrors = { ...MIRRORS, "quay.io": "mirror.example.org/quay", "nvcr.io": "10.1.2.3:5000/ngc" };
  const { asked } = await ask({ registryMirrors: mirrors, proxy: PROXY }, { kind: "answered", status: 401 });
  expect(asked).toEqual([
    { host: "harbor.corp.example.com:443" },
    { host: "mirror.example.org:443", proxy: PROXY.url },
    { host: "10.1.2.3:5000" },
    { host: "registry.k8s.io:443", proxy: PROXY.url },
  ]);
});

test.each<[HostReply, string, string]>([
  [{ kind: "answered", status: 200 }, "ok", "a registry"],
  [{ kind: "answered", status: 401 }, "ok", "was not asked"],
  [{ kind: "answered", status: 404 }, "warning", "no registry says"],
  [{ kind: "not-trusted", code: "CERT_HAS_EXPIRED" }, "failed", "CERT_HAS_EXPIRED"],
  [{ kind: "silent", code: "ENOTFOUND", atProxy: false }, "unknown", "whether nodes reach it is not known"],
  [{ kind: "refused-by-proxy", status: 407 }, "warning", "asks for a password"],
  [{ kind: "refused-by-proxy", status: 403 }, "warning", "403"],
])("%j is %s: %s", async (reply, verdict, words) => {
  const [result] = (await ask({ registryMirrors: { "docker.io": "harbor.example.com" } }, reply)).results;
  expect(result).toMatchObject({ verdict, subject: "mirror harbor.example.com:443" });
  expect(result?.text).toContain(words);
});

test("what the registry behind the proxy says is no matter of the proxy", async () => {
  const [result] = (await ask({ proxy: PROXY }, { kind: "answered", status: 307 })).results;
  expect(result).toMatchObject({ verdict: "ok", subject: `proxy ${PROXY.url}` });
});

test("answers are recorded, and a recording without one makes it unknown", async () => {
  const answers: RecordedHosts = [];
  const outbound = { registryMirrors: MIRRORS, proxy: PROXY };
  const live = recordedHosts(() => Promise.resolve({ kind: "answered", status: 401 }), answers);
  const before = await askWayOut(env(outbound), live);
  expect(await askWayOut(env(outbound), replayedHosts(JSON.parse(JSON.stringify(answers)) as RecordedHosts))).toEqual(
    before,
  );
  for (const hosts of [replayedHosts([]), replayedHosts(undefined), undefined])
    expect((await askWayOut(env(outbound), hosts)).map(({ verdict }) => verdict)).toEqual(["unknown", "unknown"]);
});

test("accounts and clusters that exist are asked for it alike", () => {
  expect(CHECKS.map(({ id }) => id)).toContain("network/way-out");
  expect(CLUSTER_CHECKS.map(({ id }) => id)).toContain("cluster/way-out");
});
