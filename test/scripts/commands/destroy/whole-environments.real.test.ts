import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { STACKS } from "../../../../config/names/resolve";
import type { SiteEnvironment } from "../../../../config/sites/environment";
import { deploy } from "../../../../scripts/commands/deploy/deploy";
import { destroy } from "../../../../scripts/commands/destroy/destroy";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { loadWritten } from "../../../../scripts/lib/environments/environment-table";
import { synthesizeInto } from "../../../../scripts/lib/synth/synthesize";
import { recordedObjects } from "../../../../scripts/lib/terraform/recorded-states";
import { DATA_KINDS, KINDS } from "../../../../scripts/rehearsal/kinds";
import { servedSchemas, usedTypes } from "../../../../scripts/rehearsal/served-types";
import { startStandIn } from "../../../../scripts/rehearsal/stand-in";
import { NOW } from "../../../helpers/environment";
import { describeWithMoto } from "../../../helpers/moto";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders, testWithTerraform } from "../../../helpers/terraform";

const folder = temporaryFolders();

interface Backend {
  readonly backend?: string;
  readonly config?: object;
}
interface Written {
  readonly terraform: { readonly backend: Record<string, object> };
  readonly data?: { readonly terraform_remote_state?: Record<string, Backend> };
}

/** Sends states to the server at the address: nothing else in the stacks is another. */
function keepStatesAt(url: string, synthFolder: string): void {
  const there = { use_path_style: true, skip_requesting_account_id: true, skip_credentials_validation: true };
  for (const stack of readdirSync(join(synthFolder, "stacks"))) {
    const file = join(synthFolder, "stacks", stack, "cdk.tf.json");
    // one stand-in tells no two configurations of a provider apart, and only some stacks have the tag of the run
    const json = JSON.parse(readFileSync(file, "utf8").replaceAll(/"railyard:run": "[^"]*",?/g, "")) as Written;
    const stores = Object.values(json.data?.terraform_remote_state ?? {});
    for (const store of [json.terraform.backend["s3"], ...stores.map((one) => one.backend === "s3" && one.config)])
      if (store) Object.assign(store, there, { endpoints: { s3: url } });
    writeFileSync(file, JSON.stringify(json));
  }
}

/**
 * The real Terraform with its real backend, on states in a server that speaks S3. Clouds and clusters are stand-ins: that AWS and
 * Kubernetes take what is sent to them, no run here shows.
 */
describeWithMoto("all stacks of a shipped environment", (moto) => {
  testWithTerraform("are deployed and go again, in order and with nothing left", async () => {
    const environment = loadWritten(["iron"], NOW)[0]!.resolved;
    const { at, synthFolder, aws, states } = await prepared(environment, moto().env["AWS_ENDPOINT_URL"]!);
    const schemas = servedSchemas(ROOT, usedTypes([synthFolder]));
    const standIn = startStandIn({ folder: at, schemas, kinds: KINDS, dataKinds: DATA_KINDS, account: null });
    const attachment = await standIn.attach("s");
    const config = join(ROOT, "scripts/lib/terraform/terraform.tfrc");
    const env = {
      ...process.env,
      ...attachment.env,
      CHECKPOINT_DISABLE: "1",
      GOGC: "400",
      TF_CLI_CONFIG_FILE: config,
    };
    const common = { synthFolder, environment, env, confirm: () => Promise.resolve(true) };
    /** How many resources each state has. */
    const recorded = () =>
      Promise.all(states.map(async (role) => (await recordedObjects(role, { environment, aws, root: at }))?.length));
    const destroying = () =>
      destroy({
        ...common,
        allow: [],
        keep: [],
        unexported: [],
        bootstrap: false,
        skipDrain: true,
        cancelJobs: false,
        drainMinutes: 1,
        workFolder: join(at, "destroy"),
        root: at,
        aws,
        patience: { pollSeconds: 0.01, tell: () => {} },
      });
    try {
      const workFolder = join(at, "work");
      const made = await deploy({ ...common, allow: [], now: NOW, dryRun: false, workFolder, tell: () => {} });
      expect(made.filter(({ outcome }) => outcome !== "applied" && outcome !== "unchanged")).toEqual([]);
      for (const count of await recorded()) expect(count).toBeGreaterThan(0);
      const gone = await destroying();
      expect(gone.map(({ stack }) => stack)).toEqual(made.map(({ stack }) => stack).reverse());
      expect(gone.filter(({ outcome }) => outcome !== "destroyed" && outcome !== "empty")).toEqual([]);
      expect(standIn.cloud.owned()).toEqual([]);
      expect(await recorded()).toEqual(states.map(() => 0));
    } finally {
      await attachment.close();
      await standIn.close();
    }
  });

  /** Stacks with their states at the address, in a bucket that is there: with it deployments begin. */
  async function prepared(environment: SiteEnvironment, url: string) {
    const { state } = environment;
    if (state.kind === "local") throw new Error("no bucket");
    const at = folder();
    const synthFolder = join(at, "cdktf.out");
    synthesizeInto([environment], synthFolder);
    keepStatesAt(url, synthFolder);
    const aws = awsAccess({ region: "us-east-1", env: process.env });
    await aws.client(S3Client, "us-east-1").send(new CreateBucketCommand({ Bucket: state.bucket }));
    const states = STACKS.filter((role) => existsSync(join(synthFolder, "stacks", environment.names.stack(role))));
    return { at, synthFolder, aws, states };
  }
});
