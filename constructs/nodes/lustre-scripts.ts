import { scriptFile } from "../core/script-file";
import { quotedWord } from "../core/shell-word";
import { bootScript, retry, type BootScript } from "./boot-scripts";

/** LNet over EFA, for clients of an EFA-enabled FSx for Lustre file system. */
export interface LustreEfa {
  /**
   * EFA interfaces that LNet uses. A file system takes 1024 connections from all its clients together: fewer per
   * client for more clients. @default - AWS's number for the instance type (8 on p5, p5e, p5en, p6-b200, p6e-gb200)
   */
  readonly interfaces?: number;
  /** Where the setup package of AWS comes from, e.g. a copy of your own. @default - the FSx documentation site */
  readonly packageUrl?: string;
  /** SHA-256 of the package, in hex. @default - not checked: AWS publishes no digest */
  readonly packageSha256?: string;
}

const AWS_PACKAGE = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/samples/configure-efa-fsx-lustre-client.zip";

/**
 * The Lustre client, which no EKS image carries. Its modules stay unloaded: {@link lustreOverEfa} must be the one that
 * loads them, and the first mount does otherwise.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html
 */
export function lustreClient(order: number): BootScript {
  return bootScript(order, "lustre-client", scriptFile("nodes/files/lustre-client.sh", { insert: { retry: retry() } }));
}

/**
 * Runs AWS's setup for this boot and enables it for later ones. The two steps are apart because `systemctl enable --now`
 * may report a cancelled job while the machine still boots.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/configure-efa-clients.html
 */
export function lustreOverEfa(order: number, props: LustreEfa): BootScript {
  const { interfaces, packageSha256 } = props;
  if (interfaces !== undefined && !(Number.isInteger(interfaces) && interfaces > 0))
    throw new Error(`Lustre over EFA: ${interfaces} interfaces; give a whole number from 1, or leave it out`);
  const values = { url: { quoted: props.packageUrl ?? AWS_PACKAGE }, least: interfaces ?? 1 };
  const insert = {
    retry: retry(),
    check: packageSha256
      ? `echo ${quotedWord(`${packageSha256}  client.zip`)} | sha256sum --check --quiet`
      : 'log "package $(sha256sum client.zip)"',
    interfaces: interfaces === undefined ? "" : setInterfaces(interfaces),
  };
  return bootScript(order, "lustre-efa", scriptFile("nodes/files/lustre-efa.sh", { values, insert }));
}

/** Brings LNet to a number of EFA interfaces, now and after AWS's service has run on a later boot. */
const setInterfaces = (count: number): string =>
  scriptFile("nodes/files/lustre-efa-interfaces.sh", { values: { count } }).trim();
