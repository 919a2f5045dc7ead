import { StorageClass, type StorageClassProps } from "../../../constructs/platform/storage-class";
import { onlyRelease } from "../../helpers/release";

function classOf(props: StorageClassProps = {}) {
  const { release, values } = onlyRelease((stack) => {
    expect(new StorageClass(stack, "storage", props).storageClassName).toBe(props.name ?? "gp3");
  });
  expect(values.objects).toHaveLength(1);
  return { release, object: values.objects[0] };
}

test("makes encrypted gp3 volumes in the zone of their pod, and is the default class", () => {
  const { object, release } = classOf();
  expect(object).toEqual({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name: "gp3", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
    provisioner: "ebs.csi.aws.com",
    parameters: { type: "gp3", encrypted: "true" },
    volumeBindingMode: "WaitForFirstConsumer",
    allowVolumeExpansion: true,
    reclaimPolicy: "Delete",
  });
  expect(release).toMatchObject({ name: "storage-class-gp3", namespace: "kube-system", create_namespace: false });
});

test("can be a second class with a key of one's own that keeps its volumes", () => {
  const { object, release } = classOf({
    name: "kept",
    isDefault: false,
    kmsKeyArn: "arn:aws:kms:us-east-1:111122223333:key/k",
    reclaimPolicy: "Retain",
  });
  expect(object.metadata).toEqual({
    name: "kept",
    annotations: { "storageclass.kubernetes.io/is-default-class": "false" },
  });
  expect(object.parameters["kmsKeyId"]).toBe("arn:aws:kms:us-east-1:111122223333:key/k");
  expect(object.reclaimPolicy).toBe("Retain");
  expect(release.name).toBe("storage-class-kept");
});
