import { NAMED_SECRETS } from "../../../../../scripts/preflight/cluster/checks/secrets";
import { clusterSample } from "../../../../helpers/cluster";
import { findingsOf } from "../../../../helpers/pretended-cluster";

const store = {
  kind: "s3-compatible",
  endpoint: "https://minio.example.com:9000",
  bucket: "data",
  secretName: "store",
};
const { env } = clusterSample({
  storage: { store, other: { ...store, bucket: "more" } },
  slurm: { directorySecretName: "sssd", containers: { kind: "pyxis", credentialsSecretName: "pull" } },
});

async function findings(...names: string[]): Promise<{ found: string[]; asked: unknown[] }> {
  const asked: unknown[] = [];
  const found = await findingsOf(
    NAMED_SECRETS,
    {
      replies: {
        "/api/v1/namespaces/slurm/secrets": (question) => {
          asked.push(question.metadataOnly);
          return { status: 200, body: { metadata: {}, items: names.map((name) => ({ metadata: { name } })) } };
        },
      },
    },
    { env },
  );
  return { found, asked };
}

test("every Secret that config names is looked for by its name, once, and none is read", async () => {
  const { found, asked } = await findings("sssd", "pull", "store");
  expect(found).toEqual([
    "ok slurm/sssd, sssd.conf of the directory: the Secret is there; what is in it was not read",
    "ok slurm/pull, credentials of registries: the Secret is there; what is in it was not read",
    expect.stringMatching(/^ok slurm\/store, credentials of bucket /),
  ]);
  expect(new Set(asked)).toEqual(new Set([true]));
});

test("one for which pods wait is a failure, and another a warning", async () => {
  const { found } = await findings("store");
  expect(found.map((text) => text.split(":")[0])).toEqual([
    "failed slurm/sssd, sssd.conf of the directory",
    "warning slurm/pull, credentials of registries",
    expect.stringMatching(/^ok /),
  ]);
  expect(found[0]).toContain("login and slurmd pods wait for it for ever");
});

test("an environment that names none asks for none", async () =>
  expect(await findingsOf(NAMED_SECRETS, {}, { env: clusterSample().env })).toEqual([]));
