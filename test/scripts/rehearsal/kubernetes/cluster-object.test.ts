import { CLUSTER_OBJECT_KINDS } from "../../../../scripts/rehearsal/kubernetes/cluster-object";
import { fakeCloud } from "../aws/fake-cloud";
import { codes } from "../aws/refusal-codes";

const namespace = CLUSTER_OBJECT_KINDS["kubernetes_namespace_v1"]!;
const storageClass = CLUSTER_OBJECT_KINDS["kubernetes_storage_class_v1"]!;
const named = (name: string) => ({ metadata: [{ name }] });
const NAMES = ["metadata.name", "metadata.generate_name"];

test("a namespace is made anew for another name alone", () => {
  expect(namespace.forcesNew).toEqual(NAMES);
  expect(namespace.defaults).toEqual({ wait_for_default_service_account: false });
  expect(namespace.create(named("slurm"), fakeCloud())["id"]).toBe("slurm");
});

test("a storage class is made anew for all but its reclaim policy and its growth", () => {
  expect(storageClass.forcesNew).toEqual([
    ...NAMES,
    "allowed_topologies",
    "mount_options",
    "parameters",
    "storage_provisioner",
    "volume_binding_mode",
  ]);
  expect(storageClass.defaults).toEqual({
    allow_volume_expansion: true,
    reclaim_policy: "Delete",
    volume_binding_mode: "Immediate",
  });
  expect(storageClass.create(named("gp3"), fakeCloud())["id"]).toBe("gp3");
});

test("names are labels for namespaces, and subdomains for storage classes", () => {
  expect(codes(namespace, named("a.b"))).toEqual(["Invalid"]);
  expect(codes(storageClass, named("a.b"))).toEqual([]);
  expect(codes(storageClass, named("A"))).toEqual(["Invalid"]);
});

test.each(["default", "kube-node-lease", "kube-public", "kube-system"])("the namespace %s is there already", (name) => {
  expect(codes(namespace, named(name))).toEqual(["AlreadyExists"]);
  // one that was imported may change
  expect(namespace.refuse!(named(name), fakeCloud(), named(name))).toEqual([]);
});

test("another namespace is not there already", () => {
  expect(codes(namespace, named("slurm"))).toEqual([]);
});
