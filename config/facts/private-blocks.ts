/**
 * Blocks of IPv4 that nobody has on the internet and that networks use inside: RFC 1918, the shared space of RFC 6598, and that of
 * tests of devices (RFC 2544), in which FSx itself chooses.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml
 */
export const PRIVATE_BLOCKS = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "198.18.0.0/15",
] as const;
