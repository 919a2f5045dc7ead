import type { CommandContext } from "../../cli/command";
import type { ValuesOf } from "../../cli/define-command";
import { recordingFile } from "../../lib/aws/recording";
import { UsageError } from "../../lib/errors/usage";
import { readText } from "../../lib/files/read-json";
import { ClusterApi } from "../../lib/kubernetes/cluster-api";
import {
  lastAnswers,
  parseClusterRecording,
  recorded,
  replayed,
  writeClusterRecording,
  type ClusterRecording,
} from "../../lib/kubernetes/recording";
import { withCluster } from "../../lib/kubernetes/with-cluster";
import { interruptible } from "../../lib/process/interruptible";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { visible } from "../../lib/terminal/visible";
import type { INSPECT_COMMAND } from "./definition";
import { readCluster, type Live } from "./live";
import { IMAGE } from "./look-image";

type Values = ValuesOf<typeof INSPECT_COMMAND>;

/**
 * Asks a cluster, or what one has answered before. A cluster's way stays open when the command is interrupted: what was made there
 * is removed by it.
 */
export function fromCluster(
  labels: Readonly<Record<string, string>>,
  values: Values,
  context: CommandContext,
  open: OpenTerminal,
): Promise<Live> {
  return values.replay === undefined
    ? fromLive(values.context!, labels, values, context, open)
    : fromRecording(
        parseClusterRecording(readText(values.replay, { name: `--replay: ${values.replay}` }), values.replay),
        labels,
        values,
      );
}

async function fromLive(
  cluster: string,
  labels: Readonly<Record<string, string>>,
  { look = false, kubeconfig, image = IMAGE, yes = false, record, force }: Values,
  { clock, printError }: CommandContext,
  open: OpenTerminal,
): Promise<Live> {
  if (look && !yes && !canAsk(open))
    throw new UsageError("nobody can be asked here: --yes makes what --look needs without a question");
  const output = record === undefined ? null : recordingFile(record, force);
  const answers: ClusterRecording["answers"] = [];
  const way = { kind: "kubeconfig" as const, context: cluster, path: kubeconfig };
  const live = await interruptible((signal) =>
    withCluster(
      {
        way,
        env: process.env,
        mayDelete: look,
        through: (ask) => (output === null ? ask : recorded(ask, answers)),
      },
      (api) =>
        readCluster({
          api,
          cluster,
          labels,
          look,
          image,
          signal,
          tell: (text: string) => printError(visible(text)),
          confirm: async () => yes || confirm(open, "Make it? yes or no", "yes"),
        }),
    ),
  );
  if (output)
    writeClusterRecording(output, {
      format: 1,
      takenAt: clock().toISOString(),
      cluster,
      answers: lastAnswers(answers),
    });
  return live;
}

/** Each question has one answer there, so nothing is waited for. */
function fromRecording(
  recording: ClusterRecording,
  labels: Readonly<Record<string, string>>,
  { look = false, image = IMAGE }: Values,
): Promise<Live> {
  return readCluster({
    api: new ClusterApi(replayed(recording)),
    cluster: recording.cluster,
    labels,
    look,
    image,
    seconds: 0,
    signal: new AbortController().signal,
    tell: () => undefined,
    confirm: () => Promise.resolve(true),
  });
}
