import { ClusterApi } from "../../../../scripts/lib/kubernetes/cluster-api";
import type { ClusterQuestion, ClusterReply } from "../../../../scripts/lib/kubernetes/question";
import { lastAnswers, parseClusterRecording, recorded, replayed } from "../../../../scripts/lib/kubernetes/recording";

const REPLIES: Readonly<Record<string, ClusterReply>> = {
  "/version": { status: 200, body: { gitVersion: "v1.35.4" } },
  "/gone": { status: null, body: "dial tcp: connection refused" },
};

async function recording() {
  const answers: Parameters<typeof recorded>[1] = [];
  const live = recorded(
    ({ path }: ClusterQuestion) => Promise.resolve(REPLIES[path] ?? { status: 404, body: undefined }),
    answers,
  );
  const api = new ClusterApi(live);
  await api.get("/version");
  await api.find("/missing");
  await api.get("/gone").catch(() => {});
  await api.list("/api/v1/secrets", { metadataOnly: true, labelSelector: "owner=helm" });
  return { format: 1, takenAt: "2026-11-23T05:00:00.000Z", cluster: "iron", answers };
}

test("what was asked is answered again, also where there was no answer", async () => {
  const text = JSON.stringify(await recording());
  const api = new ClusterApi(replayed(parseClusterRecording(text, "answers.json")));
  expect(await api.get("/version")).toEqual({ gitVersion: "v1.35.4" });
  expect(await api.get("/version")).toEqual({ gitVersion: "v1.35.4" });
  expect(await api.find("/missing")).toBeNull();
  await expect(api.get("/gone")).rejects.toMatchObject({ failure: { kind: "unreachable" }, status: null });
  await expect(api.list("/api/v1/secrets", { metadataOnly: true, labelSelector: "owner=helm" })).resolves.toEqual([]);
});

test("what was not asked is told, and is no answer of the cluster", async () => {
  const api = new ClusterApi(replayed(parseClusterRecording(JSON.stringify(await recording()), "answers.json")));
  await expect(api.get("/api/v1/pods")).rejects.toThrow("The recording has no answer to GET /api/v1/pods.");
  // whole objects are not what metadata was
  await expect(api.list("/api/v1/secrets", { labelSelector: "owner=helm" })).rejects.toMatchObject({
    failure: { kind: "not-recorded" },
  });
});

test.each([
  ["another JSON", '{"format":1}', /is not a recording of a cluster's answers/],
  ["no JSON", "{", /answers\.json is not JSON/],
])("%s is no recording", (_, text, message) => {
  expect(() => parseClusterRecording(text, "answers.json")).toThrow(message);
});

test("of a question that was asked until something came about, the last answer is kept", () => {
  const asked = (path: string, reply: unknown) => ({ method: "GET" as const, path, status: 200, reply });
  const post = { method: "POST" as const, path: "/a", body: { kind: "A" }, status: 201, reply: null };
  expect(lastAnswers([asked("/a", 1), asked("/b", 1), post, asked("/a", 2)])).toEqual([
    asked("/a", 2),
    asked("/b", 1),
    post,
  ]);
});
