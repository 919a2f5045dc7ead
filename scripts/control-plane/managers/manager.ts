import type { KueueOperator } from "../../../config/facts/kueue";

/** Addresses of this machine that a manager takes, such as 127.0.0.1:40123. */
export interface Places {
  readonly health: string;
  readonly metrics: string;
  /** Port of the loopback address on which it answers webhooks. */
  readonly webhook: number;
  /** Folder of the certificate that it shows there. */
  readonly certificates: string;
  /** Namespace of its release. */
  readonly namespace: string;
}

/** Configuration of a manager, as its release has it. */
export type ManagerConfig = Readonly<Record<string, unknown>>;

/** A text in a file of the module that has another one in the program that is built. It is there once, or nothing is built. */
export interface SourceRewrite {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A manager that can run beside a control plane: how it is built, and what about it is another way on this machine. */
export interface Manager {
  /** Name of the Helm release that brings it. */
  readonly release: string;
  /** Its word in `kueue.operators`; null: it is Kueue's own. */
  readonly operator: KueueOperator | null;
  readonly title: string;
  /** Operators without which it does not work. @default - none */
  readonly needs?: readonly KueueOperator[];
  /** Module of Go in which it is published. */
  readonly module: string;
  /** Package of the program in the module. */
  readonly main: string;
  /** Its version. @default - that of the chart of its release */
  readonly version?: string;
  /** What of its sources is another way on this machine, before it is built. @default - nothing */
  readonly rewrite?: SourceRewrite;
  /** Variable of the module that has the version, which the linker writes. @default - none */
  readonly versionVariable?: string;
  /** Deployment of its release: its account, arguments and configuration are those of the trial. */
  readonly deployment: string;
  /** Its configuration at addresses of this machine. @default - it has none */
  readonly config?: (config: ManagerConfig, places: Places) => ManagerConfig;
  /** Secret into which it puts a certificate that it makes itself. @default - it shows the one of the API server */
  readonly certificate?: string;
  /** Arguments after those of its Deployment. @default - none */
  readonly args?: (places: Places) => readonly string[];
  /** Variables of its environment. @default - none */
  readonly env?: (places: Places) => Readonly<Record<string, string>>;
  /** Where it says that it is ready. @default "/readyz" */
  readonly ready?: string;
  /** Objects of its release that nobody answers here. @default - none */
  readonly without?: readonly string[];
}
