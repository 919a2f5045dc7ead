import { CHART_IMAGES, type ImagePlaces } from "../../../config/facts/chart-images";

/** Whose images an environment is known to run. */
export interface ImageOwners {
  /** Account of the environment. */
  readonly account: string | null;
  /** Places that stand for registries, as the environment that runs has them in its config. */
  readonly mirrors: readonly string[];
}

/** Registry and owner: others may have images in the same registry. */
const ownerOf = (image: string): string => image.split("/").slice(0, 2).join("/");

const leaves = (places: ImagePlaces): string[] =>
  Object.values(places).flatMap((one) => (typeof one === "string" ? [one] : leaves(one)));

/** Owners of the images of charts, and registries that charts say without an owner. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(CHART_IMAGES).flatMap((places) => leaves(places).map(ownerOf)),
  // what charts and Railyard name beside a registry
  "public.ecr.aws/aws-cli",
  "public.ecr.aws/docker",
  "docker.io/grafana",
  "quay.io/jetstack",
  "quay.io/prometheus",
  "quay.io/prometheus-operator",
  "quay.io/kiwigrid",
]);

/** Nobody but the Kubernetes project puts images there. @see https://kubernetes.io/docs/setup/release/ */
const OF_KUBERNETES = /^registry\.k8s\.io\//;

/** Accounts of AWS that hold images of EKS. @see https://docs.aws.amazon.com/eks/latest/userguide/add-ons-images.html */
const OF_EKS = /^\d{12}\.dkr\.ecr\.[\w-]+\.amazonaws\.com(?:\.cn)?\/eks\//;

/** Images that an object of a chart's values names, from places that nobody knows. */
export function strangeImages(object: Readonly<Record<string, unknown>>, owners: ImageOwners): string[] {
  return imagesOf(object)
    .map((image) => image.replace(/^docker:\/\//, "").replace(/@sha256:.*$/, ""))
    .map((image) => image.replace(/:[^:/]*$/, ""))
    .filter((image) => !isKnown(image, owners))
    .map((image) => `it runs ${image}, which no chart of Railyard does`);
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function imagesOf({ image, repository, registry, imageRegistry, hub }: Readonly<Record<string, unknown>>): string[] {
  const home = [registry, imageRegistry, hub].find(isText);
  const whole = (name: string) => (home === undefined || hasHost(name) ? name : `${home.replace(/\/+$/, "")}/${name}`);
  const named = [image, repository]
    .filter(isText)
    .filter((one) => /^[\w.:/@-]+$/.test(one) && !/^(?:https?|oci):/.test(one));
  // a registry alone is for all images that have none of their own
  return named.length > 0 ? named.map(whole) : home === undefined ? [] : [home];
}

const hasHost = (image: string): boolean => /^[^/]+[.:][^/]+\//.test(image);

function isKnown(image: string, { account, mirrors }: ImageOwners): boolean {
  // a name without a host and an owner is a part of one, which its registry is told with
  if (!image.includes("/") && !image.includes(".")) return true;
  if (account !== null && image.startsWith(`${account}.dkr.ecr.`)) return true;
  if (mirrors.some((mirror) => image === mirror || image.startsWith(`${mirror}/`))) return true;
  const full = hasHost(image) || !image.includes("/") ? image : `docker.io/${image}`;
  return OF_EKS.test(full) || OF_KUBERNETES.test(full) || KNOWN.has(ownerOf(full));
}
