import { z } from "zod";
import { certificateFault, withCorrected } from "../kernel/corrected";
import { key } from "../kernel/key";
import { AUTHORITY_FILE } from "./authority-files";
import { mirrorSchema, PORT, registrySchema } from "./registry-schema";

const NODES_ROLL =
  "Nodes get it at their first boot: each is replaced by one that has it, drained one by one. Nodes that exist are set up by whoever looks after them: railyard node-files writes what they need.";

const PEM = /^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n?$/;

const TEXT_FORM =
  "must be one certificate in PEM and nothing else, beginning with -----BEGIN CERTIFICATE-----, with LF at the end of lines";

const certificateText = z
  .string()
  .max(8192)
  .regex(PEM, {
    error: ({ input }) =>
      typeof input === "string" && AUTHORITY_FILE.test(input)
        ? `${TEXT_FORM}; the file of one is written { file: ${JSON.stringify(input)} }`
        : certificateFault(TEXT_FORM, 1)({ input }),
  });

const authorityFile = z.strictObject({
  file: key(
    z
      .string()
      .max(200)
      .regex(
        AUTHORITY_FILE,
        'must be a path below config/environments that ends with .pem, .crt or .cer, such as "corp-ca.pem": no /, ~ or .. in front',
      ),
    {
      description:
        "File with one certificate in PEM, by its path in config/environments, beside the environment. It is read at every synth and committed with the environment; a file with a private key is refused.",
      example: "corp-ca.pem",
      update: "rolling",
      updateNote: NODES_ROLL,
    },
  ),
});

const PROXY_URL = new RegExp(String.raw`^https?://[a-z0-9-]+(\.[a-z0-9-]+)*:${PORT}$`);

/** Go, curl and dnf read it as they find it, so it is a host and a port and nothing else: no user, no password, no path. */
const proxyUrl = z
  .string()
  .max(200)
  .regex(PROXY_URL, {
    error: withCorrected(
      PROXY_URL,
      'must be "http://" or "https://", a host in lower case and a port, such as "http://proxy.example.com:3128": never with a user and a password, which every process of a node and everyone who may read launch templates would see',
      (text) => text.toLowerCase().replace(/\/+$/, ""),
    ),
  });

const DIRECT = /^(\.?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\d{1,3}(\.\d{1,3}){3}\/\d{1,2})$/;

/** What `NO_PROXY` takes and every program reads alike. */
const direct = z
  .string()
  .max(253)
  .regex(DIRECT, {
    error: withCorrected(
      DIRECT,
      'must be a host, a domain with a dot before it, an IPv4 address or a block, such as ".corp.example.com" or "10.0.0.0/8"; curl, dnf and Go read "*.corp" differently',
      (text) =>
        text
          .toLowerCase()
          .replace(/^(https?:\/\/|\*(?=\.))/, "")
          .replace(/(:\d+)?\/*$/, ""),
    ),
  });

const proxySchema = z.strictObject({
  url: key(proxyUrl, {
    description:
      "The HTTP proxy through which nodes, Enroot, and the pods of charts that call something outside go (docs/offline.md lists them). It must let them out without a password: by address, or by network.",
    example: "http://proxy.example.com:3128",
    update: "rolling",
    updateNote: NODES_ROLL,
  }),
  direct: key(z.array(direct).max(50).default([]), {
    description:
      "Where nothing goes through the proxy, beside what follows from the environment: the cluster, its network, metadata of instances, and AWS's services that have an endpoint in the network.",
    example: [".corp.example.com", "registry.example.com"],
    update: "rolling",
    updateNote: NODES_ROLL,
  }),
});

/** How nodes and pods reach what lies outside of the cluster, at sites that are not on the open internet. */
export const outboundSchema = z.strictObject({
  registryMirrors: key(z.record(registrySchema, mirrorSchema).default({}), {
    description:
      "Where nodes pull images of a registry: containerd asks the mirror alone, whoever names the image, jobs and add-ons included. The image keeps its name; platform.images.mirrors changes names of what Railyard installs instead. The mirror speaks HTTPS and gives images without a password.",
    example: { "docker.io": "harbor.example.com/docker-hub", "ghcr.io": "harbor.example.com/github" },
    update: "rolling",
    updateNote: NODES_ROLL,
    source: "https://github.com/containerd/containerd/blob/main/docs/hosts.md",
  }),
  authorities: key(
    z
      .record(
        z.string().regex(/^[a-z](-?[a-z0-9])*$/, "must be lower-case letters, digits and single dashes"),
        z.union([certificateText, authorityFile], { error: `${TEXT_FORM}, or { file: "corp-ca.pem" }` }),
      )
      .default({}),
    {
      description:
        "Certificate authorities of your own that nodes, and pods that call something outside, trust beside those of their image, by a name: what signed the certificates of mirrors and of a proxy that opens TLS. Each is a text in PEM, or the file of one. Certificates are public; a private key is refused.",
      update: "rolling",
      updateNote: NODES_ROLL,
    },
  ),
  proxy: key(proxySchema.optional(), {
    description: "The way out for HTTP and HTTPS.",
    defaultNote: "none: nodes reach what they need by the network",
    update: "rolling",
    updateNote: NODES_ROLL,
  }),
});

export type OutboundConfig = z.output<typeof outboundSchema>;
