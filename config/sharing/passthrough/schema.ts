import { z } from "zod";
import { key } from "../../kernel/key";

const HOST_DEVICES = "https://kubevirt.io/user-guide/compute/host-devices/";

const pciId = (what: string) =>
  z.string().regex(/^[0-9a-f]{4}$/, `must be a PCI ${what} id of four digits, such as 101e`);

/** How GPUs are handed to virtual machines, and which network cards go with them. */
export const passthroughSchema = z.strictObject({
  kind: z.literal("passthrough"),
  gpuDeviceId: key(pciId("device").optional(), {
    description: "PCI device id of the GPUs: lspci -n -d 10de: shows it after the vendor's.",
    example: "2330",
    defaultNote: "that of the model, where one is known",
    update: "drains",
    updateNote: "KubeVirt offers other devices: machines that ask for the old name cannot start again.",
    source: HOST_DEVICES,
  }),
  nics: key(
    z
      .strictObject({
        deviceId: key(pciId("device"), {
          description:
            "PCI device id of virtual functions that hosts have bound to vfio-pci, each of which is one machine's: lspci -n shows it after the vendor's. Making and binding them is the host's part.",
          example: "101e",
          update: "drains",
          source: HOST_DEVICES,
        }),
        vendorId: key(pciId("vendor").default("15b3"), {
          description: "PCI vendor id of the cards.",
          update: "drains",
          source: HOST_DEVICES,
        }),
      })
      .optional(),
    {
      description: "Virtual functions of network cards (SR-IOV) for virtual machines.",
      defaultNote: "none: machines have the network of their pod alone",
      update: "drains",
      updateNote: "KubeVirt offers other devices: machines that ask for the old name cannot start again.",
    },
  ),
});
