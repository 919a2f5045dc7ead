import { RULES } from "./rules";
import { siteNamed } from "./sites/kinds";
import type { SiteConfig } from "./sites/keys";
import type { SiteEnvironment } from "./sites/environment";
import { didYouMean, nearest, orList } from "./kernel/nearest";
import type { AcrossViolation } from "./across/rules";
import type { Finding } from "./kernel/rule";

/** A finding that the environment silences, and until when. */
export interface IgnoredFinding extends Finding {
  readonly reason: string;
  readonly until: string;
}

export interface Findings {
  readonly active: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
}

/** Runs every rule of its site. Rules that `ignoreRules` names stay silent up to the day it gives, and are listed as ignored. */
export function checkEnvironment(
  config: SiteConfig,
  env: SiteEnvironment,
  now: Date,
  across: readonly AcrossViolation[] = [],
): Findings {
  const found = siteNamed(env.site).rules.flatMap((rule) =>
    [...rule.check({ config, env, now, across })].map((violation): Finding => ({
      ...violation,
      rule: rule.id,
      severity: rule.severity,
      source: rule.source,
    })),
  );
  const today = now.toISOString().slice(0, 10);
  const silenced = new Map(config.ignoreRules.filter((i) => today <= i.until).map((i) => [i.id, i]));
  const active: Finding[] = [];
  const ignored: IgnoredFinding[] = [];
  for (const finding of found) {
    const by = silenced.get(finding.rule);
    if (by) ignored.push({ ...finding, reason: by.reason, until: by.until });
    else active.push(finding);
  }
  active.push(...staleIgnores(config, found, today));
  return { active, ignored };
}

/** What a wrong id of a rule was meant to be; half of one (`single-nat`, `lustre`) is enough. */
export function ruleHint(id: string, ids: readonly string[] = RULES.map((r) => r.id)): string | undefined {
  const halves = ids.filter((known) => known.split("/").includes(id.replace(/^.*\//, "")));
  if (halves.length > 0 && halves.length <= 3) return `did you mean ${orList(halves)}?`;
  const seconds = nearest(
    id,
    ids.map((known) => known.split("/")[1] ?? ""),
  );
  const meant = ids.filter((known) => seconds.includes(known.split("/")[1] ?? ""));
  return didYouMean(id, ids) ?? (meant.length ? `did you mean ${orList(meant.slice(0, 3))}?` : undefined);
}

/** An ignored rule that does not exist, has run out or no longer finds anything is a leftover that hides the next mistake. */
function* staleIgnores(config: SiteConfig, found: readonly Finding[], today: string): Iterable<Finding> {
  const ids = RULES.map((r) => r.id);
  for (const [index, { id, until }] of config.ignoreRules.entries()) {
    const base = {
      path: ["ignoreRules", index],
      source: "Railyard's own design: what is ignored is named, with a reason and a last day",
      severity: "warning" as const,
    };
    if (!ids.includes(id)) {
      const fix = ruleHint(id, ids) ?? "remove the entry; `npx railyard rules` lists the rules";
      yield {
        ...base,
        rule: "ignore/unknown-rule",
        severity: "error",
        message: `there is no rule ${JSON.stringify(id)}`,
        fix,
      };
    } else if (until < today) {
      yield {
        ...base,
        rule: "ignore/expired",
        message: `${id} was ignored until ${until}`,
        fix: found.some((f) => f.rule === id)
          ? "mend what the rule finds, or give a new date and reason"
          : "remove the entry: the rule finds nothing any more",
      };
    } else if (!found.some((f) => f.rule === id)) {
      yield { ...base, rule: "ignore/unused", message: `${id} finds nothing to ignore`, fix: "remove the entry" };
    }
  }
}
