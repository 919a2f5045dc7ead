import { fetchText, type Fetch } from "../../../lib/charts/repositories";
import { PartialAnswerError, whole, type FactTable } from "../fact-table";

interface Row {
  readonly item: string;
  readonly region: string;
  readonly offer?: string;
  readonly sku?: string;
}
interface File {
  readonly rows: readonly Row[];
}

/** Anybody may read these files. @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-the-aws-price-list-bulk-api.html */
const OFFERS = "https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws";

/** The largest of the files that are asked takes some seconds. */
const TIMEOUT_MS = 120_000;

/** Prices whose rows name an offer of the price list and a SKU in it. That of EC2 is too large to be read for a few rows. */
export const PRICES_TABLE: FactTable<File> = {
  name: "prices",
  source: "the price list's file of each offer and Region, by SKU",
  file: "config/facts/prices.json",
  keptByHand: ["rows without a SKU: those of EC2, whose file is too large, and those that pages alone say"],
  ask: async ({ fetch, today }, { rows }) => {
    const listed = rows.flatMap((row, index) =>
      row.offer && row.sku ? [{ ...row, offer: row.offer, sku: row.sku, index }] : [],
    );
    const files = new Map<string, Offer>();
    for (const { offer, region } of listed) {
      const url = urlOf(offer, region);
      if (!files.has(url)) files.set(url, await offerAt(url, fetch));
    }
    const found = listed.map((row) => ({ ...row, usd: priceOf(files.get(urlOf(row.offer, row.region))!, row.sku) }));
    return {
      published: found.flatMap(({ item, region, index, usd }) =>
        usd === null ? [] : [{ path: ["rows", index, "price"], value: usd, name: `${item} in ${region}` }],
      ),
      stamps: (changed) =>
        changed.flatMap(({ path }) => {
          const { offer, region, sku } = found.find(({ index }) => index === path[1])!;
          return [
            { path: [...path.slice(0, 2), "asOf"], value: today },
            { path: [...path.slice(0, 2), "source"], value: `${urlOf(offer, region)}; SKU ${sku}, read on ${today}` },
          ];
        }),
      gone: found.flatMap(({ item, region, sku, usd }) =>
        usd === null ? [`${item} in ${region}: the list has no SKU ${sku}`] : [],
      ),
      notes: [],
    };
  },
};

const urlOf = (offer: string, region: string): string => `${OFFERS}/${offer}/current/${region}/index.json`;

interface Offer {
  readonly terms: { readonly OnDemand: Readonly<Record<string, Readonly<Record<string, Term>>>> };
}
interface Term {
  readonly priceDimensions?: Readonly<Record<string, { readonly pricePerUnit?: { readonly USD?: string } }>>;
}

async function offerAt(url: string, fetch: Fetch): Promise<Offer> {
  const text = await fetchText(fetch, url, TIMEOUT_MS);
  let offer: { terms?: { OnDemand?: unknown } } | null;
  try {
    offer = JSON.parse(text) as typeof offer;
  } catch {
    throw new PartialAnswerError(`${url} is no JSON, or cut off`);
  }
  whole(offer?.terms?.OnDemand, `terms.OnDemand of ${url}`);
  return offer as Offer;
}

/** Null: the list has no such SKU. */
function priceOf({ terms }: Offer, sku: string): number | null {
  if (!Object.hasOwn(terms.OnDemand, sku)) return null;
  const prices = Object.values(terms.OnDemand[sku] ?? {}).flatMap(({ priceDimensions = {} }) =>
    Object.values(priceDimensions),
  );
  const texts = prices.map(({ pricePerUnit }) => whole(pricePerUnit?.USD, `USD of ${sku}`));
  // more than one: the first units cost another price than the rest
  const [first] = texts.map(Number);
  if (texts.length !== 1 || first === undefined || !Number.isFinite(first))
    throw new PartialAnswerError(`SKU ${sku} has ${texts.length} prices, where one is expected`);
  return first;
}
