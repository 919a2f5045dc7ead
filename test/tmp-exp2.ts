import { openInEditor } from "./helpers/editor";
const e = (t: string) => { const x = openInEditor({ "config/environments/mine.ts": t }); console.log(x.errors(), JSON.stringify(x.hover("capacityGiB")).slice(0,60), JSON.stringify(x.hover("mountPath")).slice(0,60), JSON.stringify(x.hover("throughput")).slice(0,60)); };
const h = `import type { EnvironmentInput } from "../schema/environment-input";
import type { Patch } from "../patch";
type L = NonNullable<EnvironmentInput["lustre"]>;
type Omitted<T, K extends PropertyKey> = { [P in keyof T as Exclude<P, K>]: T[P] };
type Intersection<T, K extends PropertyKey> = (
  T extends unknown ? (part: { [P in keyof Omitted<T, K>]: unknown }) => void : never
) extends (part: infer I) => void
  ? I
  : never;
type Merged<T, K extends PropertyKey> = {
  [P in keyof Intersection<T, K>]?: T extends unknown ? (P extends keyof T ? T[P] : never) : never;
};
`;
for (const ty of ["Omitted<Extract<L,{deployment:'scratch-2'}>,'deployment'>", "Intersection<L,'deployment'>", "Merged<L,'deployment'>", "Patch<L>", "Patch<L>|null"])
 e(`${h} const x: ${ty} = {\n capacityGiB: 1200,\n mountPath: "/x", throughput: 125 }`);
