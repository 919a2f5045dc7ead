import type { ResolvedOutbound } from "../../config/outbound/outbound";
import type { ResolvedSetting } from "../../config/tuning/tuning";
import { extraScript, forwarding, hugepages, maskImex, unlimitedMemlock, type BootScript } from "./boot-scripts";
import { gdrdrv, type Gdrdrv } from "./gdrdrv-script";
import { lustreClient, lustreOverEfa, type LustreEfa } from "./lustre-scripts";
import { nodeConfig, type ClusterCoordinates, type NodeConfigProps } from "./node-config";
import { outboundBoot, proxied, proxyEnvironment } from "./outbound-boot";
import { tuningBoot } from "./tuning-script";
import { userData } from "./user-data";

/** What an AL2023 node does between its first boot and its registration. */
export interface Al2023Boot extends Omit<NodeConfigProps, "cluster" | "environment"> {
  /** Mirrors, authorities and the proxy of the site. @default - the open internet */
  readonly outbound?: ResolvedOutbound;
  /** Install the Lustre client, and take it over EFA where `efa` is given. @default - no Lustre */
  readonly lustre?: { readonly efa?: LustreEfa };
  /**
   * Huge pages of 2 MiB, reserved before kubelet registers; 0 for none.
   * @default 5128 with EFA (AWS's own figure: 5120 that pods ask for, and 8), else 0
   */
  readonly hugepages2Mi?: number;
  /** No limit on memory that containers lock. @default true with EFA, else false */
  readonly unlimitedMemlock?: boolean;
  /** Settings of the host beside huge pages and pinned memory. @default - none */
  readonly tuning?: readonly ResolvedSetting[];
  /** Load the GDRCopy module. @default - not loaded */
  readonly gdrdrv?: Gdrdrv;
  /** Mask the IMEX service of the image: GB200 and GB300 with a DRA driver. @default false */
  readonly maskImex?: boolean;
  /** Switch EC2's check of source and destination off: the node carries packets of others. @default false */
  readonly forwards?: boolean;
  /** Runs last. Must be ASCII. @default - none */
  readonly extraScript?: string;
}

const EFA_HUGEPAGES = 5128;

/** User data as text. `cluster` is for custom images only. */
export function al2023UserData(boot: Al2023Boot, efaDevices: number, cluster?: ClusterCoordinates): string {
  const proxy = boot.outbound?.proxy;
  const scripts = bootScripts(boot, efaDevices);
  return userData(
    nodeConfig({ ...boot, cluster, ...(proxy && { environment: proxyEnvironment(proxy) }) }),
    proxy ? scripts.map((script) => proxied(script, proxy)) : scripts,
  );
}

function bootScripts(boot: Al2023Boot, efaDevices: number): readonly BootScript[] {
  if (boot.lustre?.efa && efaDevices === 0)
    throw new Error("Lustre over EFA: the node has no EFA device; give it EFA interfaces or leave lustre.efa out");
  const wanted = boot.lustre?.efa?.interfaces ?? 0;
  if (wanted > efaDevices)
    throw new Error(`Lustre over EFA: ${wanted} interfaces, but the node has ${efaDevices} EFA devices`);

  const withEfa = efaDevices > 0;
  const pages = boot.hugepages2Mi ?? (withEfa ? EFA_HUGEPAGES : 0);
  const scripts: BootScript[] = [];
  const outbound = boot.outbound && outboundBoot("05", boot.outbound);
  if (outbound) scripts.push(outbound);
  if (boot.lustre) scripts.push(lustreClient(10));
  if (boot.tuning && boot.tuning.length > 0) scripts.push(tuningBoot(15, { settings: boot.tuning }));
  if (boot.lustre?.efa) scripts.push(lustreOverEfa(20, boot.lustre.efa));
  if (pages > 0) scripts.push(hugepages(30, pages));
  if (boot.gdrdrv) scripts.push(gdrdrv(40, boot.gdrdrv));
  if (boot.maskImex) scripts.push(maskImex(50));
  if (boot.unlimitedMemlock ?? withEfa) scripts.push(unlimitedMemlock(60));
  if (boot.forwards) scripts.push(forwarding(70));
  if (boot.extraScript !== undefined) scripts.push(extraScript(90, boot.extraScript));
  return scripts;
}
