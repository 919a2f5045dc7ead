import { existsSync } from "node:fs";
import type { KueueOperator } from "../../../config/facts/kueue";
import type { Release } from "../../lib/charts/releases";
import { ControlPlaneError } from "../control-plane-error";
import type { ReleaseOutcome } from "../helm";
import type { ProgramsProps } from "../programs";
import type { ControlPlane } from "../start";
import type { ManagerConfig, Places } from "./manager";
import { findOrBuildManager, managerPath } from "./program";
import { startManager, type RunningManager } from "./run";
import { KUEUE_RELEASE, managerOf, operatorManager } from "./table";

/** Programs of managers by the names of their releases, or why there is none. */
export type ManagerPrograms = ReadonlyMap<string, { readonly path: string } | { readonly reason: string }>;

export interface ManagerProgramsProps extends ProgramsProps {
  /** Whether what is not there may be built. @default true */
  readonly mayBuild?: boolean | undefined;
}

/**
 * Programs of the managers of releases. One of an operator that cannot be had is done without; that of Kueue is not.
 * @throws ControlPlaneError where there is none of Kueue, and none can be built
 */
export async function managerPrograms(
  releases: readonly Release[],
  props: ManagerProgramsProps,
): Promise<ManagerPrograms> {
  const found = new Map<string, { path: string } | { reason: string }>();
  for (const release of releases) {
    const manager = managerOf(release.name);
    const version = manager?.version ?? release.version;
    if (!manager || !version) continue;
    const path = managerPath(manager, version, props);
    const isThere = existsSync(path) || props.mayBuild !== false;
    found.set(
      release.name,
      await (isThere
        ? findOrBuildManager(manager, version, props).then(
            (built) => ({ path: built }),
            (error: unknown) => {
              if (!(error instanceof ControlPlaneError) || release.name === KUEUE_RELEASE) throw error;
              return { reason: `the manager of ${manager.title} ${version} cannot be had: ${error.message}` };
            },
          )
        : Promise.resolve({ reason: `the manager of ${manager.title} ${version} is not in the cache` })),
    );
  }
  return found;
}

/** Managers beside a control plane: each begins after its release, and ends with it. */
export class ManagersBeside {
  readonly #running = new Map<string, RunningManager>();

  constructor(
    readonly programs: ManagerPrograms,
    readonly plane: Pick<ControlPlane, "api" | "folder" | "certificate">,
    readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  /** Whether one of them answers the webhooks of a configuration, or converts a kind. */
  answers(configuration: string): boolean {
    return [...this.#running.values()].some(({ answers }) => answers.includes(configuration));
  }

  isRunning(release: string): boolean {
    return this.#running.has(release);
  }

  /** Why nobody acts on the jobs of an operator; null: its manager runs, as do those that it needs. */
  whyNot(operator: KueueOperator): string | null {
    const manager = operatorManager(operator);
    for (const { release, title } of [...(manager.needs ?? []).map(operatorManager), manager]) {
      if (this.#running.has(release)) continue;
      const program = this.programs.get(release);
      return program && "reason" in program ? program.reason : `the release of ${title} is not installed`;
    }
    return null;
  }

  /** @throws ControlPlaneError where one of them has ended by itself */
  readonly check = (): void => {
    for (const manager of this.#running.values()) manager.check();
  };

  async afterRelease({ name, namespace }: Release, { outcome }: ReleaseOutcome): Promise<void> {
    const manager = managerOf(name);
    const program = this.programs.get(name);
    if (!manager || !program || !("path" in program) || outcome !== "installed" || this.#running.has(name)) return;
    const { plane, env } = this;
    this.#running.set(name, await startManager(manager, { program: program.path, plane, namespace, env }));
  }

  /** Ends a manager, and starts it with another configuration. */
  async restart({ name, namespace }: Release, change: (config: ManagerConfig) => ManagerConfig): Promise<void> {
    const manager = managerOf(name);
    const program = this.programs.get(name);
    if (!manager || !program || !("path" in program)) return;
    await this.#end(name);
    const { config: usual = (config: ManagerConfig) => config } = manager;
    const changed = { ...manager, config: (config: ManagerConfig, places: Places) => change(usual(config, places)) };
    const props = { program: program.path, plane: this.plane, namespace, env: this.env };
    this.#running.set(name, await startManager(changed, props));
  }

  async aroundRemoval({ name }: Release, remove: () => Promise<string | null>): Promise<string | null> {
    const reason = await remove();
    await this.#end(name);
    return reason;
  }

  async stop(): Promise<void> {
    for (const name of this.#running.keys()) await this.#end(name);
  }

  async #end(name: string): Promise<void> {
    const manager = this.#running.get(name);
    this.#running.delete(name);
    await manager?.stop();
  }
}
