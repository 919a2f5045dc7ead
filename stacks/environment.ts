import type { App } from "cdktf";
import type { SiteEnvironment } from "../config/sites/environment";
import type { BaseStack } from "./base-stack";
import type { DroppableRole } from "./dropped-stack";
import { SITES } from "./sites/kinds";

/**
 * The stacks of an environment, as its site builds them, in the order of their life.
 * @param dropped stacks that config has no more and that are still there: each is built empty
 */
export function buildEnvironment(app: App, env: SiteEnvironment, dropped: readonly DroppableRole[] = []): BaseStack[] {
  const site = SITES.find(({ kind }) => kind === env.site);
  if (!site)
    throw new Error(`${env.name} stands on ${env.site}, which is no site: add its row to stacks/sites/kinds.ts`);
  return site.stacks(app, env, dropped);
}
