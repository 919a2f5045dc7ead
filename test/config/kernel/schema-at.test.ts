import { shapeIssues } from "../../../config/kernel/messages";
import { metaAt } from "../../../config/kernel/schema-at";
import { kubernetesSchema } from "../../../config/sites/kubernetes/schema";
import { LEGAL_CLUSTER } from "../../helpers/cluster";

const hintOf = (volume: object): string => {
  const written = { ...LEGAL_CLUSTER, storage: { data: volume } };
  const { error } = kubernetesSchema.safeParse(written, { reportInput: true });
  const [issue] = shapeIssues(error!, kubernetesSchema, written);
  expect(issue?.path).toEqual(["storage", "data", "secretName"]);
  return issue?.hint ?? "";
};

test("a key that two kinds have is explained as that of the kind that is written", () => {
  const weka = hintOf({ kind: "weka", fileSystem: "default", folder: "railyard" });
  const store = hintOf({ kind: "s3-compatible", endpoint: "https://minio.example.com:9000", bucket: "checkpoints" });
  expect(weka).toContain("WEKA");
  expect(store).toContain("credentials file of AWS SDKs");
  expect(weka).not.toContain("AWS");
});

test("where nothing is written the first kind that has the key is taken", () => {
  expect(metaAt(kubernetesSchema, ["storage", "data", "secretName"])?.description).toBeDefined();
  expect(metaAt(kubernetesSchema, ["storage", "data", "none"])).toBeUndefined();
});
