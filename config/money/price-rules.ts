import { INSTANCE_TYPE_NAMES } from "../facts/instance-types";
import { resolveCost } from "./cost";
import { blockHourOf, hourOf, itemPrice, spotHourOf } from "./price-book";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule } from "../sites/aws-eks/rule";
import { priceUnit } from "./price-schema";

const SOURCE =
  "https://aws.amazon.com/ec2/pricing/on-demand/; Railyard's own design: prices of one's own go before those of the list";

const over: AwsRule = {
  id: "prices/over",
  title: "Agreements on prices are not over.",
  severity: "warning",
  why: "From then on the list price is paid, and every estimate uses it again.",
  source: SOURCE,
  *check({ config, now }) {
    const today = now.toISOString().slice(0, 10);
    for (const [name, { until, agreement }] of Object.entries(config.prices)) {
      if (until === undefined || today <= until) continue;
      yield {
        path: ["prices", name, "until"],
        message: `the ${agreement.replaceAll("-", " ")} for ${name} ended on ${until}: the list price is used`,
        fix: "give the new price with its dates, or take the entry out",
      };
    }
  },
};

const order: AwsRule = {
  id: "prices/order",
  title: "Agreements on prices end after they begin.",
  severity: "error",
  why: "The price would never be used.",
  source: SOURCE,
  *check({ config }) {
    for (const [name, { asOf, until }] of Object.entries(config.prices)) {
      if (until === undefined || asOf <= until) continue;
      yield {
        path: ["prices", name, "until"],
        message: `the price of ${name} would hold from ${asOf} until ${until}`,
        fix: `give an end on or after ${asOf}`,
      };
    }
  },
};

const unused: AwsRule = {
  id: "prices/unused",
  title: "Every price of one's own is for something that the environment has.",
  severity: "warning",
  why: "An estimate that was meant to use it uses the list price instead: spot/<type> and capacity-block/<type> are apart from <type>.",
  source: SOURCE,
  *check({ env }) {
    for (const name of Object.keys(env.prices.own)) {
      if (isRead(env, name)) continue;
      yield {
        path: ["prices", name],
        message: `nothing in the environment is paid by the price of ${name}`,
        fix: "take the entry out, or name what it is for: <type>, spot/<type> or capacity-block/<type>",
      };
    }
  },
};

/** Above and below this share of the list price no agreement is likely; spot has no lower end. */
const LIKELY = { least: 0.2, most: 1.5 };

const unlikely: AwsRule = {
  id: "prices/unlikely",
  title: "Prices of one's own are near the list prices.",
  severity: "warning",
  why: "Prices are dollars for one unit, not cents, not of a year and not of a fleet: all estimates and budgets rest on them.",
  source: SOURCE,
  *check({ config, env: { region } }) {
    for (const [name, { usd }] of Object.entries(config.prices)) {
      const list = listPrice(name, region);
      const least = name.startsWith("spot/") ? 0 : LIKELY.least * (list ?? 0);
      if (usd > 0 && (list === null || (usd >= least && usd <= LIKELY.most * list))) continue;
      yield {
        path: ["prices", name, "usd"],
        message: `$${usd} for one ${priceUnit(name) ?? "unit"} of ${name}${list === null ? "" : `; the list price is $${list}`}`,
        fix: "write dollars for one unit, or ignore this rule where the agreement says so",
      };
    }
  },
};

function listPrice(name: string, region: string): number | null {
  const book = { region, own: {} };
  const type = INSTANCE_TYPE_NAMES.find((one) => one === name.replace(/^.*\//, ""));
  if (!type) return itemPrice(book, name);
  if (name.startsWith("capacity-block/")) return blockHourOf(book, type).usd;
  return (name.startsWith("spot/") ? spotHourOf : hourOf)(book, type).usd;
}

/** A price is read when the estimate changes with it. */
function isRead(env: AwsEnvironment, name: string): boolean {
  const { own } = env.prices;
  const price = own[name];
  if (!price) return false;
  const changed = { ...env.prices, own: { ...own, [name]: { ...price, usd: price.usd + 1 } } };
  const other = resolveCost({ ...env, prices: changed });
  return other.items.some(({ usdPerHour }, index) => usdPerHour !== env.cost.items[index]?.usdPerHour);
}

/** Prices that the account has agreed on. */
export const PRICES_RULES: readonly AwsRule[] = [order, over, unlikely, unused];
