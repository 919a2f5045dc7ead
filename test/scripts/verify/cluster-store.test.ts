import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ClusterApi } from "../../../scripts/lib/kubernetes/cluster-api";
import type { ClusterReply } from "../../../scripts/lib/kubernetes/question";
import { clusterStore } from "../../../scripts/verify/cluster-store";
import { checkCluster } from "../../helpers/check-cluster";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const LAST = "/api/v1/namespaces/railyard-verify/configmaps/weekly-evidence";
const PLACE = "ConfigMap weekly-evidence of namespace railyard-verify";

/** The store of a cluster, which may answer some paths in another way. */
function stored(refuse: Readonly<Record<string, ClusterReply>> = {}) {
  const cluster = checkCluster({
    nodes: [],
    refuse: ({ method, path }) => {
      const other = refuse[`${method} ${path}`];
      return other && { status: other.status!, body: other.body };
    },
  });
  return {
    ...cluster,
    store: clusterStore(new ClusterApi(cluster.ask), { namespace: "railyard-verify", name: "weekly-evidence" }),
  };
}

/** A folder as a start of verify leaves it. */
function evidence(finishedAt: string, { more = "", text = "It passed.\n" } = {}): string {
  const folder = temporary();
  const written = { format: 1, environment: "research", finishedAt, pools: [], more };
  writeFileSync(join(folder, "evidence.json"), JSON.stringify(written));
  writeFileSync(join(folder, "evidence.md"), text);
  return folder;
}

const keep = (store: ReturnType<typeof stored>["store"], folder: string) => store.keep(folder, [], "");

test("the last evidence is read as it was kept, and the next one takes its place", async () => {
  const { store, ask, asked } = stored();
  expect(await store.before()).toBeNull();
  await keep(store, evidence("2026-11-01T03:00:00Z"));
  expect((await store.before())!.finishedAt).toBe("2026-11-01T03:00:00Z");
  await keep(store, evidence("2026-11-08T03:00:00Z"));
  await keep(store, evidence("2026-11-15T03:00:00Z", { text: "It failed.\n" }));
  expect((await store.before())!.finishedAt).toBe("2026-11-15T03:00:00Z");
  const { body } = await ask({ method: "GET", path: LAST });
  expect((body as { data: object }).data).toEqual({ "evidence.md": "It failed.\n" });
  expect(asked.filter((call) => !call.startsWith("GET"))).toEqual([
    `POST ${LAST.slice(0, LAST.lastIndexOf("/"))}`,
    `PUT ${LAST}`,
    `PUT ${LAST}`,
  ]);
});

test("what has no room is told: its text is left out, and an evidence that is too large is not kept", async () => {
  const { store, ask } = stored();
  await keep(store, evidence("2026-11-01T03:00:00Z", { text: "x".repeat(1_000_000) }));
  const { body } = await ask({ method: "GET", path: LAST });
  expect((body as { data: object }).data).toEqual({
    "evidence.md": "It is too long to be here as text: it is in evidence.json.gz.\n",
  });
  const large = evidence("2026-11-08T03:00:00Z", { more: randomBytes(1_000_000).toString("base64") });
  await expect(keep(store, large)).rejects.toThrow(
    new RegExp(`^${PLACE} has no room for this evidence: \\d+ bytes, and 1000000 go in\\.$`),
  );
  expect((await store.before())!.finishedAt).toBe("2026-11-01T03:00:00Z");
});

const packed = (text: string) => ({ binaryData: { "evidence.json.gz": gzipSync(text).toString("base64") } });

test.each([
  ["no gzip", { binaryData: { "evidence.json.gz": "aGVsbG8=" } }],
  ["no JSON", packed("{")],
  ["no evidence", packed('{"format":2}')],
])("what is %s is told, and nothing is compared with it", async (_, more) => {
  const { store } = stored({
    [`GET ${LAST}`]: { status: 200, body: { metadata: { name: "weekly-evidence" }, ...more } },
  });
  await expect(store.before()).rejects.toThrow(
    `${PLACE} is no evidence of verify: delete it, and nothing is compared with it.`,
  );
});

test("what the account may not do is told in words", async () => {
  const forbidden = { status: 403, body: { message: "configmaps is forbidden" } };
  const { store } = stored({ [`GET ${LAST}`]: forbidden });
  await expect(store.before()).rejects.toThrow(/cannot be read: GET .* is not allowed: configmaps is forbidden/);
  await expect(keep(store, evidence("2026-11-01T03:00:00Z"))).rejects.toThrow(
    /cannot be written: GET .* is not allowed/,
  );
});
