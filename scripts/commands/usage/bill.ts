import { z } from "zod";
import { ExpectedError } from "../../lib/errors/expected-error";
import { checkedForm } from "../../lib/files/checked-form";
import { parseJson, readText } from "../../lib/files/read-json";
import { billCommand, NODE_GROUP_TAG } from "./bill-command";
import { isoText, type Period } from "./period";

/** What AWS has billed, as it answered. */
export interface Bill {
  /** Which of AWS's sums it is: `AmortizedCost`, for example. */
  readonly metric: string;
  /** USD by node group, and of what has no such tag: control plane, file systems, traffic, and capacity that nobody uses. */
  readonly groups: ReadonlyMap<string, number>;
  readonly rest: number;
  /** Whether AWS may still change it. */
  readonly isEstimated: boolean;
}

const day = z.iso.date();

const schema = z.looseObject({
  NextPageToken: z.never("it is one of several pages: the AWS CLI fetches all of them").optional(),
  GroupDefinitions: z.tuple([z.looseObject({ Type: z.literal("TAG"), Key: z.literal(NODE_GROUP_TAG) })], {
    error: `must be grouped by the tag ${NODE_GROUP_TAG}, and by nothing else`,
  }),
  ResultsByTime: z
    .array(
      z.looseObject({
        TimePeriod: z.looseObject({ Start: day, End: day }),
        Estimated: z.boolean(),
        Groups: z.array(
          z.looseObject({
            Keys: z.tuple([z.string().startsWith(`${NODE_GROUP_TAG}$`)]),
            Metrics: z.record(
              z.string(),
              z.looseObject({ Amount: z.string().regex(/^-?\d+(?:\.\d+)?(?:E-?\d+)?$/), Unit: z.literal("USD") }),
            ),
          }),
        ),
      }),
    )
    .min(1),
});

/** Reads an answer of Cost Explorer. @throws ExpectedError where it is none, or of another time than what is told */
export function readBill(file: string, environment: string, period: Period): Bill {
  const ask = billCommand(environment, period);
  const document = { name: `--bill: ${file}`, fix: `Write it with: ${ask} > bill.json` };
  const content = parseJson(readText(file, document), document);
  const { ResultsByTime: times } = checkedForm(schema, content, { ...document, what: "an answer of Cost Explorer" });
  const starts = times.map(({ TimePeriod }) => TimePeriod.Start).toSorted();
  const ends = times.map(({ TimePeriod }) => TimePeriod.End).toSorted();
  const [first, last] = [`${starts[0]}T00:00:00Z`, `${ends.at(-1)}T00:00:00Z`];
  if (first !== isoText(period.from) || last !== isoText(period.to))
    throw new ExpectedError(
      `${document.name} is of ${first} to ${last}, and usage is told of ${isoText(period.from)} to ${isoText(period.to)}. ` +
        `AWS bills whole days in UTC: give both the same with --from and --to.`,
    );
  const metrics = new Set(times.flatMap(({ Groups }) => Groups.flatMap((group) => Object.keys(group.Metrics))));
  if (metrics.size > 1)
    throw new ExpectedError(
      `${document.name} has several sums, ${[...metrics].join(" and ")}: ask for one. ${document.fix}`,
    );
  const [metric = "AmortizedCost"] = metrics;
  const groups = new Map<string, number>();
  for (const { Groups } of times)
    for (const { Keys, Metrics } of Groups) {
      const name = Keys[0].slice(NODE_GROUP_TAG.length + 1);
      groups.set(name, (groups.get(name) ?? 0) + Number(Metrics[metric]?.Amount ?? 0));
    }
  const rest = groups.get("") ?? 0;
  groups.delete("");
  return { metric, groups, rest, isEstimated: times.some(({ Estimated }) => Estimated) };
}
