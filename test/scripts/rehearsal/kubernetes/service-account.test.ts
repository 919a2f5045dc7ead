import { SERVICE_ACCOUNT_KINDS } from "../../../../scripts/rehearsal/kubernetes/service-account";
import { fakeCloud } from "../aws/fake-cloud";
import { codes } from "../aws/refusal-codes";

const kind = SERVICE_ACCOUNT_KINDS["kubernetes_service_account_v1"]!;
const named = (name: string) => ({ metadata: [{ name, namespace: "slurm" }] });

test("a service account is made anew for another name alone, and its token is mounted", () => {
  expect(kind.forcesNew).toEqual(["metadata.name", "metadata.namespace", "metadata.generate_name"]);
  expect(kind.defaults).toEqual({ "metadata.namespace": "default", automount_service_account_token: true });
});

test("a service account has no secret of its own", () => {
  expect(kind.create(named("writer"), fakeCloud())).toMatchObject({ id: "slurm/writer", default_secret_name: "" });
});

test("a service account has a name that Kubernetes takes", () => {
  expect(codes(kind, named("writer.v2"))).toEqual([]);
  expect(codes(kind, named("Writer"))).toEqual(["Invalid"]);
});
