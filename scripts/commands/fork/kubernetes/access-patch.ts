import { isDeepStrictEqual } from "node:util";
import type { ClusterAccess } from "../../../../config/sites/kubernetes/access-schema";
import { UsageError } from "../../../lib/errors/usage";
import { withoutEmpty } from "../without-empty";
import type { Answers } from "./answers";

type Json = Record<string, unknown>;
type Endpoint = Extract<ClusterAccess, { kind: "endpoint" }>;

/** How the fork reaches its cluster, as far as it differs. @throws UsageError where that cannot be told from what was given */
export function accessPatch(before: ClusterAccess, answers: Answers, notes: string[]): Json {
  return answers.context === undefined && answers.kubeconfig === undefined
    ? endpointPatch(before, answers, notes)
    : kubeconfigPatch(before, answers);
}

function kubeconfigPatch(before: ClusterAccess, { context, kubeconfig }: Answers): Json {
  if (before.kind === "kubeconfig")
    return withoutEmpty({
      context: context === before.context ? undefined : context,
      path: kubeconfig === before.path ? undefined : kubeconfig,
    });
  if (context === undefined)
    throw new UsageError("--kubeconfig: add --context, which says which cluster of it is meant");
  return withoutEmpty({ kind: "kubeconfig", context, path: kubeconfig });
}

function endpointPatch(before: ClusterAccess, answers: Answers, notes: string[]): Json {
  const { host, certificateAuthority, exec, execArgs } = answers;
  if (before.kind === "endpoint") {
    const dropped = certificateAuthority === undefined && before.certificateAuthority !== undefined;
    if (dropped)
      notes.push(
        "certificates that this machine trusts must sign that of the API, since those of the original are of its cluster: cluster.access.certificateAuthority",
      );
    if (exec === undefined && execArgs === undefined)
      notes.push(
        `${[before.exec.command, ...before.exec.args].join(" ")} proves who you are, as it does for the original: cluster.access.exec`,
      );
    return withoutEmpty({
      host: host === before.host ? undefined : host,
      certificateAuthority: dropped ? null : certificateAuthority,
      exec: execPatch(before, answers),
    });
  }
  if (exec === undefined)
    throw new UsageError(
      "--host: add --exec, the program that proves who you are, and --exec-arg for what it is called with",
    );
  return withoutEmpty({
    kind: "endpoint",
    host,
    certificateAuthority,
    exec: withoutEmpty({ command: exec, args: execArgs }),
  });
}

/** Another program has arguments and variables of its own. */
function execPatch({ exec: before }: Endpoint, { exec, execArgs }: Answers): Json | undefined {
  if (exec === undefined) return execArgs === undefined ? undefined : { args: execArgs };
  const args = execArgs ?? [];
  return {
    ...(exec !== before.command && { command: exec }),
    ...(!isDeepStrictEqual(args, before.args) && { args }),
    ...(exec !== before.command && Object.keys(before.env).length > 0 && { env: null }),
  };
}
