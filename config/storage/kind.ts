import type { z } from "zod";
import type { ChartName } from "../facts/versions";
import type { ConfigPath } from "../kernel/issues";
import type { CostItem } from "../money/cost";
import type { ResolvedPool } from "../pools/pool";
import type { PriceBook } from "../money/price-book";
import type { Rule } from "../kernel/rule";
import type { SiteConfig } from "../sites/keys";

/** How pods and nodes come to a volume, whatever it is made of. */
export interface VolumeHandle {
  /** Claim in each namespace that mounts it. */
  readonly claimName: string;
  /** Claim of pods on system nodes, which mount the same files in another way. @default - the same one */
  readonly loginClaimName?: string;
  /** Where login and compute pods see it, such as `/home`. */
  readonly mountPath: string;
  /** Zones whose nodes reach it without leaving their own. */
  readonly zones: readonly string[];
  /** Whether namespaces of teams have a claim, too, beside that of Slurm and of jobs. */
  readonly teams: boolean;
  /** Whether pods can only read it. @default false */
  readonly readOnly?: boolean;
  /** Whether login pods mount it, beside compute pods. @default true */
  readonly onLogin?: boolean;
  /** Pods see files of a ConfigMap of the claim's name and of this Secret, and there is no claim. @default - a claim */
  readonly files?: { readonly secretName: string; readonly secretKey: string };
}

/** What an environment must have for a volume to be mounted. */
export interface VolumeNeeds {
  /** What nodes install at their first boot. */
  readonly nodes: {
    readonly lustreClient: boolean;
    /** EFA interfaces of nodes in `mount.zones` carry it. */
    readonly efa: boolean;
  };
  /** Charts that mount it. */
  readonly charts: readonly ChartName[];
  /** TCP ports that nodes reach it at. */
  readonly ports: readonly { readonly from: number; readonly to: number }[];
  /** What somebody else has made in the cluster. @default - nothing */
  readonly cluster?: ClusterNeeds;
}

/** What a volume finds in the cluster, and what nobody here makes. */
export interface ClusterNeeds {
  /** Names of drivers (`CSIDriver`), such as `nfs.csi.k8s.io`. */
  readonly drivers: readonly string[];
  /** Secrets whose names config has; what is in them nobody reads here. */
  readonly secrets: readonly { readonly namespace: string; readonly name: string }[];
}

/** GPUDirect Storage of a volume. */
export interface GpuDirect {
  /** What cuFile calls its file system. */
  readonly fileSystem: "nfs" | "weka" | "gpfs" | "block";
  /** Whether cuFile falls back silently unless it knows addresses of RDMA cards of the client. */
  readonly needsAddresses: boolean;
}

/** A volume of an environment with everything that follows from its kind. */
export interface ResolvedVolume {
  readonly kind: string;
  /** Its name in `storage`; `lustre` for the short form. */
  readonly name: string;
  /** Where it is written. */
  readonly path: ConfigPath;
  /** What a drawing and a table call it, such as `Lustre` or `EFS homes`. */
  readonly title: string;
  /** What it is, a line for each: size, speed, place. */
  readonly lines: readonly string[];
  readonly mount: VolumeHandle;
  readonly needs: VolumeNeeds;
  /** Whether nodes mount it by Lustre's client, which tells the kernel's log when it has lost the servers. @default false */
  readonly isLustre?: true;
  /**
   * Where its files are, of a volume that somebody else has made: another text is other files, and reviews say so.
   * @default - AWS makes it, and its resource is what changes
   */
  readonly place?: string;
  /** Whether files are lost with it: it is protected, and destroying asks for it by name. */
  readonly holdsData: boolean;
  /** Whether root of a pod is somebody else on it, who makes no folder in what belongs to root. @default false */
  readonly squashesRoot?: true;
  /** Folder of the hosts that pods see, where somebody has mounted it there. @default - none of theirs */
  readonly hostFolder?: string;
  /** How GPUs read it without the memory of the host; undefined: they do not, or nobody has asked for it. */
  readonly gpuDirect?: GpuDirect;
  /** What it holds; undefined: it grows with use, or nobody says. */
  readonly capacityGiB?: number;
  /** What clients together read at the least, MB/s, and the page that says so. @default - nobody says */
  readonly rate?: { readonly readMBps: number; readonly source: string };
  /** What jobs of Slurm find in their environment where they have not set it. @default - nothing */
  readonly jobEnv?: Readonly<Record<string, string>>;
}

/** What a volume follows from, beside its own config. */
export interface VolumeContext {
  readonly env: SiteConfig;
  /** Before anything is known of volumes. */
  readonly groups: readonly ResolvedPool[];
  /** Zones in which volumes may be. */
  readonly zones: readonly string[];
}

/** The part of a volume's config that all kinds have. */
export interface WrittenVolume {
  readonly kind: string;
  readonly mountPath?: string | undefined;
  readonly teams?: boolean | undefined;
  readonly zone?: string | undefined;
}

/**
 * A kind of storage. One folder of `config/storage` and a row of `kinds.ts`; what Terraform makes of it is a row of
 * `stacks/storage/builders.ts`. Nothing else says its name.
 */
export interface StorageKind<
  Schema extends z.ZodType<WrittenVolume> = z.ZodType<WrittenVolume>,
  Volume extends ResolvedVolume = ResolvedVolume,
> {
  /** Value of `kind` in config. */
  readonly kind: z.output<Schema>["kind"];
  /** Keys of a volume in config: a strict object with `kind`, or several told apart by a key. */
  readonly schema: Schema;
  /** Pure, and never fails: what cannot be is left for the rules. */
  resolve(name: string, config: z.output<Schema>, context: VolumeContext): Volume;
  readonly rules: readonly Rule[];
  cost(volume: Volume, prices: PriceBook): CostItem[];
}
