import type { Api } from "../api";
import { DEFINITIONS } from "../conversions";
import { LOCAL } from "./places";

interface Client {
  readonly service?: { readonly namespace: string; readonly name: string; readonly path?: string };
}

interface Webhook {
  readonly clientConfig: Client;
}

/** Where webhooks lead, and by whose certificate. */
export interface WebhookLead {
  /** Namespace of the Services that they have. */
  readonly namespace: string;
  /** Of the loopback address. */
  readonly port: number;
  /** Whether a certificate is made for the Services, and written into the configurations, by whoever answers. */
  readonly isOwnCertificate: boolean;
}

/** Leads the webhooks of a release to this machine. @returns names of the configurations, and of definitions of kinds, that are answered there */
export async function leadWebhooks(api: Api, lead: WebhookLead): Promise<string[]> {
  const led: string[] = [];
  const services = new Set<string>();
  const isOurs = (client: Client | undefined) => client?.service?.namespace === lead.namespace;
  const here = (client: Client): object => {
    services.add(client.service!.name);
    return lead.isOwnCertificate ? atService(client, lead.port) : atAddress(client, lead.port, api.authority);
  };
  for (const kind of ["mutating", "validating"]) {
    const list = `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`;
    for (const { metadata, webhooks } of await api.list(list)) {
      const all = (webhooks ?? []) as readonly Webhook[];
      if (!all.some(({ clientConfig }) => isOurs(clientConfig))) continue;
      await api.patch(`${list}/${metadata.name}`, {
        webhooks: all.map((one) => (isOurs(one.clientConfig) ? { ...one, clientConfig: here(one.clientConfig) } : one)),
      });
      led.push(metadata.name);
    }
  }
  for (const { metadata, spec } of await api.list(DEFINITIONS)) {
    const client = spec?.conversion?.webhook?.clientConfig as Client | undefined;
    if (!client || !isOurs(client)) continue;
    await api.patch(`${DEFINITIONS}/${metadata.name}`, {
      spec: { conversion: { webhook: { clientConfig: here(client) } } },
    });
    led.push(metadata.name);
  }
  if (lead.isOwnCertificate)
    for (const name of services)
      await api.patch(`/api/v1/namespaces/${lead.namespace}/services/${name}`, {
        spec: { type: "ExternalName", externalName: LOCAL, clusterIP: null, clusterIPs: null },
      });
  return led;
}

/** The API server reaches it through its Service, as everywhere; the Service leads to this machine. */
const atService = (client: Client, port: number): object => ({ ...client, service: { ...client.service, port } });

/** The API server reaches it without a Service: the certificate is that of the loopback address. */
const atAddress = ({ service }: Client, port: number, authority: string): object => ({
  service: null,
  url: `https://${LOCAL}:${port}${service?.path ?? "/"}`,
  caBundle: Buffer.from(authority).toString("base64"),
});
