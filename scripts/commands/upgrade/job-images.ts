import { brought } from "../../../config/compatibility/compatible";
import { PAIRS, type Component } from "../../../config/facts/compatibility";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { compareVersions, inRange, newestVersion, rangeText } from "../../../config/kernel/version-order";
import { imageOf } from "../../../config/pools/pool";

/** What container images of jobs have to bring for the nodes that they run on. */
export function jobImageLines(env: SiteEnvironment): string[] {
  const lines: string[] = [];
  for (const pool of env.nodeGroups) {
    if (pool.gpus === null) continue;
    const image = imageOf(pool);
    const date = image?.kind === "al2023" ? image.release?.split("-")[1] : undefined;
    const driver =
      date === undefined ? null : brought({ component: "al2023-nvidia-image", version: date }, "nvidia-driver");
    lines.push(
      `${pool.name}: ${driver === null ? `the driver of its ${image === null ? "hosts" : "image"} is unknown here (nvidia-smi tells); ${cudaNeeds()}` : `driver ${driver}, for ${cudaFor(driver)}`}`,
    );
  }
  if (!env.nodeGroups.some(({ fabric }) => fabric.jobImageNeeds === "efa-installer")) return lines;
  return [...lines, ...fabricLines()];
}

function cudaNeeds(): string {
  return cudaRows()
    .map(({ versions, allowed }) => `CUDA ${versions.from} requires ${rangeText(allowed)}`)
    .join(", ");
}

function cudaFor(driver: string): string {
  const fits = cudaRows().filter(({ allowed }) => inRange(driver, allowed));
  return fits.map(({ versions }) => `CUDA ${versions.from}`).join(", ");
}

const cudaRows = () => PAIRS.filter(({ of, with: other }) => of === "cuda" && other === "nvidia-driver");

/** The newest EFA installer, and what the plugin in it was tested with. */
function fabricLines(): string[] {
  const installers = PAIRS.filter(({ of }) => of === "efa-installer").flatMap(({ versions }) => versions.from ?? []);
  return [...new Set(installers)]
    .sort((a, b) => compareVersions(b, a))
    .map((version) => {
      const has = (what: Component) => brought({ component: "efa-installer", version }, what);
      const plugin = has("aws-ofi-nccl");
      const parts = [
        `libfabric ${has("libfabric") ?? "unknown"}`,
        `driver ${has("efa-driver") ?? "unknown"}`,
        `aws-ofi-nccl ${plugin ?? "unknown"}`,
        plugin === null ? "NCCL unknown" : ncclFor(plugin),
      ];
      const mark = version === newestVersion(installers) ? " (newest)" : "";
      return `EFA installer ${version}${mark}: ${parts.join(", ")}`;
    });
}

function ncclFor(plugin: string): string {
  const rows = PAIRS.filter((row) => row.of === "aws-ofi-nccl" && row.with === "nccl" && inRange(plugin, row.versions));
  if (rows.length === 0) return "NCCL unknown";
  return rows
    .map(({ bond, allowed }) => `NCCL ${rangeText(allowed)}${bond === "supports" ? " tested" : ""}`)
    .join(", ");
}
