import { parseDocument } from "../../lib/files/documents";
import { rawOf } from "../changes/raw-values";
import type { ReviewedChange } from "../changes/resource-changes";
import { findingOn, type SectionFinding } from "./change-set";
import { andList, listOf, recordOf } from "./words";

/** Release of addresses, functions of cards and networks. */
const NETWORKS = "network-operator-networks";

/** Objects by which operators set the cards of nodes. Networks and addresses are for pods to come. */
const CARD_KINDS: readonly unknown[] = ["SriovNetworkNodePolicy", "NicConfigurationTemplate"];

/**
 * Cards of running pods that are set anew: what chooses them goes, or is another one. What is added is for other cards.
 * @see https://docs.openshift.com/aro/4/networking/hardware_networks/configuring-sriov-operator.html (disableDrain: a new policy drains nodes)
 */
export function cardsSetAnew(change: ReviewedChange): SectionFinding[] {
  const { before, after } = change;
  if (before?.["name"] !== NETWORKS || change.action !== "update") return [];
  // what cannot be read counts as gone
  const [was, now] = [cardObjects(before), cardObjects(after)];
  const gone = [...was].filter(([name, text]) => now.get(name) !== text).map(([name]) => name);
  if (gone.length === 0) return [];
  return [
    findingOn("stops", "danger", change, {
      title:
        "Network cards of nodes are set anew: their operator drains the nodes and may reboot them, and jobs there lose their cards.",
      details: [`Changed or gone: ${andList(gone)}.`],
      safer: [{ text: "Drain these nodes in Slurm." }, { text: "Wait until no job runs there." }, { text: "Apply." }],
      about: ["platform"],
    }),
  ];
}

/** Each as its text, by kind and name. */
function cardObjects(values: ReviewedChange["before"]): ReadonlyMap<string, string> {
  const texts = listOf((rawOf(values) ?? values)?.["values"]);
  const objects = texts.flatMap((text) =>
    typeof text === "string" ? listOf(recordOf(parseDocument(text)?.value)["objects"]) : [],
  );
  return new Map(
    objects
      .map(recordOf)
      .filter(({ kind }) => CARD_KINDS.includes(kind))
      .map((one) => [`${String(one["kind"])} ${String(recordOf(one["metadata"])["name"])}`, JSON.stringify(one)]),
  );
}
