import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deploy } from "../../../../scripts/commands/deploy/deploy";
import { destroy } from "../../../../scripts/commands/destroy/destroy";
import { DATA_KINDS, KINDS } from "../../../../scripts/rehearsal/kinds";
import { servedSchemas, usedTypes } from "../../../../scripts/rehearsal/served-types";
import { startStandIn } from "../../../../scripts/rehearsal/stand-in";
import { synthesizeInto } from "../../../../scripts/lib/synth/synthesize";
import { recordedAws } from "../../../helpers/deploying";
import { NOW, sample } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders, testWithTerraform } from "../../../helpers/terraform";

const folder = temporaryFolders();

const STACKS = ["sample-network", "sample-cluster"];

/** Network and cluster of a production environment, the others left out: they take long, and say nothing more here. */
function synthesized() {
  const at = folder();
  const directory = join(at, "state");
  mkdirSync(directory);
  const { env: environment } = sample({ state: { kind: "local", directory } });
  const synthFolder = join(at, "cdktf.out");
  synthesizeInto([environment], synthFolder);
  const file = join(synthFolder, "manifest.json");
  const { stacks } = JSON.parse(readFileSync(file, "utf8")) as { stacks: Record<string, object> };
  writeFileSync(file, JSON.stringify({ stacks: Object.fromEntries(STACKS.map((name) => [name, stacks[name]])) }));
  // one stand-in tells no two configurations of a provider apart, and only some stacks have the tag of the run
  const network = join(synthFolder, "stacks/sample-network/cdk.tf.json");
  writeFileSync(network, readFileSync(network, "utf8").replaceAll(/"railyard:run": "[^"]*",?/g, ""));
  return { at, environment, synthFolder };
}

testWithTerraform(
  "a production cluster is deployed; it goes when all of its data is named, with its protection switched off",
  async () => {
    const { at, environment, synthFolder } = synthesized();
    const schemas = servedSchemas(ROOT, usedTypes([synthFolder]));
    const props = { folder: at, schemas, kinds: KINDS, dataKinds: DATA_KINDS, account: environment.account };
    const standIn = startStandIn(props);
    const attachment = await standIn.attach("s");
    const config = join(ROOT, "scripts/lib/terraform/terraform.tfrc");
    const env = { ...process.env, ...attachment.env, CHECKPOINT_DISABLE: "1", GOGC: "400", TF_CLI_CONFIG_FILE: config };
    const printed: string[] = [];
    const common = { synthFolder, environment, env, confirm: () => Promise.resolve(true) };
    const destroying = (allow: string[]) =>
      destroy({
        ...common,
        allow,
        keep: [],
        unexported: [],
        bootstrap: false,
        skipDrain: true,
        cancelJobs: false,
        drainMinutes: 1,
        workFolder: join(at, "destroy"),
        root: at,
        aws: recordedAws([]),
        patience: { pollSeconds: 0.01, tell: (text) => printed.push(text) },
      });
    try {
      const made = await deploy({
        ...common,
        allow: [],
        now: NOW,
        dryRun: false,
        workFolder: join(at, "work"),
        tell: () => {},
      });
      expect(made.map(({ stack, outcome }) => `${stack} ${outcome}`)).toEqual(STACKS.map((name) => `${name} applied`));
      const refused = await destroying([]).then(
        () => "",
        (error: Error) => error.message,
      );
      const names = [...refused.matchAll(/--allow (\S+)/g)].map(([, name = ""]) => name);
      expect(names).toEqual([
        "sample-cluster.aws_cloudwatch_log_group.cluster_logs",
        "sample-cluster.aws_eks_cluster.cluster",
        "sample-cluster.aws_kms_key.cluster_key",
        "sample-network.aws_cloudwatch_log_group.flow_logs",
      ]);
      const done = await destroying(names);
      expect(done.map(({ stack, outcome }) => `${stack} ${outcome}`)).toEqual([
        "sample-cluster destroyed",
        "sample-network destroyed",
      ]);
      expect(printed).toContain("sample-cluster: deletion protection of aws_eks_cluster.cluster goes first");
      // the cluster can no longer read what it needs of the network
      expect((await destroying([])).map(({ outcome }) => outcome)).toEqual(["empty", "empty"]);
    } finally {
      await attachment.close();
      await standIn.close();
    }
  },
);
