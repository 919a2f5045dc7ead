import { writtenBy } from "../../lib/files/output-kinds";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { row, text } from "../../review/render/markdown-text";
import type { Evidence } from "../../verify/evidence";
import { outcomeText } from "../../verify/outcome";

/** Evidence as Markdown: names of nodes and outputs of programs are text in it, and nothing else. */
export function evidenceMarkdown(evidence: Evidence, sections: readonly SheetSection[]): string {
  const { environment, suite, startedAt, finishedAt, configHash, program } = evidence;
  const parts = [
    `# ${text(environment)}: ${suite}`,
    `${outcomeText(evidence)} From ${startedAt} to ${finishedAt}, config ${configHash}, ${text(program)}.`,
    ...sections.map(sectionText),
    `<!-- ${writtenBy("verify")} -->`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function sectionText({ title, head, rows, right, notes }: SheetSection): string {
  const cells = (values: readonly string[]) => row(values.map((value) => text(value)));
  const rule = head.map((_, column) => (right.includes(column) ? "---:" : "---"));
  const table = rows.length > 0 ? [`${cells(head)}${row(rule)}${rows.map(cells).join("")}`.trimEnd()] : [];
  return [`## ${text(title)}`, ...table, ...notes.map((note) => `- ${text(note)}`)].join("\n\n");
}
