import { record } from "../../../../config/kernel/plain";
import { failed, gpuNodes, type Look, met, names, open, serves } from "./look";

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const draSupport: Look = async ({ api, environment }) => {
  const isAsked = environment.nodeGroups.some(({ deviceClaims }) =>
    deviceClaims.some(({ deviceClass }) => deviceClass !== null),
  );
  const missing = isAsked ? failed : open;
  if (!(await serves(api, "/apis/resource.k8s.io/v1"))) return missing("the cluster does not serve resource.k8s.io/v1");
  const classes = await api.list("/apis/resource.k8s.io/v1/deviceclasses");
  return classes.length > 0
    ? met(`its classes are ${names(classes)}`)
    : missing(`there is no DeviceClass${isAsked ? "" : ": GPUs are handed out by a device plugin"}`);
};

/** Labels of GPU Feature Discovery. @see https://github.com/NVIDIA/k8s-device-plugin/tree/main/docs/gpu-feature-discovery */
const DRIVER_LABELS = ["nvidia.com/cuda.driver-version.full", "nvidia.com/cuda.driver.major"];

export const driverVersions: Look = async (props) => {
  const nodes = await gpuNodes(props);
  if (nodes.length === 0) return open("no node with GPUs is there");
  const silent = nodes.filter(({ metadata }) => !DRIVER_LABELS.some((label) => metadata.labels?.[label]));
  return silent.length === 0
    ? met(`all ${nodes.length} nodes with GPUs have a label with it`)
    : open(`${names(silent)} have no label with it (GPU Feature Discovery)`);
};

export const gpuSharing: Look = async ({ api, environment }) => {
  const shared = environment.nodeGroups.filter(({ gpus, sharing }) => gpus !== null && sharing.kind !== "whole");
  if (shared.length === 0) return open("config shares no GPUs");
  const nodes = await api.list("/api/v1/nodes");
  const offered = new Set(nodes.flatMap(({ status }) => Object.keys(record(record(status)["allocatable"]))));
  const missing = shared.flatMap(({ name, sharing }) =>
    sharing.offers.filter(({ resource }) => !offered.has(resource)).map(({ resource }) => `${resource} of ${name}`),
  );
  return missing.length === 0
    ? met(`nodes offer what ${shared.map(({ name }) => name).join(", ")} share`)
    : failed(`no node offers ${missing.join(", ")}`);
};

export const virtualGpus: Look = async ({ api }) =>
  (await serves(api, "/apis/kubevirt.io/v1"))
    ? open("KubeVirt is there, and that a machine gets a GPU needs a run")
    : open("config has no virtual machines");

export const fabricCards: Look = async ({ api, environment }) => {
  const pools = environment.nodeGroups.filter(({ fabric }) => fabric.devices > 0);
  if (pools.length === 0) return open("config has no fabric");
  const nodes = await api.list("/api/v1/nodes");
  const offered = new Set(nodes.flatMap(({ status }) => Object.keys(record(record(status)["allocatable"]))));
  const missing = pools.flatMap(({ name, fabric, podResources }) =>
    Object.keys(fabric.podRequests)
      .filter((resource) => resource in podResources && !offered.has(resource))
      .map((resource) => `${resource} of ${name}`),
  );
  return missing.length > 0
    ? failed(`no node offers ${missing.join(", ")}`)
    : met(pools.map(({ name, fabric }) => `${name}: ${fabric.title}`).join(", "));
};
