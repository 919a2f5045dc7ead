import { sectionLines } from "../../lib/terminal/sheet-section";
import { sheetSections } from "./sections";
import type { DataSheet } from "./sheet";

/** The data sheet for a terminal. */
export function sheetText(sheet: DataSheet): string {
  const title = titleOf(sheet);
  const sections = sheetSections(sheet).map((section) => sectionLines(section).join("\n"));
  return [`${title}\n${"═".repeat(title.length)}`, ...sections].join("\n\n");
}

/** Name, account, Region and so on, in one line. */
export const titleOf = ({ environment, site, account, region, profile, kubernetes }: DataSheet): string =>
  [
    environment,
    ...(account === null ? [site] : [`account ${account}`]),
    ...(region === null ? [] : [region]),
    profile,
    `Kubernetes ${kubernetes}`,
  ].join("  ·  ");
