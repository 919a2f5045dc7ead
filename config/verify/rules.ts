import type { Rule } from "../kernel/rule";
import { weeklyPools } from "./weekly-pools";
import { WEEKLY_CHECKS } from "./schema";

const CRON_JOB = "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/";
const WEEKLY = ["verify", "weekly"];

const withoutImage: Rule = {
  id: "verify/weekly-image",
  title: "The weekly run has an image with Railyard.",
  severity: "error",
  why: "Its pod is made from one, and nobody publishes it: whoever runs it knows what is in it.",
  source: "https://kubernetes.io/docs/concepts/containers/images/",
  *check({ env: { verify, name } }) {
    if (!verify.weekly || verify.weekly.image !== undefined) return;
    yield {
      path: [...WEEKLY, "image"],
      message: "no image is named",
      fix: `npx railyard examples ${name} writes images/railyard/Dockerfile: build it at the root of this repository, push it, and name it by its digest (docs/verify.md)`,
    };
  },
};

const withoutPools: Rule = {
  id: "verify/weekly-pools",
  title: "The weekly run has nodes that it may use.",
  severity: "error",
  why: "Pods of slurmd hold the GPUs of their nodes, so no Job of Kubernetes finds one free; and whoever may start jobs of Slurm from a pod may do whatever Slurm may.",
  source: CRON_JOB,
  *check({ env }) {
    if (!env.verify.weekly || weeklyPools(env).length > 0) return;
    yield {
      path: WEEKLY,
      message: env.nodeGroups.some(({ gpus }) => gpus !== null) ? "Slurm has all pools with GPUs" : "no pool has GPUs",
      fix: "take it out; .github/workflows/verify.yml, or a line of cron with npx railyard verify, runs the suite weekly by Slurm",
    };
  },
};

const withoutProgram: Rule = {
  id: "verify/weekly-programs",
  title: "Checks of the weekly run have their programs.",
  severity: "error",
  why: "A check without its program is not run, and the whole run counts as incomplete each week.",
  source: CRON_JOB,
  *check({ env: { verify } }) {
    if (!verify.weekly) return;
    const { checks, images } = verify.weekly;
    for (const [at, check] of checks.entries()) {
      const program = WEEKLY_CHECKS[check];
      if (program === null || images[program] !== undefined) continue;
      yield {
        path: [...WEEKLY, "checks", at],
        message: `${check} takes its program from the image ${program}, and verify.weekly.images names none`,
        fix: `write verify: { weekly: { images: { ${JSON.stringify(program)}: "<image>" } } }, or take ${check} out`,
      };
    }
  },
};

const unheard: Rule = {
  id: "verify/weekly-without-monitoring",
  title: "Somebody is told when the weekly run fails.",
  severity: "warning",
  why: "The alert on a weekly run that did not pass is one of Prometheus: without it, a run that fails each week looks like one that passes.",
  source: "https://github.com/kubernetes/kube-state-metrics/blob/v2.20.0/docs/metrics/workload/cronjob-metrics.md",
  *check({ env: { verify, monitoring } }) {
    if (!verify.weekly || monitoring.enabled) return;
    yield {
      path: WEEKLY,
      message: "monitoring is off: nobody is told when a weekly run fails or does not start",
      fix: "write monitoring: { enabled: true }, or look at kubectl get jobs --namespace railyard-verify each week",
    };
  },
};

/** Proofs that nobody starts by hand. */
export const VERIFY_RULES: readonly Rule[] = [withoutImage, withoutPools, withoutProgram, unheard];
