import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notTried } from "../../../scripts/control-plane/not-tried";
import { sample } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

function stackWith(resource: object): { synth: string; stacks: readonly string[] } {
  const synth = temporary();
  const folder = join(synth, "stacks/mine");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ resource }));
  return { synth, stacks: ["mine"] };
}

const plain = sample({}).env;

test("resources of the cluster beside Helm releases are named with their stack", () => {
  const mine = {
    kubernetes_manifest: { extra: {}, more: {} },
    kubectl_manifest: { third: {} },
    helm_release: { r: {} },
  };
  expect(notTried({ environment: plain, ...stackWith(mine), triedQueues: false })).toEqual([
    "mine has resources of the cluster that are no Helm releases: kubernetes_manifest.extra, kubernetes_manifest.more, kubectl_manifest.third.",
  ]);
  expect(
    notTried({ environment: plain, ...stackWith({ helm_release: { r: {} }, aws_vpc: { v: {} } }), triedQueues: false }),
  ).toEqual([]);
});

test("an environment with Kueue is told where its manager did not run", () => {
  const kueue = { operators: [] } as unknown as NonNullable<typeof plain.kueue>;
  const of = (triedQueues: boolean) => notTried({ environment: { kueue }, ...stackWith({}), triedQueues });
  expect(of(false)).toEqual([expect.stringMatching(/^The manager of Kueue did not run, since its release was not /)]);
  expect(of(true)).toEqual([]);
});
