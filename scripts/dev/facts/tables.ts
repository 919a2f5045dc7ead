import type { FactTable } from "./fact-table";
import { CHARTS_TABLE } from "./tables/charts";
import { INSTANCE_PRICES_TABLE } from "./tables/instance-prices";
import { INSTANCE_REGIONS_TABLE } from "./tables/instance-regions";
import { INSTANCE_TYPES_TABLE } from "./tables/instance-types";
import { PRICES_TABLE } from "./tables/prices";
import { QUOTAS_TABLE } from "./tables/quotas";
import { STORAGE_PRICES_TABLE } from "./tables/storage-prices";
import { ZONES_TABLE } from "./tables/zones";

/** Every table that has a source which programs can ask. */
export const FACT_TABLES: readonly FactTable[] = [
  INSTANCE_TYPES_TABLE,
  INSTANCE_REGIONS_TABLE,
  ZONES_TABLE,
  INSTANCE_PRICES_TABLE,
  PRICES_TABLE,
  STORAGE_PRICES_TABLE,
  QUOTAS_TABLE,
  CHARTS_TABLE,
];
