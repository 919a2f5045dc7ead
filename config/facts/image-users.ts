/**
 * Where the users and groups below are named. Read 2026-11-22: the Dockerfile, and base-passwd as Debian 12 installs it, not
 * as Ubuntu 26.04 does. Names of systemd and of other packages are not checked against a release.
 */
export const IMAGE_USERS_SOURCES = {
  base: "https://salsa.debian.org/debian/base-passwd",
  systemd: "https://github.com/systemd/systemd/blob/main/sysusers.d/basic.conf.in",
  /** Which packages the images have, and that they remove users with homes, `ubuntu` (1000) among them. */
  slinky:
    "https://github.com/SlinkyProject/containers/blob/0c671341556f525b8c39968efc671284b228db53/schedmd/slurm/26.05/ubuntu26.04/Dockerfile",
} as const;

const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Users and groups that images of login and compute nodes have themselves, or whose names mean something to what runs in
 * them. Which ids packages take at their installation no document says, but they are all below 1000. Packages that an image
 * of one's own adds, or that come with a later release, may have more: who has such a name is left out, and the pod says so
 * in its log.
 */
export const IMAGE_NAMES: ReadonlySet<string> = new Set([
  // base-passwd: passwd.master and group.master
  ...words(`root daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc gnats _apt nobody`),
  ...words(`adm tty disk kmem dialout fax voice cdrom floppy tape sudo audio dip operator src shadow utmp video sasl`),
  ...words(`plugdev staff users nogroup`),
  // systemd and udev, which packages of the images need
  ...words(`wheel input kvm render sgx clock empower systemd-journal systemd-network systemd-resolve systemd-timesync`),
  ...words(`systemd-coredump systemd-oom`),
  // openssh, sssd, dbus, polkit, cron, munge, rdma-core, postfix, and Slurm itself
  ...words(`sshd _ssh ssh sssd messagebus polkitd crontab munge rdma postfix postdrop slurm`),
  // what cloud images of Debian and Ubuntu have, and what others of the kind begin with
  ...words(`ubuntu admin netdev syslog uuidd tcpdump dnsmasq _chrony docker`),
]);
