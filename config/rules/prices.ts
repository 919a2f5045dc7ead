import { resolveCost } from "../resolve/cost";
import type { ResolvedEnvironment } from "../resolve";
import type { Rule } from "./rule";

const SOURCE = "config/schema/prices.ts; config/facts/prices.json";

const over: Rule = {
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

const order: Rule = {
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

const unused: Rule = {
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

/** A price is read when the estimate changes with it. */
function isRead(env: ResolvedEnvironment, name: string): boolean {
  const { own } = env.prices;
  const price = own[name];
  if (!price) return false;
  const changed = { ...env.prices, own: { ...own, [name]: { ...price, usd: price.usd + 1 } } };
  const other = resolveCost({ ...env, prices: changed });
  return other.items.some(({ usdPerHour }, index) => usdPerHour !== env.cost.items[index]?.usdPerHour);
}

/** Prices that the account has agreed on. */
export const PRICES_RULES: readonly Rule[] = [order, over, unused];
