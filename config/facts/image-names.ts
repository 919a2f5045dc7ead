/** Names of one registry. @see https://pkg.go.dev/github.com/distribution/reference#ParseNormalizedNamed */
const DOCKER_HUB = ["docker.io", "index.docker.io", "registry-1.docker.io"];

/** The registry of an image and its path there, as a container runtime reads them. */
export function registryOf(image: string): { readonly registry: string; readonly path: string } {
  const slash = image.indexOf("/");
  const first = slash < 0 ? "" : image.slice(0, slash);
  if (!/[.:]/.test(first) && first !== "localhost") {
    return { registry: "docker.io", path: slash < 0 ? `library/${image}` : image };
  }
  return { registry: DOCKER_HUB.includes(first) ? "docker.io" : first, path: image.slice(slash + 1) };
}

/** Host of a registry by the name that images have: Docker Hub has several, and HTTPS has port 443. */
export function registryName(host: string): string {
  const name = host.replace(/:443$/, "");
  return DOCKER_HUB.includes(name) ? "docker.io" : name;
}
