import { logGroupName, logStore, logStoreTitle, logSubjects } from "../../../config/logs/logs";
import { inGrafana } from "../../../config/monitoring/grafana-stores";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";

/** Who keeps logs, and what of them. */
export interface LogsSheet {
  readonly store: string;
  readonly kept: readonly string[];
  readonly exceptNamespaces: readonly string[];
  /** Null: Railyard does not know, for the store decides. */
  readonly retentionDays: number | null;
  /** Commands that follow logs; empty: the store has ways of its own. */
  readonly follow: readonly string[];
  /** How Grafana shows them; null: it does not. */
  readonly inGrafana: string | null;
}

/** Null where nobody keeps logs. */
export function logsSheet(env: SiteEnvironment): LogsSheet | null {
  const { logs, name, region } = env;
  const store = logStore(logs);
  if (!store) return null;
  const subjects = logSubjects(logs);
  return {
    store: logStoreTitle(store),
    kept: subjects,
    exceptNamespaces: logs.exceptNamespaces,
    retentionDays: store.kind === "cloudwatch" ? store.retentionDays : null,
    follow:
      store.kind === "cloudwatch"
        ? subjects.map((subject) => `aws logs tail ${logGroupName(name, subject)} --follow --region ${region}`)
        : [],
    inGrafana: inGrafana(env, "logs"),
  };
}

/** The sheet in words; nothing where nobody keeps logs. */
export function logsSection(sheet: LogsSheet | null): SheetSection[] {
  if (!sheet) return [];
  const { store, kept, exceptNamespaces, retentionDays, follow, inGrafana: grafana } = sheet;
  const except = exceptNamespaces.length > 0 ? `, but not of ${exceptNamespaces.join(", ")}` : "";
  return [
    {
      title: "Logs",
      head: ["", ""],
      right: [],
      rows: [
        ["kept in", store],
        ["of", `${kept.join(" and ")}${except}`],
        [
          "for",
          retentionDays === null ? "as long as the store keeps them: unknown here" : `${number(retentionDays)} days`,
        ],
        ...follow.map((command) => ["follow", command]),
        ...(grafana === null ? [] : [["in Grafana", grafana]]),
      ],
      notes: [],
    },
  ];
}
