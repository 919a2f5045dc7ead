import { ownedUsdPerHour, type PurchaseRow } from "../../../config/physics/purchase";
import type { Estimate, SizeProps } from "../../../config/physics/estimate";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { percent, round } from "./words";

const unknown = "unknown";

/** What the nodes of the training cost by each way to pay for them; nothing where there is no choice. */
export function purchaseSection({ owned, pool, nodes }: SizeProps, { purchase }: Estimate): SheetSection[] {
  if (purchase.length === 0) return [];
  const first = purchase[0]!;
  const against = ({ usd }: PurchaseRow) =>
    usd === null || first.usd === null || first.usd[1] === 0 ? unknown : percent(usd[1] / first.usd[1]);
  return [
    {
      title: "Ways to pay for its nodes",
      head: ["", "USD/h of one", "USD of all", "of the first", ...(owned ? ["owned from"] : [])],
      rows: purchase.map((row) => [
        row.way,
        row.usdPerNodeHour === null ? unknown : round(row.usdPerNodeHour, 2),
        money(row.usd),
        against(row),
        ...(owned ? [ownedFrom(row)] : []),
      ]),
      right: [1, 2, 3],
      notes: [
        `Of ${nodes} ${pool.machineType} alone: storage, network and control plane are not in it.`,
        ...purchase.flatMap(({ way, notes }) => (notes.length === 0 ? [] : [`${way}: ${notes.join("; ")}.`])),
        ...(owned
          ? [
              `owned: $${round(owned.usd, 0)} / (${round(owned.years)} × 8,760 h) + ${round(owned.kilowatts)} kW × $${round(owned.usdPerKWh, 3)} = $${round(ownedUsdPerHour(owned), 2)} in each hour, also in those without work: it costs less than renting from the share of hours on that the last column says.`,
            ]
          : ["--owned, --years, --kilowatts and --power compare a server that is bought."]),
      ],
    },
  ];
}

function money(usd: PurchaseRow["usd"]): string {
  if (usd === null) return unknown;
  const [low, high] = usd.map((value) => round(value, 0));
  return low === high ? low! : `${low} to ${high}`;
}

function ownedFrom({ way, ownedFrom: share }: PurchaseRow): string {
  if (way === "owned") return "–";
  if (share === null) return unknown;
  return share >= 1 ? "never" : `${percent(share)} of hours`;
}
