import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

const KEY = "verify.weekly";

/** Whoever gets an account in the cluster by the weekly run of `verify`: it comes, or another program has it. */
export function weeklyAccount({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const [had, has] = [both.before.verify.weekly, both.after.verify.weekly];
  if (!has || had?.image === has.image) return [];
  const image = String(has.image);
  return [
    findingOn("security", "warning", configAddress(both.after, "platform", had ? `${KEY}.image` : KEY), {
      title: had
        ? `Another program has the account of weekly runs of verify: ${image}.`
        : `${image} gets an account in the cluster: it may start pods of any image on nodes with room, as root of their container, in the namespace railyard-verify.`,
      details: [
        "It lists all nodes and pods with what they are given in plain text, and reads no Secret. Policies of the API server keep its pods from the host, from volumes and from all capabilities but IPC_LOCK.",
        "Whoever may make pods or tokens in that namespace may do the same.",
      ],
      about: [KEY],
    }),
  ];
}

/** What is proved no more, or of fewer things. */
export function weeklyProof({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const [had, has] = [before.verify.weekly, after.verify.weekly];
  if (!had) return [];
  const address = configAddress(after, "platform", has ? `${KEY}.checks` : KEY);
  const left = has ? had.checks.filter((check) => !has.checks.includes(check)) : [];
  if (has && left.length === 0) return [];
  return [
    findingOn("stops", "warning", address, {
      title: has
        ? `Weekly runs of verify no longer check ${left.join(", ")}.`
        : "Nothing in the cluster proves idle nodes each week any more, and no alert tells of it.",
      details: has
        ? []
        : [
            "The namespace railyard-verify goes with the evidence of its last run (ConfigMap weekly-evidence): save it where it is needed.",
            "Jobs of a run that is under way end with it. Nodes, and jobs of everybody else, stay as they are.",
          ],
      about: [KEY],
    }),
  ];
}
