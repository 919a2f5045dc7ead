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
  /** What has no such tag, by service of AWS; null: the answer does not say. */
  readonly restByService: ReadonlyMap<string, number> | null;
  /** Days of which it has no cost at all, not even one of nothing. */
  readonly daysWithout: readonly string[];
  /** Whether AWS may still change it. */
  readonly isEstimated: boolean;
}

const day = z.iso.date();
const byTag = z.looseObject({ Type: z.literal("TAG"), Key: z.literal(NODE_GROUP_TAG) });
const byService = z.looseObject({ Type: z.literal("DIMENSION"), Key: z.literal("SERVICE") });
const tag = z.string().startsWith(`${NODE_GROUP_TAG}$`);

const schema = z.looseObject({
  NextPageToken: z.never("it is one of several pages: the AWS CLI fetches all of them").optional(),
  GroupDefinitions: z.union([z.tuple([byTag]), z.tuple([byTag, byService])], {
    error: `must be grouped by the tag ${NODE_GROUP_TAG}, and by nothing else, but for SERVICE after it`,
  }),
  ResultsByTime: z
    .array(
      z.looseObject({
        TimePeriod: z.looseObject({ Start: day, End: day }),
        Estimated: z.boolean(),
        Groups: z.array(
          z.looseObject({
            Keys: z.union([z.tuple([tag]), z.tuple([tag, z.string()])], {
              error: `must be ${NODE_GROUP_TAG}$ with the name of a node group, and the service where it is grouped by that too`,
            }),
            Metrics: z.record(
              z.string(),
              z.looseObject({
                Amount: z.string().regex(/^-?\d+(?:\.\d+)?(?:E-?\d+)?$/, "must be an amount such as 155000.25"),
                Unit: z.string(),
              }),
            ),
          }),
        ),
      }),
    )
    .min(1),
});

type Times = z.output<typeof schema>["ResultsByTime"];

/** Reads an answer of Cost Explorer. @throws ExpectedError where it is none, or of another time than what is told */
export function readBill(file: string, environment: string, period: Period): Bill {
  const ask = billCommand(environment, period);
  const document = { name: `--bill: ${file}`, fix: `Write it with: ${ask} > bill.json` };
  const content = parseJson(readText(file, document), document);
  const { ResultsByTime: times } = checkedForm(schema, content, { ...document, what: "an answer of Cost Explorer" });
  const refused = (why: string) => new ExpectedError(`${document.name} ${why}`);
  const found = times.flatMap(({ TimePeriod, Groups }) => Groups.map((group) => ({ day: TimePeriod.Start, ...group })));
  if (found.length === 0)
    throw refused(
      `has no costs at all, which is not that nothing was billed: AWS tells none where the tag railyard:environment was not active as a cost allocation tag, or where nothing has the value ${JSON.stringify(environment)}. ` +
        `Activate it with ${NODE_GROUP_TAG} in the account that pays, and ask again of days after that. ${document.fix}`,
    );
  const wrong = timeProblem(times, period);
  if (wrong !== null) throw refused(`${wrong} ${document.fix}`);
  const units = new Set(found.flatMap(({ Metrics }) => Object.values(Metrics).map(({ Unit }) => Unit)));
  units.delete("USD");
  if (units.size > 0)
    throw refused(
      `is in ${[...units].join(" and ")}, and usage is told in USD: no rate between both is known here. ${document.fix}`,
    );
  const metrics = new Set(found.flatMap(({ Metrics }) => Object.keys(Metrics)));
  if (metrics.size > 1) throw refused(`has several sums, ${[...metrics].join(" and ")}: ask for one. ${document.fix}`);
  const [metric] = metrics;
  const bare = found.find(({ Metrics }) => metric === undefined || !(metric in Metrics));
  if (metric === undefined || bare)
    throw refused(`has no sum for ${bare?.Keys.join(" ")} on ${bare?.day}, which is not nothing. ${document.fix}`);
  return { metric, ...summed(found, metric), ...daysOf(times) };
}

/** What is wrong with the times of an answer: each begins where the one before ends, the first with what is told, and so the last. */
function timeProblem(times: Times, { from, to }: Period): string | null {
  const spans = times
    .map(({ TimePeriod: { Start, End } }) => ({ start: Start, end: End }))
    .toSorted((a, b) => a.start.localeCompare(b.start) || a.end.localeCompare(b.end));
  const [first, last] = [`${spans[0]!.start}T00:00:00Z`, `${spans.at(-1)!.end}T00:00:00Z`];
  if (first !== isoText(from) || last !== isoText(to))
    return (
      `is of ${first} to ${last}, and usage is told of ${isoText(from)} to ${isoText(to)}. ` +
      `AWS bills whole days in UTC: give both the same with --from and --to.`
    );
  const problems = spans.flatMap(({ start, end }, index) => {
    const before = spans[index - 1]?.end ?? start;
    if (end <= start) return [`ends on ${end} what begins on ${start}`];
    if (start > before) return [`says nothing of ${before} to ${start}`];
    return start < before ? [`has ${start} to ${before < end ? before : end} twice`] : [];
  });
  return problems.length === 0 ? null : `${problems.join(", and ")}: its sum would be another one.`;
}

type Found = Times[number]["Groups"][number] & { readonly day: string };

function summed(found: readonly Found[], metric: string): Pick<Bill, "groups" | "rest" | "restByService"> {
  const groups = new Map<string, number>();
  const services = new Map<string, number>();
  const seen = new Set<string>();
  for (const { day: start, Keys, Metrics } of found) {
    const [key, service] = Keys;
    const name = key.slice(NODE_GROUP_TAG.length + 1);
    const usd = Number(Metrics[metric]!.Amount);
    const place = JSON.stringify([start, ...Keys]);
    if (seen.has(place))
      throw new ExpectedError(`--bill: it has ${Keys.join(" ")} of ${start} twice: its sum would be another one.`);
    seen.add(place);
    groups.set(name, (groups.get(name) ?? 0) + usd);
    if (name === "" && service !== undefined) services.set(service, (services.get(service) ?? 0) + usd);
  }
  const rest = groups.get("") ?? 0;
  groups.delete("");
  return { groups, rest, restByService: found.some(({ Keys }) => Keys.length === 2) ? services : null };
}

const daysOf = (times: Times): Pick<Bill, "daysWithout" | "isEstimated"> => ({
  daysWithout: times.filter(({ Groups }) => Groups.length === 0).map(({ TimePeriod }) => TimePeriod.Start),
  isEstimated: times.some(({ Estimated }) => Estimated),
});
