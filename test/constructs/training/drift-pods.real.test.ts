import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { Api, type ApiObject } from "../../../scripts/control-plane/api";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../scripts/control-plane/start";
import { driftMetricsObjects } from "../../../constructs/platform/drift-metrics";
import { samplesOf } from "../../../scripts/commands/examples/samples";
import { comes } from "../../helpers/comes";
import { sample } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const [BUILT] = builtVersions({ env: process.env });
if (BUILT === undefined) console.warn("No Kubernetes is built here: CronJobs that tell of drift are not tried on it.");
const withKubernetes = BUILT === undefined ? test.skip : test;

const TEAM = "/namespaces/vision";
const JOBS = `/apis/batch/v1${TEAM}/jobs`;
const PLACES: Readonly<Record<string, string>> = {
  ConfigMap: `/api/v1${TEAM}/configmaps`,
  ServiceAccount: `/api/v1${TEAM}/serviceaccounts`,
  Role: `/apis/rbac.authorization.k8s.io/v1${TEAM}/roles`,
  RoleBinding: `/apis/rbac.authorization.k8s.io/v1${TEAM}/rolebindings`,
  CronJob: `/apis/batch/v1${TEAM}/cronjobs`,
};

/** Beside this process, which answers for the cluster. */
const aside = (words: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(words[0]!, words.slice(1), { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });

/** The API for one account, as `kubectl proxy` gives it. */
function proxyOf(api: Api): Promise<Server> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const text = Buffer.concat(pieces).toString("utf8");
      const body = text === "" ? undefined : (JSON.parse(text) as object);
      void api.ask(request.method as "GET", request.url!, body).then((answer) => {
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(JSON.stringify(answer.body));
      });
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

withKubernetes(
  "the API takes the CronJob as it is written, whose account may start one training for a version, and nothing else",
  async () => {
    const nas = { kind: "nfs", server: "10.20.0.9", export: "/data", teams: true };
    const { env } = sample({
      slurm: null,
      teams: { vision: {} },
      storage: { nas },
      datasets: {
        events: {
          place: { kind: "volume", volume: "nas", path: "/events" },
          drift: { retrain: "one-node.yaml", restHours: 0 },
        },
      },
    });
    const text = samplesOf(env, { asked: null, usual: "r.example.com/t:1", nccl: null }).files[
      "kubernetes/drift-events.yaml"
    ]!;
    const objects = parseAllDocuments(text).map((each) => each.toJS() as ApiObject);
    const program = await findOrBuild(BUILT!.split(".").slice(0, 2).join("."), { env: process.env, tell: () => {} });

    await withControlPlane({ program, env: process.env }, async ({ api }) => {
      await api.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "vision" } });
      // and the pod that tells Prometheus of what it finds
      const [scripts, deployment] = driftMetricsObjects({
        namespace: "vision",
        volume: { claimName: "nas" },
        checks: [{ dataset: "events", everyHours: 24 }],
        placement: { nodeSelector: { role: "system" }, tolerations: [] },
      });
      await api.create(PLACES["ConfigMap"]!, scripts as ApiObject);
      await api.create(`/apis/apps/v1${TEAM}/deployments?fieldValidation=Strict`, deployment as ApiObject);
      for (const object of objects) {
        const { status, body } = await api.ask("POST", `${PLACES[object.kind!]}?fieldValidation=Strict`, object);
        expect({ kind: object.kind, status, body }).toMatchObject({ kind: object.kind, status: 201 });
      }
      expect(objects.map(({ kind }) => kind)).toEqual([
        "ConfigMap",
        "ServiceAccount",
        "Role",
        "RoleBinding",
        "CronJob",
      ]);

      // a run of it by hand: the cluster makes its pod, with the account and its token
      const cron = objects.at(-1)!.spec.jobTemplate as { spec: object };
      await api.create(JOBS, { apiVersion: "batch/v1", kind: "Job", metadata: { name: "look" }, ...cron });
      const podsOf = (job: string) => api.list(`/api/v1${TEAM}/pods?labelSelector=batch.kubernetes.io/job-name=${job}`);
      expect(await comes(async () => (await podsOf("look")).length === 1, 60)).toBe(true);
      const [pod] = await podsOf("look");
      expect(pod!.spec).toMatchObject({ serviceAccountName: "drift-events", automountServiceAccountToken: true });

      // what the account may do
      const asked = await api.create(`/api/v1${TEAM}/serviceaccounts/drift-events/token`, {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        metadata: { name: "drift-events" },
        spec: {},
      });
      const own = new Api(api.port, api.authority, (asked.status as { token: string }).token);
      for (const [method, path] of [
        ["GET", JOBS],
        ["DELETE", `${JOBS}/look`],
        ["GET", `/api/v1${TEAM}/secrets`],
        ["GET", "/apis/batch/v1/namespaces/default/jobs/look"],
        ["POST", "/apis/batch/v1/namespaces/default/jobs"],
        ["POST", `/api/v1${TEAM}/pods`],
      ] as const)
        expect([method, path, (await own.ask(method, path, method === "POST" ? {} : undefined)).status]).toEqual([
          method,
          path,
          403,
        ]);

      // the program of the pod, as it is started there, with the account
      const folder = temporary();
      const [data, state] = [join(folder, "data"), join(folder, "state")];
      mkdirSync(data);
      for (const [name, file] of Object.entries(objects[0]!["data"] as Record<string, string>))
        writeFileSync(join(folder, name), file);
      const words = (pod!.spec.containers as { command: string[] }[])[0]!.command;
      const line = words.map((word) =>
        word
          .replace("/opt/drift", folder)
          .replace(/^--state=.*/, `--state=${state}`)
          .replace(/^\/nas\/events\/?$/, data),
      );
      const rows = (from: number) =>
        writeFileSync(join(data, "rows.csv"), `x\n${Array.from({ length: 400 }, (_, row) => from + row).join("\n")}\n`);
      const proxy = await proxyOf(own);
      const RAILYARD_KUBERNETES_API = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      const look = () => aside(line, { RAILYARD_KUBERNETES_API });
      const trainings = async () => (await api.list(JOBS)).filter(({ metadata }) => metadata.name !== "look");
      try {
        rows(0);
        expect((await look()).stdout).toContain("are the reference");
        rows(5000);
        // the cluster refuses: told, and tried again
        const quotas = `/api/v1${TEAM}/resourcequotas`;
        const quota = { metadata: { name: "none" }, spec: { hard: { "count/jobs.batch": "1" } } };
        await api.create(quotas, { apiVersion: "v1", kind: "ResourceQuota", ...quota });
        await comes(async () => (await api.list(quotas))[0]?.status?.used !== undefined, 60);
        expect(await look()).toMatchObject({
          status: 1,
          stderr: expect.stringMatching(/cluster refuses.*exceeded quota/),
        });
        await api.remove(`${quotas}/none`);
        expect(await comes(async () => (await look()).stdout.includes("a training is started: one-node-"), 30)).toBe(
          true,
        );
        const [training, ...others] = await trainings();
        expect(others).toEqual([]);
        expect(training!.spec.template.spec).toEqual(expect.objectContaining({ restartPolicy: "Never" }));
        const name = training!.metadata.name;
        expect((await look()).stdout).toContain(`no training is started: the training ${name} runs`);

        // its pod has ended well: the cluster says that the Job has, and its data is the reference
        expect(await comes(async () => (await podsOf(name)).length === 1, 60)).toBe(true);
        for (const one of await podsOf(name))
          await api.patch(`/api/v1${TEAM}/pods/${one.metadata.name}/status`, { status: { phase: "Succeeded" } });
        expect(
          await comes(async () => (await look()).stdout.includes(`${name} is done: its data is the reference`), 60),
        ).toBe(true);
        expect((await look()).stdout).toContain("no drift");
        expect(await trainings()).toHaveLength(1);

        // one that has failed stays, and after `forget` the next one has a name of its own
        rows(9000);
        const second = /is started: (\S+)/.exec((await look()).stdout)![1]!;
        expect(await comes(async () => (await podsOf(second)).length === 1, 60)).toBe(true);
        for (const one of await podsOf(second))
          await api.patch(`/api/v1${TEAM}/pods/${one.metadata.name}/status`, { status: { phase: "Failed" } });
        expect(
          await comes(async () => (await look()).stdout.includes(`${second} was for this version, and is failed`), 60),
        ).toBe(true);
        const forget = ["python3", join(folder, "railyard_drift.py"), "forget", `--state=${state}`];
        expect((await aside(forget, {})).status).toBe(0);
        expect((await look()).stdout).toContain(`a training is started: ${second}-2`);

        // where nobody remembers it any more, the Job that is there is not taken for a new one
        rmSync(join(state, "runs"), { recursive: true });
        expect(await look()).toMatchObject({
          status: 1,
          stderr: expect.stringContaining(`there is a Job ${second} already, which is failed`),
        });
        expect(await trainings()).toHaveLength(3);
      } finally {
        proxy.close();
        own.close();
      }
    });
  },
);
