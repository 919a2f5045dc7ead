import { parseYaml } from "../../lib/files/read-yaml";
import type { Api } from "../api";
import { ControlPlaneError } from "../control-plane-error";
import type { ManagerConfig } from "./manager";

/** What the Deployment of a manager says of how it runs. */
export interface OwnDeployment {
  /** The account whose rights it has. */
  readonly account: string;
  readonly args: readonly string[];
  /** What it reads at its start; null: its arguments name none. */
  readonly config: ManagerConfig | null;
}

/** The argument that names the file of a configuration. */
export const CONFIG_ARGUMENT = "--config=";

/** Reads what a release has made of a manager. @throws ControlPlaneError where it is not there, with what is missing */
export async function readDeployment(api: Api, namespace: string, name: string): Promise<OwnDeployment> {
  const { status, body } = await api.ask("GET", `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);
  if (status !== 200)
    throw new ControlPlaneError(`There is no Deployment ${namespace}/${name} of which a manager runs.`);
  const { serviceAccountName, containers = [], volumes = [] } = (body as Deployment).spec.template.spec;
  const { args = [], volumeMounts = [] } = containers[0] ?? {};
  const file = args.find((one) => one.startsWith(CONFIG_ARGUMENT))?.slice(CONFIG_ARGUMENT.length);
  const account = serviceAccountName ?? "default";
  if (file === undefined) return { account, args, config: null };
  const mount = volumeMounts.find(({ mountPath }) => mountPath === file);
  const map = volumes.find((volume) => volume.name === mount?.name)?.configMap?.name;
  const text = map === undefined ? undefined : await valueOf(api, namespace, map, mount?.subPath ?? "");
  if (text === undefined)
    throw new ControlPlaneError(`No ConfigMap of ${namespace}/${name} has its configuration ${file}.`);
  return { account, args, config: parseYaml(text, { name: file }).value as ManagerConfig };
}

async function valueOf(api: Api, namespace: string, map: string, key: string): Promise<string | undefined> {
  const { status, body } = await api.ask("GET", `/api/v1/namespaces/${namespace}/configmaps/${map}`);
  return status === 200 ? (body as { data?: Readonly<Record<string, string>> }).data?.[key] : undefined;
}

interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly serviceAccountName?: string;
        readonly containers?: readonly {
          readonly args?: readonly string[];
          readonly volumeMounts?: readonly {
            readonly name: string;
            readonly mountPath: string;
            readonly subPath?: string;
          }[];
        }[];
        readonly volumes?: readonly { readonly name: string; readonly configMap?: { readonly name: string } }[];
      };
    };
  };
}
