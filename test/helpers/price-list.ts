/** A product of AWS' price list, with its prices on demand. */
export interface ListedProduct {
  readonly family: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly prices: readonly { readonly unit: string; readonly usd: number; readonly from?: string }[];
}

/**
 * The file of an offer and Region in the form that AWS documents.
 * @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-services.html
 */
export function offerList(offerCode: string, listed: readonly ListedProduct[]): string {
  const rows = listed.map((product, index) => ({ sku: `SKU${index}`, ...product }));
  return JSON.stringify({
    formatVersion: "v1.0",
    offerCode,
    version: "20261120000000",
    publicationDate: "2026-11-20T17:45:21Z",
    products: Object.fromEntries(
      rows.map(({ sku, family, attributes }) => [
        sku,
        {
          sku,
          productFamily: family,
          attributes: { servicecode: offerCode, locationType: "AWS Region", ...attributes },
        },
      ]),
    ),
    terms: {
      OnDemand: Object.fromEntries(
        rows.map(({ sku, prices }) => [
          sku,
          {
            [`${sku}.JRTCKXETXF`]: {
              offerTermCode: "JRTCKXETXF",
              sku,
              effectiveDate: "2026-11-01T00:00:00Z",
              priceDimensions: Object.fromEntries(
                prices.map(({ unit, usd, from = "0" }, index) => [
                  `${sku}.JRTCKXETXF.R${index}`,
                  { unit, beginRange: from, endRange: "Inf", pricePerUnit: { USD: usd.toFixed(10) } },
                ]),
              ),
            },
          },
        ]),
      ),
    },
  });
}

/** Where the newest file of each Region is. */
export const regionIndex = (offer: string, regions: readonly string[]): string =>
  JSON.stringify({
    formatVersion: "v1.0",
    publicationDate: "2026-11-20T17:45:21Z",
    regions: Object.fromEntries(
      regions.map((regionCode) => [
        regionCode,
        { regionCode, currentVersionUrl: `/offers/v1.0/aws/${offer}/20261120/${regionCode}/index.json` },
      ]),
    ),
  });
