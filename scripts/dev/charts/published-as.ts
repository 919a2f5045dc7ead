import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { isChart } from "../../lib/charts/chart-files";
import { ChartsError } from "../../lib/charts/charts-error";
import { readText } from "../../lib/files/read-json";
import { parseYaml } from "../../lib/files/read-yaml";

interface ChartYaml {
  readonly name?: string;
  readonly version?: string;
  readonly appVersion?: string;
  readonly dependencies?: readonly {
    readonly name: string;
    readonly version?: string;
  }[];
}

export const withoutV = (version: string): string => version.replace(/^v/, "");

/**
 * Gives a chart of a repository the version with which it is published, as `helm package --version` does: many projects set it
 * when they publish. Its program gets it too, where the chart names none or its own.
 * @returns what Chart.yaml said
 */
export function publishedAs(folder: string, name: string, version: string): string {
  const yaml = readChartYaml(folder);
  if (yaml.name !== name) throw new ChartsError(`the chart there is called ${yaml.name}, not ${name}`);
  const ownVersion = String(yaml.version);
  if (withoutV(ownVersion) === withoutV(version)) return ownVersion;
  const program = String(yaml.appVersion);
  const itsOwn = !/^v?\d/.test(program) || withoutV(program) === withoutV(ownVersion);
  const now = { ...yaml, version, ...(itsOwn && { appVersion: version }) };
  writeFileSync(join(folder, "Chart.yaml"), stringify(now));
  return ownVersion;
}

/** Charts that this one does not have, and asks for in another version than is there: sentences. @param there versions by name */
export function otherVersions(folder: string, there: ReadonlyMap<string, string>): string[] {
  return (readChartYaml(folder).dependencies ?? []).flatMap(({ name, version }) => {
    const has = there.get(name);
    return version === undefined ||
      has === undefined ||
      withoutV(version) === withoutV(has) ||
      isChart(join(folder, "charts", name))
      ? []
      : [`it asks for ${name} ${version}, and facts bring ${has}`];
  });
}

function readChartYaml(folder: string): ChartYaml {
  const file = join(folder, "Chart.yaml");
  return parseYaml(readText(file), { name: file, merge: true }).value as ChartYaml;
}
