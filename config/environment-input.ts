/**
 * What environment files of each site may say, made from the zod schemas by `npm run schema`: do not edit.
 * It is there for editors: they show these texts on hover.
 */

export interface AwsEksInput {
  /**
   * Name of the environment; the name of its file, and the first part of every resource name.
   *
   * Changing it is refused. Every resource would be made anew. Make a new environment and move the data.
   *
   * Example: "research"
   */
  name: string;
  /**
   * AWS account id. Terraform refuses to run with credentials of another account.
   *
   * Changing it is refused.
   *
   * Example: "111122223333"
   */
  account: string;
  /**
   * AWS region.
   *
   * Changing it is refused.
   *
   * Example: "us-east-1"
   */
  region: string;
  /**
   * Production protects what holds data and asks for pinned images; development is cheap to throw away.
   *
   * Default: "production"
   *
   * Changing it is done while everything runs.
   */
  profile?: "production" | "development";
  /**
   * Who answers and who pays; tags on everything, instances too.
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
   */
  owner: Owner;
  /**
   * Further tags for every resource.
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Instances carry the tag, too, by a new version of their launch template: nodes are replaced one after another.
   */
  extraTags?: {
    [k: string]: string;
  };
  /**
   * Where Terraform keeps its state.
   *
   * Default: {"kind":"s3"}
   *
   * Changing it is refused.
   */
  state?:
    | {
        kind: "s3";
        /**
         * Bucket for the state. The bootstrap stack makes it, with versioning, its own key and native locking.
         *
         * Default: <name>-tfstate-<account>-<region>
         *
         * Changing it is refused. Move the state with `terraform init -migrate-state` in every stack first.
         */
        bucket?: string;
      }
    | {
        kind: "local";
        /**
         * Folder for state files, relative to the repository. For trials: nothing locks it, nothing backs it up.
         *
         * Default: "state"
         *
         * Changing it is refused. Move the state files first.
         */
        directory?: string;
      };
  /**
   * The pipeline that plans and deploys this environment: its roles in the account and in the cluster.
   *
   * Default: no roles for a pipeline
   *
   * Changing it is done while everything runs. Applied by hand, with `npx railyard bootstrap`: no pipeline changes its own roles.
   */
  ci?: {
    /**
     * Who issues the tokens that roles are taken on with: GitHub Actions.
     *
     * Changing it is done while everything runs.
     */
    kind: "github";
    /**
     * Repository whose jobs may take on the roles, exactly as its tokens name it.
     *
     * Changing it is done while everything runs. Jobs of the earlier repository are refused from then on.
     *
     * Example: "acme/cluster"
     *
     * See https://docs.github.com/en/actions/reference/security/oidc
     */
    repository: string;
    /**
     * Whether this environment makes the account's OIDC provider for GitHub. An account has one: of several environments in it, one makes it.
     *
     * Default: "create"
     *
     * Changing it is done while everything runs. From create to existing, the provider would be deleted under the other environments: move it to the state of another first.
     *
     * See https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateOpenIDConnectProvider.html
     */
    provider?: "create" | "existing";
    /**
     * Branch on which plans are made beside pull requests; `*` is not allowed in it.
     *
     * Default: "main"
     *
     * Changing it is done while everything runs.
     *
     * Example: "main"
     */
    defaultBranch?: string;
  };
  /**
   * The VPC: one that is made, or one that exists and is only used.
   *
   * Changing it destroys what is there and makes it anew.
   */
  network:
    | {
        kind: "create";
        /**
         * IPv4 block of the VPC, /16 to /22. Each zone gets an eighth of it for nodes, pods and storage, and a sixty-fourth for load balancers and NAT.
         *
         * Changing it destroys what is there and makes it anew. A VPC cannot change its block: everything in it is made anew.
         *
         * Example: "10.20.0.0/16"
         */
        cidr: string;
        /**
         * Zones, in order: availability zones, of which EKS needs two, and Local Zones. Add zones at the end: the place in the list fixes the subnet.
         *
         * Changing it destroys what is there and makes it anew. Reordering or removing moves subnets, and what stands in them is replaced.
         *
         * Changing it by more at its end is done while everything runs. The zone gets subnets for nodes; control plane and system nodes stay in cluster.zones.
         *
         * Example: ["us-east-1a","us-east-1b"]
         *
         * @minItems 2
         * @maxItems 6
         */
        zones: string[];
        /**
         * NAT gateways: one for all zones, one in each (survives the loss of a zone), or none (then `endpoints: all` is needed).
         *
         * Default: "single"
         *
         * Changing it is done while everything runs. Open connections through the NAT gateway break once.
         */
        nat?: "none" | "single" | "per-zone";
        /**
         * VPC endpoints: the free gateway endpoint for S3 alone, or also the interface endpoints that a cluster without a way out needs (ECR, STS, EC2, EKS, logs, FSx, KMS, CloudWatch, SNS …). They stand in availability zones: AWS has none in Local Zones.
         *
         * Default: "s3"
         *
         * Changing it is done while everything runs.
         */
        endpoints?: "s3" | "all";
        /**
         * Days to keep VPC flow logs; 0 switches them off.
         *
         * Unit: days
         *
         * Default: 30
         *
         * Changing it is done while everything runs.
         */
        flowLogDays?: number;
      }
    | {
        kind: "existing";
        /**
         * VPC to build in. Railyard never changes or destroys it.
         *
         * Changing it destroys what is there and makes it anew.
         */
        vpcId: string;
        /**
         * IPv4 block of that VPC.
         *
         * Changing it disturbs nothing that runs.
         */
        cidr: string;
        /**
         * Subnets to use: at least one private subnet in each of two zones.
         *
         * Changing it destroys what is there and makes it anew.
         *
         * @minItems 2
         */
        subnets: {
          /**
           * Id of the subnet.
           *
           * Changing it destroys what is there and makes it anew. What stands in the subnet is made anew; a file system in it would be lost.
           */
          id: string;
          /**
           * Availability zone of the subnet.
           *
           * Changing it disturbs nothing that runs.
           */
          zone: string;
          /**
           * IPv4 block of the subnet.
           *
           * Changing it disturbs nothing that runs.
           */
          cidr: string;
          /**
           * Private subnets hold nodes and storage, public ones load balancers.
           *
           * Changing it disturbs nothing that runs.
           */
          tier: "private" | "public";
          /**
           * IPv4 addresses still free in it, for the IP budget.
           *
           * Default: all but the five that AWS keeps
           *
           * Changing it disturbs nothing that runs.
           */
          freeAddresses?: number;
        }[];
      };
  /**
   * The EKS cluster.
   *
   * Changing it is done while everything runs.
   */
  cluster: {
    kind?: "eks";
    /**
     * Kubernetes minor version.
     *
     * Default: "1.36"
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. One minor version at a time. Back by one, the control plane alone, within 7 days of an upgrade and after its nodes. A node group that pins image.release stays on its version until you change that.
     */
    version?: "1.31" | "1.32" | "1.33" | "1.34" | "1.35" | "1.36" | "1.37";
    /**
     * IAM roles or users with cluster-admin, including the one that runs Terraform. No one else has access at first.
     *
     * Changing it is done while everything runs.
     *
     * Example: ["arn:aws:iam::111122223333:role/platform-admin"]
     *
     * @minItems 1
     */
    admins: string[];
    /**
     * IAM roles or users that may read everything but secrets.
     *
     * Changing it is done while everything runs.
     */
    viewers?: string[];
    /**
     * IAM roles or users that may read everything, secrets too: whoever plans stacks in the cluster, since Helm keeps its releases in secrets.
     *
     * Changing it is done while everything runs.
     */
    auditors?: string[];
    /**
     * Who reaches the Kubernetes API: only the VPC (and what is connected to it), also some blocks of the internet, or those blocks alone: nodes then call it over the internet, too. Hybrid nodes need one of the two, not both.
     *
     * Default: {"kind":"private"}
     *
     * Changing it is done while everything runs.
     */
    endpoint?:
      | {
          kind: "public-and-private";
          /**
           * Blocks from which the Kubernetes API may be reached over the internet: the public addresses of your NAT or VPN. With a public endpoint alone those of the NAT gateways that Railyard makes are added, for nodes in AWS call it, too; servers on premises call it from an address that stands here.
           *
           * Changing it is done while everything runs.
           *
           * @minItems 1
           */
          allowedCidrs: string[];
          /**
           * Blocks from which the private endpoint of the Kubernetes API may be called, on port 443: the VPC, and what is connected to it (VPN, peered networks, runners). Nodes always may.
           *
           * Default: the block of the network
           *
           * Changing it is done while everything runs.
           *
           * Example: ["10.20.0.0/16","10.200.0.0/16"]
           *
           * @minItems 1
           */
          privateCidrs?: string[];
        }
      | {
          kind: "private";
          /**
           * Blocks from which the private endpoint of the Kubernetes API may be called, on port 443: the VPC, and what is connected to it (VPN, peered networks, runners). Nodes always may.
           *
           * Default: the block of the network
           *
           * Changing it is done while everything runs.
           *
           * Example: ["10.20.0.0/16","10.200.0.0/16"]
           *
           * @minItems 1
           */
          privateCidrs?: string[];
        }
      | {
          kind: "public";
          /**
           * Blocks from which the Kubernetes API may be reached over the internet: the public addresses of your NAT or VPN. With a public endpoint alone those of the NAT gateways that Railyard makes are added, for nodes in AWS call it, too; servers on premises call it from an address that stands here.
           *
           * Changing it is done while everything runs.
           *
           * @minItems 1
           */
          allowedCidrs: string[];
        };
    /**
     * How EKS maps IAM principals: access entries only, or also the old aws-auth ConfigMap.
     *
     * Default: "api"
     *
     * Changing it is done while everything runs. From api-and-config-map to api only; never back.
     */
    authenticationMode?: "api" | "api-and-config-map";
    /**
     * IPv4 block of Kubernetes services; it must not overlap the VPC.
     *
     * Default: "172.20.0.0/16"
     *
     * Changing it destroys what is there and makes it anew. The cluster is made anew.
     */
    serviceCidr?: string;
    /**
     * Control-plane logs that go to CloudWatch.
     *
     * Default: ["api","audit","authenticator"]
     *
     * Changing it is done while everything runs.
     */
    logs?: ("api" | "audit" | "authenticator" | "controllerManager" | "scheduler")[];
    /**
     * Days to keep control-plane logs.
     *
     * Unit: days
     *
     * Default: 90
     *
     * Changing it is done while everything runs.
     */
    logDays?: number;
    /**
     * At the end of standard support: be upgraded by AWS, or stay and pay 0.60 $/h.
     *
     * Default: "standard"
     *
     * Changing it is done while everything runs.
     */
    support?: "standard" | "extended";
    /**
     * Provisioned control plane capacity. Choose by what the dashboard Control plane shows, not by node count: seats of requests, pods placed in a second, and GB in etcd.
     *
     * Default: "standard"
     *
     * Changing it is done while everything runs. Back to standard only while etcd holds less than 8 GB.
     *
     * See https://docs.aws.amazon.com/eks/latest/userguide/eks-provisioned-control-plane.html
     */
    tier?: "standard" | "tier-xl" | "tier-2xl" | "tier-4xl";
    /**
     * Whether AWS refuses to delete the cluster.
     *
     * Default: true in production, false in development
     *
     * Changing it is done while everything runs.
     */
    deletionProtection?: boolean;
    /**
     * Availability zones of the control plane and of system nodes, and of node groups that name none: those that the cluster is made with. Zones that the network gets later hold nodes alone.
     *
     * Default: the first two availability zones of the network
     *
     * Changing it is refused. EKS takes only the zones that a cluster was made with, and system nodes would all be replaced at once.
     *
     * Example: ["us-east-1a","us-east-1b"]
     *
     * See https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html
     *
     * @minItems 2
     * @maxItems 6
     */
    zones?: string[];
    /**
     * Networks on premises whose servers join as hybrid nodes: node groups of kind hybrid stand in them. EKS bills each vCPU by the hour.
     *
     * Default: no hybrid nodes
     *
     * Changing it is done while everything runs. Without it the control plane no longer reaches hybrid nodes: drain and remove their groups first.
     */
    hybrid?: {
      /**
       * Blocks with the addresses of the servers. A node whose address is in none of them joins, and cannot be reached.
       *
       * Changing it is done while everything runs.
       *
       * Example: ["10.200.0.0/22"]
       *
       * See https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-networking.html
       *
       * @minItems 1
       * @maxItems 15
       */
      nodeCidrs: string[];
      /**
       * Blocks from which Cilium gives addresses to pods on the servers; each node takes a /25.
       *
       * Changing it is refused. Pods that run keep their addresses, and the ranges of nodes do not move: a block may be added at the end.
       *
       * Changing it by more at its end is done while everything runs.
       *
       * Example: ["10.201.0.0/16"]
       *
       * See https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cni.html
       *
       * @minItems 1
       * @maxItems 15
       */
      podCidrs: string[];
      /**
       * Who carries packets from the VPC to pods on the servers: nobody, so that pods leave with the address of their node; the network on premises, which has routes to podCidrs (BGP, or static ones); or the gateway of EKS Hybrid Nodes, two nodes in AWS with tunnels to the servers that are not encrypted. Slurm needs one of the two.
       *
       * Default: {"kind":"none"}
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Cilium's agents restart with another way of sending: connections of pods to the VPC break once. Away from the gateway: delete its routes to podCidrs first, which AWS leaves in the route tables.
       */
      podRoutes?:
        | {
            kind: "none";
          }
        | {
            kind: "network";
          }
        | {
            kind: "gateway";
            /**
             * Node group of two or more CPU nodes in AWS that carries the packets and does nothing else: one node at a time, so that its network is the bandwidth between the VPC and pods on premises.
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Packets between the VPC and pods on premises are lost until the gateway runs on the other nodes.
             *
             * Example: "gateway"
             *
             * See https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-getting-started.html
             */
            nodeGroup: string;
          };
      /**
       * Where names are answered for pods on the servers: by two CoreDNS pods there, and by those in AWS while none of them answers; or by those in AWS alone, over the connection.
       *
       * Default: "on-premises"
       *
       * Changing it is done while everything runs. Servers that have joined ask the old place until nodeadm runs on them again; on-premises to aws: run it there first.
       *
       * See https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-webhooks.html
       */
      dns?: "on-premises" | "aws";
      /**
       * What nodeadm proves a server by: an activation of Systems Manager, or a certificate and IAM Roles Anywhere. Neither activation codes nor keys are ever in config.
       *
       * Changing it takes the nodes away: their jobs stop. Servers leave, and join again with the other credentials.
       *
       * Example: {"kind":"ssm"}
       *
       * See https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-creds.html
       */
      credentials:
        | {
            kind: "ssm";
          }
        | {
            kind: "roles-anywhere";
            /**
             * Whose certificates IAM Roles Anywhere trusts.
             *
             * Changing it is done while everything runs.
             */
            trustAnchor:
              | {
                  kind: "certificates";
                  /**
                   * Certificates of the authority that signs those of the servers. They are public; keys stay with it.
                   *
                   * Changing it is done while everything runs. Servers whose certificates no certificate here has signed can no longer renew their credentials.
                   */
                  pem: string;
                }
              | {
                  kind: "private-ca";
                  /**
                   * Authority of AWS Private CA that signs the certificates of the servers.
                   *
                   * Changing it is done while everything runs. Servers with certificates of another authority can no longer renew their credentials.
                   */
                  arn: string;
                };
          };
      /**
       * How the VPC reaches the servers: through a transit gateway, to which Railyard attaches it and routes the blocks; or in another way that somebody else has set up, with routes in every private subnet.
       *
       * Default: {"kind":"elsewhere"}
       *
       * Changing it destroys what is there and makes it anew. Hybrid nodes lose the control plane until the other way is there.
       *
       * Example: {"kind":"transit-gateway","id":"tgw-0123456789abcdef0"}
       */
      connection?:
        | {
            kind: "transit-gateway";
            /**
             * Transit gateway to which the VPC is attached; the VPN or Direct Connect is attached to it already.
             *
             * Changing it destroys what is there and makes it anew. The attachment is made anew: hybrid nodes lose the control plane until its routes are there again.
             */
            id: string;
          }
        | {
            kind: "elsewhere";
          };
    };
    /**
     * The nodes that run everything but jobs.
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
     */
    systemNodes?: {
      /**
       * Instance type of the nodes that run controllers, CoreDNS, slurmctld and monitoring.
       *
       * Default: "m7i.xlarge"
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
       */
      instanceType?:
        | "p4d.24xlarge"
        | "p4de.24xlarge"
        | "p5.4xlarge"
        | "p5.48xlarge"
        | "p5e.48xlarge"
        | "p5en.48xlarge"
        | "p6-b200.48xlarge"
        | "p6-b300.48xlarge"
        | "p6e-gb200.36xlarge"
        | "g5.xlarge"
        | "g5.2xlarge"
        | "g5.4xlarge"
        | "g5.8xlarge"
        | "g5.12xlarge"
        | "g5.16xlarge"
        | "g5.24xlarge"
        | "g5.48xlarge"
        | "g6.xlarge"
        | "g6.2xlarge"
        | "g6.4xlarge"
        | "g6.8xlarge"
        | "g6.12xlarge"
        | "g6.16xlarge"
        | "g6.24xlarge"
        | "g6.48xlarge"
        | "gr6.4xlarge"
        | "gr6.8xlarge"
        | "g6e.xlarge"
        | "g6e.2xlarge"
        | "g6e.4xlarge"
        | "g6e.8xlarge"
        | "g6e.12xlarge"
        | "g6e.16xlarge"
        | "g6e.24xlarge"
        | "g6e.48xlarge"
        | "g7e.2xlarge"
        | "g7e.4xlarge"
        | "g7e.8xlarge"
        | "g7e.12xlarge"
        | "g7e.24xlarge"
        | "g7e.48xlarge"
        | "g7.48xlarge"
        | "g4dn.xlarge"
        | "g4dn.2xlarge"
        | "g4dn.4xlarge"
        | "g4dn.8xlarge"
        | "g4dn.12xlarge"
        | "g4dn.16xlarge"
        | "g4dn.metal"
        | "trn1.32xlarge"
        | "trn1n.32xlarge"
        | "trn2.48xlarge"
        | "m7i.large"
        | "m7i.xlarge"
        | "m7i.2xlarge"
        | "m7i.4xlarge"
        | "m7i.8xlarge"
        | "m7i.16xlarge"
        | "m7i.48xlarge"
        | "c7i.large"
        | "c7i.xlarge"
        | "c7i.2xlarge"
        | "c7i.4xlarge"
        | "c7i.8xlarge"
        | "c7i.16xlarge"
        | "c7i.48xlarge";
      /**
       * How many system nodes; spread over the zones.
       *
       * Default: 3
       *
       * Changing it is done while everything runs.
       */
      count?: number;
    };
  };
  /**
   * Groups of equal nodes, by name: those that EC2 starts, and servers on premises.
   *
   * Changing it is done while everything runs. Removing a group stops its jobs. Renaming is removing one and adding another.
   */
  nodeGroups: {
    [k: string]:
      | {
          /**
           * Nodes that EC2 starts; servers on premises are of kind hybrid.
           *
           * Default: ec2
           *
           * Changing it takes the nodes away: their jobs stop. The nodes of the one kind go, and those of the other join.
           */
          kind?: "ec2";
          /**
           * EC2 instance type. GPUs, EFA layout, NVMe, AMI, pod limit and price follow from it.
           *
           * Changing it destroys what is there and makes it anew. The node group is made anew: drain it first.
           *
           * Example: "p5.48xlarge"
           */
          instanceType:
            | "p4d.24xlarge"
            | "p4de.24xlarge"
            | "p5.4xlarge"
            | "p5.48xlarge"
            | "p5e.48xlarge"
            | "p5en.48xlarge"
            | "p6-b200.48xlarge"
            | "p6-b300.48xlarge"
            | "p6e-gb200.36xlarge"
            | "g5.xlarge"
            | "g5.2xlarge"
            | "g5.4xlarge"
            | "g5.8xlarge"
            | "g5.12xlarge"
            | "g5.16xlarge"
            | "g5.24xlarge"
            | "g5.48xlarge"
            | "g6.xlarge"
            | "g6.2xlarge"
            | "g6.4xlarge"
            | "g6.8xlarge"
            | "g6.12xlarge"
            | "g6.16xlarge"
            | "g6.24xlarge"
            | "g6.48xlarge"
            | "gr6.4xlarge"
            | "gr6.8xlarge"
            | "g6e.xlarge"
            | "g6e.2xlarge"
            | "g6e.4xlarge"
            | "g6e.8xlarge"
            | "g6e.12xlarge"
            | "g6e.16xlarge"
            | "g6e.24xlarge"
            | "g6e.48xlarge"
            | "g7e.2xlarge"
            | "g7e.4xlarge"
            | "g7e.8xlarge"
            | "g7e.12xlarge"
            | "g7e.24xlarge"
            | "g7e.48xlarge"
            | "g7.48xlarge"
            | "g4dn.xlarge"
            | "g4dn.2xlarge"
            | "g4dn.4xlarge"
            | "g4dn.8xlarge"
            | "g4dn.12xlarge"
            | "g4dn.16xlarge"
            | "g4dn.metal"
            | "trn1.32xlarge"
            | "trn1n.32xlarge"
            | "trn2.48xlarge"
            | "m7i.large"
            | "m7i.xlarge"
            | "m7i.2xlarge"
            | "m7i.4xlarge"
            | "m7i.8xlarge"
            | "m7i.16xlarge"
            | "m7i.48xlarge"
            | "c7i.large"
            | "c7i.xlarge"
            | "c7i.2xlarge"
            | "c7i.4xlarge"
            | "c7i.8xlarge"
            | "c7i.16xlarge"
            | "c7i.48xlarge";
          /**
           * How many nodes: a number that Terraform keeps, or a range within which an autoscaler chooses.
           *
           * Unit: nodes
           *
           * Changing it is done while everything runs. Growing disturbs nobody. Shrinking stops jobs on the nodes that go: drain them in Slurm first.
           *
           * Example: 16
           */
          nodes:
            | number
            | {
                /**
                 * Fewest nodes.
                 *
                 * Unit: nodes
                 *
                 * Default: 0
                 *
                 * Changing it is done while everything runs.
                 */
                min?: number;
                /**
                 * Most nodes; EKS allows 450 in a group. { min: 0, max: 0 } is the same as 0.
                 *
                 * Unit: nodes
                 *
                 * Changing it is done while everything runs.
                 */
                max: number;
              };
          /**
           * Who starts and ends nodes within the range that `nodes` says. karpenter: the group is a NodePool of Karpenter, which starts a node for pods that find no room and ends it when it is idle; Slurm's jobs ask for nodes by KEDA.
           *
           * Default: nobody: a managed node group of EKS, whose number Terraform or a person sets
           *
           * Changing it takes the nodes away: their jobs stop. The nodes of the one owner go, and the other starts new ones: drain the group first.
           *
           * Example: {"kind":"karpenter"}
           *
           * See https://karpenter.sh/docs/concepts/nodepools/
           */
          scaledBy?:
            | {
                kind: "karpenter";
                /**
                 * How long a node may have nothing to do before it goes. In Slurm a node is started for a job and takes minutes to boot: a time below that ends nodes before they did anything.
                 *
                 * Unit: minutes
                 *
                 * Default: 10
                 *
                 * Changing it is done while everything runs.
                 *
                 * See https://karpenter.sh/docs/concepts/disruption/#consolidation
                 */
                idleMinutes?: number;
              }
            | {
                kind: "eks-auto-mode";
              };
          /**
           * How the instances are bought.
           *
           * Default: {"kind":"on-demand"}
           *
           * Changing it destroys what is there and makes it anew. Another kind makes the node group anew: drain it first.
           */
          capacity?:
            | {
                kind: "on-demand";
                /**
                 * Whether the nodes share a cluster placement group of their own.
                 *
                 * Default: true when the group has EFA
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. New nodes start in the other place, one after another; drain their partition first.
                 */
                placementGroup?: boolean;
              }
            | {
                kind: "spot";
                /**
                 * Whether nodes start on demand where there is no spot capacity. Karpenter alone can: a managed node group buys in one way.
                 *
                 * Default: false: without spot capacity nodes are waited for
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes that run stay as they were bought.
                 *
                 * See https://karpenter.sh/docs/concepts/nodepools/#capacity-type
                 */
                onDemandFallback?: boolean;
                /**
                 * Whether the nodes share a cluster placement group; it makes spot capacity rarer.
                 *
                 * Default: false
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. New nodes start in the other place, one after another; drain their partition first.
                 */
                placementGroup?: boolean;
              }
            | {
                kind: "reservation";
                /**
                 * On-Demand Capacity Reservation to run in: its id, or the ARN of a resource group that holds several.
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 *
                 * Example: "cr-0123456789abcdef0"
                 */
                target: string;
                /**
                 * Zone of the reservation. The node group gets exactly the subnet of this zone.
                 *
                 * Changing it destroys what is there and makes it anew. The node group is made anew in the other zone.
                 */
                zone: string;
                /**
                 * Instances reserved, if you want node counts checked against it.
                 *
                 * Unit: instances
                 *
                 * Changing it disturbs nothing that runs.
                 */
                count?: number;
                /**
                 * Name of the placement group in which the reservation was created. A reservation outside one can never enter one.
                 *
                 * Default: no placement group
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. New nodes start in the other place, one after another; drain their partition first.
                 */
                placementGroup?: string;
              }
            | {
                kind: "capacity-block";
                /**
                 * Capacity Block reservation, bought beforehand: Railyard never buys one, since that cannot be undone.
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. A new block is a new version of the launch template; nodes of the old one end with it.
                 *
                 * Example: "cr-0123456789abcdef0"
                 */
                id: string;
                /**
                 * Zone of the block.
                 *
                 * Changing it destroys what is there and makes it anew. The node group is made anew in the other zone.
                 */
                zone: string;
                /**
                 * Instances in the block, if you want node counts checked against it; AWS sells at most 64 in one.
                 *
                 * Unit: instances
                 *
                 * Changing it disturbs nothing that runs.
                 */
                count?: number;
                /**
                 * When the block begins: a day, which means 11:30 UTC, or a moment, in UTC (Z) or with an offset (+01:00).
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "2026-12-01"
                 */
                start: string;
                /**
                 * When the block ends: a day, since it is always 11:30 UTC. AWS begins to terminate nodes 30 minutes earlier (60 for UltraServers).
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "2026-12-15"
                 */
                end: string;
              };
          /**
           * Network between the nodes.
           *
           * Default: efa with the save-ip layout where the type has EFA and GPUs; none elsewhere
           *
           * Changing it destroys what is there and makes it anew. The node group is made anew: drain it first.
           */
          fabric?:
            | {
                kind: "efa";
                /**
                 * Which interfaces a node has. save-ip: one address, every EFA device (recommended by AWS). primary-efa: EFA on the primary interface, which leaves more pod addresses on card 0. max-ena: more IP bandwidth, one address per extra interface. eight-efa: 8 × 200 Gbps on GB200.
                 *
                 * Default: "save-ip"
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. A new launch template version: nodes are drained and replaced.
                 *
                 * See https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html
                 */
                layout?: "save-ip" | "primary-efa" | "max-ena" | "eight-efa";
              }
            | {
                kind: "none";
              };
          /**
           * Zone of the nodes, for on-demand and spot groups with EFA (which cannot span zones).
           *
           * Default: the first zone of the network for groups with EFA, all zones for others
           *
           * Changing it destroys what is there and makes it anew. The node group is made anew in the other zone.
           */
          zone?: string;
          /**
           * Operating system image.
           *
           * Default: {"kind":"al2023"}
           *
           * Changing it destroys what is there and makes it anew. Another kind makes the node group anew. A new release rolls through the nodes, drained one by one.
           */
          image?:
            | {
                kind: "al2023";
                /**
                 * Release of the EKS Amazon Linux 2023 image.
                 *
                 * Default: the release that EKS recommends when the group is made; production asks for a pinned one
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 *
                 * Example: "1.34.2-20251112"
                 */
                release?: string;
              }
            | {
                kind: "bottlerocket";
                /**
                 * Release of the Bottlerocket image.
                 *
                 * Default: the release that EKS recommends when the group is made; production asks for a pinned one
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 */
                release?: string;
                /**
                 * EBS snapshot of a Bottlerocket data volume with images in it, of this Region: nodes start with them instead of pulling them. It may be no larger than rootVolumeGiB, and the Auto Scaling role must be let use the key of an encrypted one.
                 *
                 * Default: none: an empty volume
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 *
                 * Example: "snap-0123456789abcdef0"
                 *
                 * See https://aws.amazon.com/blogs/containers/reduce-container-startup-time-on-amazon-eks-with-bottlerocket-data-volume
                 */
                dataSnapshotId?: string;
              }
            | {
                kind: "custom";
                /**
                 * Your own image. It must be built on the EKS Amazon Linux 2023 image: nodes join by nodeadm.
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 */
                imageId: string;
              }
            | {
                kind: "ubuntu";
                /**
                 * Release of Ubuntu that the image has. For groups without GPUs and EFA.
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 *
                 * See https://github.com/eksctl-io/eksctl/blob/99984adb/pkg/ami/ssm_resolver.go
                 */
                release: "24.04" | "26.04";
                /**
                 * Image of Canonical for EKS, of the cluster's Kubernetes version and of this Region: node groups take no name of a parameter, so that a new image is a change of config. preflight tells the newest one.
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 *
                 * Example: "ami-0123456789abcdef0"
                 *
                 * See https://github.com/aws/containers-roadmap/issues/1951
                 */
                imageId: string;
              };
          /**
           * Size of the encrypted gp3 root volume. NVIDIA images and container layers need room.
           *
           * Unit: GiB
           *
           * Default: 200
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
           */
          rootVolumeGiB?: number;
          /**
           * What becomes of local NVMe disks: one striped volume for containers and scratch, a mirrored one, each disk mounted alone, or nothing.
           *
           * Default: raid0 where the type has NVMe and the image is not Ubuntu, none elsewhere
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
           */
          localStorage?: "raid0" | "raid10" | "mount" | "none";
          /**
           * Pods a node may run.
           *
           * Default: what the VPC CNI can really place with the chosen layout (51 on p5 with save-ip, not 100)
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
           */
          maxPods?: number;
          /**
           * How pods ask for its GPUs and devices of its fabric: device plugins or dynamic resource allocation, never both on a node.
           *
           * Default: gpu.allocation; without that dra where NVLink spans nodes (GB200), device-plugin elsewhere
           *
           * Changing it takes the nodes away: their jobs stop. Pods that ask in the other way find no device: drain its partitions first, and deploy when no job runs.
           */
          allocation?: "device-plugin" | "dra";
          /**
           * Who brings the NVIDIA driver and the container toolkit of its nodes: the hosts have them, or the GPU Operator installs them. Pools of one cluster may differ: images of EKS have a driver, servers on premises need not.
           *
           * Default: gpu.driver of the environment (ami: host)
           *
           * Changing it takes the nodes away: their jobs stop. A driver goes from under GPUs that are in use, and another one comes: no job runs meanwhile.
           *
           * Example: "operator"
           *
           * See https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html
           */
          driver?: "host" | "operator";
          /**
           * How pods share a GPU. Training wants whole GPUs.
           *
           * Default: {"kind":"whole"}
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          sharing?: Sharing;
          /**
           * Kubernetes labels beside those that Railyard sets.
           *
           * Changing it is done while everything runs.
           *
           * Example: {"example.com/project":"vision"}
           */
          labels?: {
            [k: string]: string;
          };
          /**
           * Taints beside nvidia.com/gpu=present:NoSchedule, which every GPU group has.
           *
           * Changing it is done while everything runs.
           *
           * @maxItems 49
           */
          taints?: {
            /**
             * Key of the taint.
             *
             * Changing it is done while everything runs.
             */
            key: string;
            /**
             * Taint value.
             *
             * Changing it is done while everything runs.
             */
            value?: string;
            /**
             * Taint effect.
             *
             * Changing it is done while everything runs.
             */
            effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule";
          }[];
          /**
           * Nodes that an update may take away at one time.
           *
           * Unit: nodes
           *
           * Default: 1
           *
           * Changing it disturbs nothing that runs.
           */
          maxUnavailable?: number;
          /**
           * EKS node auto repair. Off by default: it reboots nodes in the middle of a job. What programs cause (XID 13, 31, 43, 94, 126) is left out of it; other findings of its table are not.
           *
           * Default: {"kind":"off"}
           *
           * Changing it is done while everything runs.
           */
          repair?:
            | {
                kind: "off";
              }
            | {
                kind: "auto";
                /**
                 * Nodes that EKS may repair at one time.
                 *
                 * Unit: nodes
                 *
                 * Default: 1
                 *
                 * Changing it is done while everything runs.
                 */
                maxParallel?: number;
                /**
                 * Unhealthy nodes above which EKS stops repairing: then something larger is wrong.
                 *
                 * Unit: nodes
                 *
                 * Default: 2
                 *
                 * Changing it is done while everything runs.
                 */
                maxUnhealthy?: number;
              };
          /**
           * Load the gdrdrv kernel module at boot, for GDRCopy: one that the image has (true), or one built at boot from a source archive. Images of EKS are built without it unless AWS says otherwise; a node whose script finds none does not become ready.
           *
           * Default: false
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
           *
           * Example: {"url":"https://artifacts.example.com/gdrcopy-2.5.1.tar.gz","sha256":"0000000000000000000000000000000000000000000000000000000000000000"}
           *
           * See https://github.com/awslabs/amazon-eks-ami/pull/2736
           */
          gdrcopyModule?:
            | boolean
            | {
                /**
                 * Archive (.tar.gz) of a GDRCopy release, where nodes can fetch it when they boot.
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 */
                url: string;
                /**
                 * SHA-256 of the archive.
                 *
                 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
                 */
                sha256: string;
              };
          /**
           * Images that a daemon pulls onto each node and keeps there, so that pods start at once: on the NVMe disks where they carry containers. Each must have the program sleep. A pod finds it only under the same name, which is that of its mirror where platform.images.mirrors has one. Jobs of Slurm with Pyxis do not read them: slurm.containers.images does that.
           *
           * Changing it is done while everything runs. New images are pulled on one tenth of the nodes at a time; nothing is drained.
           *
           * Example: ["nvcr.io/nvidia/pytorch:25.06-py3"]
           *
           * @maxItems 20
           */
          prePull?: string[];
          /**
           * Whether a node takes no pod before checks of it have passed: GPUs, errors of their memory, NVLinks, devices and links of the fabric, huge pages, NVMe disks, what the kubelet offers, and level 1 of DCGM where its program is on the host. The node bears the taint railyard.dev/startup-checks until then; its condition StartupChecks says what is wrong, and whose fault that is. Whoever wants it to take pods all the same removes the taint.
           *
           * Default: false
           *
           * Changing it is done while everything runs. EKS gives the taint to the nodes that are there, too, and takes it from all of them where the key goes: pods that run stay, and new ones wait for the checks. Nodes of Karpenter have it from the next one on.
           *
           * Example: true
           *
           * See https://karpenter.sh/docs/concepts/nodepools/#cilium-startup-taint
           */
          startupChecks?: boolean;
          /**
           * How the kubelet of each node places pods on sockets. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
           *
           * Default: as the kubelet does by itself: CPUs, GPUs and cards of a pod may be of different sockets
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
           *
           * Example: {"topologyManagerPolicy":"best-effort","cpuManagerPolicy":"static"}
           */
          kubelet?: {
            /**
             * Whether GPUs, network cards and CPUs of a pod are of the same NUMA nodes. best-effort: where that can be. restricted: a pod that could have fewer NUMA nodes than are free for it fails. single-numa-node: a pod that does not fit one fails; never for pods of whole nodes.
             *
             * Default: the kubelet's own
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
             *
             * Example: "best-effort"
             *
             * See https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/
             */
            topologyManagerPolicy?: "none" | "best-effort" | "restricted" | "single-numa-node";
            /**
             * Whether each container is placed, or all of a pod together.
             *
             * Default: the kubelet's own
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
             *
             * See https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/
             */
            topologyManagerScope?: "container" | "pod";
            /**
             * static: pods that ask for whole CPUs, as much as their limit, have them for themselves; without it only devices are placed by NUMA node, and no CPU.
             *
             * Default: the kubelet's own
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
             *
             * Example: "static"
             *
             * See https://kubernetes.io/docs/tasks/administer-cluster/cpu-management-policies/
             */
            cpuManagerPolicy?: "none" | "static";
            /**
             * CPUs by number that no pod has with cpuManagerPolicy static: for the system and its interrupts.
             *
             * Default: the kubelet's own
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
             *
             * Example: "0-1,96-97"
             *
             * See https://kubernetes.io/docs/tasks/administer-cluster/cpu-management-policies/
             */
            reservedSystemCPUs?: string;
          };
          /**
           * How hosts are set up beyond their image: huge pages, sysctl, limits, clocks, clients of Lustre. {} takes the values that fit purpose and hardware; each can be written.
           *
           * Default: none: what image and fabric need alone
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
           *
           * Example: {"purpose":"training","sysctl":{"vm.swappiness":10}}
           */
          tuning?: {
            /**
             * What the nodes are for, from which all other values follow: training with a fabric, inference with other GPUs, cpu without. none: only what is written here.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            purpose?: "training" | "inference" | "cpu" | "none";
            /**
             * Huge pages of 2 MiB, reserved before pods can ask for them; more that the image has stay. "image" leaves them to it.
             *
             * Unit: pages
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             *
             * Example: 5128
             */
            hugepages2Mi?: number | "image";
            /**
             * Limits of containerd, which containers inherit.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            limits?: {
              /**
               * Memory that containers may pin. image: what containerd of the image says.
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              memlock?: "unlimited" | "image";
              /**
               * Stack of the threads of containers.
               *
               * Unit: bytes
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              stack?: number | "image";
            };
            /**
             * Settings of the kernel by their names. "image" leaves one as it is, which Railyard would set.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             *
             * Example: {"vm.swappiness":10,"kernel.numa_balancing":"image"}
             */
            sysctl?: {
              [k: string]: number | string;
            };
            /**
             * Whether the kernel puts pages together by itself. No maker asks for a value: left as it is unless set.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            transparentHugepages?: "always" | "madvise" | "never";
            /**
             * Who chooses the clocks of CPUs. image: left as it is.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            governor?: "performance" | "powersave" | "schedutil" | "image";
            /**
             * Whether irqbalance moves interrupts between CPUs; off where somebody places them by hand. Left as it is unless set.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            irqbalance?: "on" | "off";
            /**
             * Kernel modules that are loaded at boot. image: left as it is.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            modules?: {
              [k: string]: "loaded" | "image";
            };
            /**
             * Local NVMe disks. Left as they are unless set; localStorage says what becomes of them.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            nvme?: {
              /**
               * Scheduler of requests.
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              scheduler?: "none" | "mq-deadline" | "kyber" | "bfq";
              /**
               * What is read ahead of a program.
               *
               * Unit: KiB
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              readAheadKiB?: number | "image";
            };
            /**
             * Clients of Lustre, where a volume of it is mounted. Left as they are with the word image.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            lustre?: {
              /**
               * Threads that send requests, for each partition of CPUs.
               *
               * Unit: threads
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              ptlrpcdPerCptMax?: number | "image";
              /**
               * Requests on their way at one time over TCP.
               *
               * Unit: requests
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              ksocklndCredits?: number | "image";
              /**
               * How long a lock that nobody uses is kept.
               *
               * Unit: ms
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              lruMaxAgeMs?: number | "image";
              /**
               * Locks that a client keeps.
               *
               * Unit: locks
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              lruSize?: number | "image";
              /**
               * Requests at one time to each object target.
               *
               * Unit: requests
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              ostRpcsInFlight?: number | "image";
              /**
               * Requests at one time to each metadata target.
               *
               * Unit: requests
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              mdtRpcsInFlight?: number | "image";
              /**
               * Of them, requests that change something.
               *
               * Unit: requests
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              mdtModifyingRpcsInFlight?: number | "image";
            };
            /**
             * Registers of PCIe devices, which each boot sets back.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             */
            pci?: {
              /**
               * Access control of PCIe bridges, which sends traffic between GPU and card up to the root complex. Bare metal alone.
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              acs?: "off" | "firmware";
              /**
               * Largest read of compute cards, where no operator keeps it. Bare metal alone.
               *
               * Unit: bytes
               *
               * Default: by purpose and hardware
               *
               * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
               */
              maxReadRequest?: 128 | 256 | 512 | 1024 | 2048 | 4096;
            };
            /**
             * What the kernel is booted with. Images have it (railyard image writes their recipe): nothing reboots a node for it.
             *
             * Default: by purpose and hardware
             *
             * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one.
             *
             * Example: {"init_on_alloc":0}
             */
            kernelArguments?: {
              [k: string]: number | string;
            };
          };
          /**
           * Escape hatch: keys merged last into the spec of nodeadm's NodeConfig. Shown in reviews.
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
           *
           * Example: {"kubelet":{"config":{"imageGCHighThresholdPercent":90}}}
           */
          nodeadm?: {
            [k: string]: unknown;
          };
          /**
           * Escape hatch: a shell script run at first boot, after Railyard's own. Never put a secret in it: user data can be read.
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
           */
          bootScript?: string;
        }
      | {
          /**
           * Servers on premises that join as EKS Hybrid Nodes. Without a kind, EC2 starts the nodes.
           *
           * Changing it takes the nodes away: their jobs stop. The nodes of the one kind go, and those of the other join.
           */
          kind: "hybrid";
          /**
           * How many nodes have them. Nothing is started or stopped: `railyard inspect` counts them.
           *
           * Unit: nodes
           *
           * Changing it is done while everything runs.
           *
           * Example: 64
           */
          nodes: number;
          /**
           * What they are: a server of the catalogue, or one that is written out. GPUs, CPUs, rails and network cards follow from it.
           *
           * Changing it takes the nodes away: their jobs stop. Nothing is done to servers; what pods ask for follows from it.
           *
           * Example: "dgx-h100"
           */
          server: Server;
          /**
           * Network between the nodes: what their compute cards are wired to.
           *
           * Default: none: TCP over the network of the cluster
           *
           * Changing it takes the nodes away: their jobs stop.
           *
           * Example: {"kind":"infiniband"}
           */
          fabric?: Fabric;
          /**
           * Layers of the fabric in labels of the nodes: railyard.dev/fabric-layer-1, …, which `railyard topology --labels` sets, or those of topograph, where cluster.layersFrom says so.
           *
           * Default: none: Slurm takes all nodes to be equally near
           *
           * Changing it is done while everything runs.
           */
          layers?: number;
          /**
           * How pods ask for its GPUs and devices of its fabric: device plugins or dynamic resource allocation, never both on a node.
           *
           * Default: gpu.allocation; without that dra where NVLink spans nodes (GB200), device-plugin elsewhere
           *
           * Changing it takes the nodes away: their jobs stop. Pods that ask in the other way find no device: drain its partitions first, and deploy when no job runs.
           */
          allocation?: "device-plugin" | "dra";
          /**
           * Who brings the NVIDIA driver and the container toolkit of its nodes: the hosts have them, or the GPU Operator installs them. Pools of one cluster may differ: images of EKS have a driver, servers on premises need not.
           *
           * Default: gpu.driver of the environment (ami: host)
           *
           * Changing it takes the nodes away: their jobs stop. A driver goes from under GPUs that are in use, and another one comes: no job runs meanwhile.
           *
           * Example: "operator"
           *
           * See https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html
           */
          driver?: "host" | "operator";
          /**
           * How pods share the GPUs.
           *
           * Default: {"kind":"whole"}
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          sharing?: Sharing;
          /**
           * Images that a daemon pulls onto each node and keeps there, so that pods start at once: on the NVMe disks where they carry containers. Each must have the program sleep. A pod finds it only under the same name, which is that of its mirror where platform.images.mirrors has one. Jobs of Slurm with Pyxis do not read them: slurm.containers.images does that.
           *
           * Changing it is done while everything runs. New images are pulled on one tenth of the nodes at a time; nothing is drained.
           *
           * Example: ["nvcr.io/nvidia/pytorch:25.06-py3"]
           *
           * @maxItems 20
           */
          prePull?: string[];
          /**
           * Whether a node takes no pod before checks of it have passed: GPUs, errors of their memory, NVLinks, devices and links of the fabric, huge pages, NVMe disks, what the kubelet offers, and level 1 of DCGM where its program is on the host. The node bears the taint railyard.dev/startup-checks until then; its condition StartupChecks says what is wrong, and whose fault that is. Whoever wants it to take pods all the same removes the taint.
           *
           * Default: false
           *
           * Changing it is done while everything runs. A daemon gives the taint to a node at its start, and after each boot: pods that run stay, and new ones wait for the checks. Between joining and the daemon's start a node takes pods, unless its kubelet registers with the taint (--register-with-taints). Where the key goes, nodes that have not passed keep the taint until somebody removes it.
           *
           * Example: true
           *
           * See https://karpenter.sh/docs/concepts/nodepools/#cilium-startup-taint
           */
          startupChecks?: boolean;
          /**
           * How the kubelet of each node places pods on sockets. Whoever looks after the servers sets it: nothing is done to them, and `railyard preflight` compares it with what kubelets say.
           *
           * Default: as the kubelet does by itself: CPUs, GPUs and cards of a pod may be of different sockets
           *
           * Changing it disturbs nothing that runs.
           *
           * Example: {"topologyManagerPolicy":"best-effort","cpuManagerPolicy":"static"}
           */
          kubelet?: Kubelet;
          /**
           * How hosts are set up: huge pages, sysctl, limits, clocks, PCIe. {} takes the values that fit purpose and hardware; each can be written.
           *
           * Default: none: whoever looks after the servers does it
           *
           * Changing it is done while everything runs. What is taken out stays as it is until a node boots.
           *
           * Example: {"purpose":"training","sysctl":{"vm.swappiness":10}}
           */
          tuning?: Tuning;
          /**
           * Folder on local disks of each host, best on NVMe, that jobs of Slurm have at /scratch and that containers are unpacked in. Whoever looks after the hosts makes it, for everybody to write in (chmod 1777), and empties it: files stay there when a pod goes. A host without it gets no slurmd pod.
           *
           * Default: a folder of the kubelet, which goes with the slurmd pod
           *
           * Changing it takes the nodes away: their jobs stop. slurmd pods are made anew as their nodes are drained. Files stay in the old folder.
           *
           * Example: "/raid/scratch"
           *
           * See https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types
           */
          scratch?: string;
          /**
           * Taints that the nodes have: pods of Railyard tolerate them.
           *
           * Changing it is done while everything runs.
           */
          taints?: {
            /**
             * Key of the taint.
             *
             * Changing it is done while everything runs.
             */
            key: string;
            /**
             * Taint value.
             *
             * Changing it is done while everything runs.
             */
            value?: string;
            /**
             * Taint effect.
             *
             * Changing it is done while everything runs.
             */
            effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule";
          }[];
          /**
           * Operating system of the servers. Ubuntu 20.04 and RHEL 8 have a kernel that the Cilium of EKS does not run on; Bottlerocket is joined by its own settings, without nodeadm.
           *
           * Changing it disturbs nothing that runs.
           *
           * Example: "ubuntu-24.04"
           *
           * See https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cni.html
           */
          os: "ubuntu-24.04" | "ubuntu-22.04" | "rhel-9";
          /**
           * Kubernetes labels beside those that Railyard sets; nodes register with them when they join.
           *
           * Default: none
           *
           * Changing it is done while everything runs. Nodes that have joined keep their labels until nodeadm runs again, or until somebody labels them.
           *
           * Example: {"example.com/room":"b2"}
           */
          labels?: {
            [k: string]: string;
          };
        };
  };
  /**
   * FSx for Lustre. The short form of storage.lustre with kind fsx-lustre.
   *
   * Default: no parallel file system
   *
   * Changing it destroys what is there and makes it anew.
   */
  lustre?:
    | {
        deployment: "scratch-2";
        /**
         * Size of the file system, in the steps that deployment, throughput and EFA allow.
         *
         * Unit: GiB
         *
         * Changing it is done while everything runs. The file system grows: data is spread over the new disks, and files are read more slowly until that is done. It can only grow, six hours apart.
         *
         * Changing it to less destroys what is there and makes it anew. The file system would be smaller, which only a new, empty one can be.
         *
         * Example: 38400
         */
        capacityGiB: number;
        /**
         * Zone of the file system: that of the nodes that use it most.
         *
         * Default: the zone of the largest EFA group, else the first zone
         *
         * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
         */
        zone?: string;
        /**
         * Where nodes and pods see the file system.
         *
         * Default: "/fsx"
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        mountPath?: string;
        /**
         * Compression on the servers; only data written later is affected.
         *
         * Default: "lz4"
         *
         * Changing it is done while everything runs.
         */
        compression?: "lz4" | "none";
        /**
         * Whom root of a client becomes on the file system.
         *
         * Default: root stays root
         *
         * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
         */
        rootSquash?: {
          /**
           * User id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          uid: number;
          /**
           * Group id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          gid: number;
        };
        /**
         * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
         *
         * Default: "7:03:00"
         *
         * Changing it is done while everything runs.
         */
        maintenance?: string;
        /**
         * Which Lustre events go to CloudWatch.
         *
         * Default: "warn-error"
         *
         * Changing it is done while everything runs.
         */
        logLevel?: "disabled" | "warn" | "error" | "warn-error";
      }
    | {
        deployment: "persistent-1-ssd";
        /**
         * Throughput per TiB of capacity.
         *
         * Unit: MB/s/TiB
         *
         * Changing it is done while everything runs. The file system gets another throughput: its servers are exchanged, it cannot be reached for up to an hour, and jobs wait for their files.
         *
         * Changing it where efa is true is refused. The file system cannot get another throughput: FSx takes no change of it with EFA.
         */
        throughput: 50 | 100 | 200;
        /**
         * Size of the file system, in the steps that deployment, throughput and EFA allow.
         *
         * Unit: GiB
         *
         * Changing it is done while everything runs. The file system grows: data is spread over the new disks, and files are read more slowly until that is done. It can only grow, six hours apart.
         *
         * Changing it to less destroys what is there and makes it anew. The file system would be smaller, which only a new, empty one can be.
         *
         * Example: 38400
         */
        capacityGiB: number;
        /**
         * Zone of the file system: that of the nodes that use it most.
         *
         * Default: the zone of the largest EFA group, else the first zone
         *
         * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
         */
        zone?: string;
        /**
         * Where nodes and pods see the file system.
         *
         * Default: "/fsx"
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        mountPath?: string;
        /**
         * Compression on the servers; only data written later is affected.
         *
         * Default: "lz4"
         *
         * Changing it is done while everything runs.
         */
        compression?: "lz4" | "none";
        /**
         * Whom root of a client becomes on the file system.
         *
         * Default: root stays root
         *
         * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
         */
        rootSquash?: {
          /**
           * User id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          uid: number;
          /**
           * Group id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          gid: number;
        };
        /**
         * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
         *
         * Default: "7:03:00"
         *
         * Changing it is done while everything runs.
         */
        maintenance?: string;
        /**
         * Which Lustre events go to CloudWatch.
         *
         * Default: "warn-error"
         *
         * Changing it is done while everything runs.
         */
        logLevel?: "disabled" | "warn" | "error" | "warn-error";
        /**
         * Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.
         *
         * Unit: days
         *
         * Default: 0 with checkpoints linked to S3; else 7 in production and 0 in development
         *
         * Changing it is done while everything runs.
         */
        backupDays?: number;
        /**
         * Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.
         *
         * Default: skip with checkpoints linked to S3, take otherwise
         *
         * Changing it is done while everything runs.
         */
        finalBackup?: "take" | "skip";
      }
    | {
        deployment: "persistent-1-hdd";
        /**
         * Throughput per TiB of capacity.
         *
         * Unit: MB/s/TiB
         *
         * Changing it is refused. The file system cannot get another throughput: FSx takes no change of it with HDD.
         */
        throughput: 12 | 40;
        /**
         * An SSD read cache of a fifth of the capacity.
         *
         * Default: true
         *
         * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
         */
        readCache?: boolean;
        /**
         * Size of the file system, in the steps that deployment, throughput and EFA allow.
         *
         * Unit: GiB
         *
         * Changing it is done while everything runs. The file system grows: data is spread over the new disks, and files are read more slowly until that is done. It can only grow, six hours apart.
         *
         * Changing it to less destroys what is there and makes it anew. The file system would be smaller, which only a new, empty one can be.
         *
         * Example: 38400
         */
        capacityGiB: number;
        /**
         * Zone of the file system: that of the nodes that use it most.
         *
         * Default: the zone of the largest EFA group, else the first zone
         *
         * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
         */
        zone?: string;
        /**
         * Where nodes and pods see the file system.
         *
         * Default: "/fsx"
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        mountPath?: string;
        /**
         * Compression on the servers; only data written later is affected.
         *
         * Default: "lz4"
         *
         * Changing it is done while everything runs.
         */
        compression?: "lz4" | "none";
        /**
         * Whom root of a client becomes on the file system.
         *
         * Default: root stays root
         *
         * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
         */
        rootSquash?: {
          /**
           * User id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          uid: number;
          /**
           * Group id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          gid: number;
        };
        /**
         * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
         *
         * Default: "7:03:00"
         *
         * Changing it is done while everything runs.
         */
        maintenance?: string;
        /**
         * Which Lustre events go to CloudWatch.
         *
         * Default: "warn-error"
         *
         * Changing it is done while everything runs.
         */
        logLevel?: "disabled" | "warn" | "error" | "warn-error";
        /**
         * Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.
         *
         * Unit: days
         *
         * Default: 0 with checkpoints linked to S3; else 7 in production and 0 in development
         *
         * Changing it is done while everything runs.
         */
        backupDays?: number;
        /**
         * Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.
         *
         * Default: skip with checkpoints linked to S3, take otherwise
         *
         * Changing it is done while everything runs.
         */
        finalBackup?: "take" | "skip";
      }
    | {
        deployment: "persistent-2-ssd";
        /**
         * Throughput per TiB of capacity.
         *
         * Unit: MB/s/TiB
         *
         * Changing it is done while everything runs. The file system gets another throughput: its servers are exchanged, it cannot be reached for up to an hour, and jobs wait for their files.
         *
         * Changing it where efa is true is refused. The file system cannot get another throughput: FSx takes no change of it with EFA.
         */
        throughput: 125 | 250 | 500 | 1000;
        /**
         * EFA between clients and file servers: up to 700 Gbps for one client (1200 with GPUDirect Storage) instead of 100.
         *
         * Default: false
         *
         * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
         */
        efa?: boolean;
        /**
         * Metadata performance. AWS sizes it by capacity, or you say it. It cannot be added to a file system later.
         *
         * Default: {"mode":"automatic"}
         *
         * Changing it is done while everything runs. The file system gets other metadata servers: jobs wait for their files for some minutes.
         */
        metadata?: Metadata;
        /**
         * Size of the file system, in the steps that deployment, throughput and EFA allow.
         *
         * Unit: GiB
         *
         * Changing it is done while everything runs. The file system grows: data is spread over the new disks, and files are read more slowly until that is done. It can only grow, six hours apart.
         *
         * Changing it to less destroys what is there and makes it anew. The file system would be smaller, which only a new, empty one can be.
         *
         * Example: 38400
         */
        capacityGiB: number;
        /**
         * Zone of the file system: that of the nodes that use it most.
         *
         * Default: the zone of the largest EFA group, else the first zone
         *
         * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
         */
        zone?: string;
        /**
         * Where nodes and pods see the file system.
         *
         * Default: "/fsx"
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        mountPath?: string;
        /**
         * Compression on the servers; only data written later is affected.
         *
         * Default: "lz4"
         *
         * Changing it is done while everything runs.
         */
        compression?: "lz4" | "none";
        /**
         * Whom root of a client becomes on the file system.
         *
         * Default: root stays root
         *
         * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
         */
        rootSquash?: {
          /**
           * User id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          uid: number;
          /**
           * Group id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          gid: number;
        };
        /**
         * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
         *
         * Default: "7:03:00"
         *
         * Changing it is done while everything runs.
         */
        maintenance?: string;
        /**
         * Which Lustre events go to CloudWatch.
         *
         * Default: "warn-error"
         *
         * Changing it is done while everything runs.
         */
        logLevel?: "disabled" | "warn" | "error" | "warn-error";
        /**
         * Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.
         *
         * Unit: days
         *
         * Default: 0 with checkpoints linked to S3; else 7 in production and 0 in development
         *
         * Changing it is done while everything runs.
         */
        backupDays?: number;
        /**
         * Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.
         *
         * Default: skip with checkpoints linked to S3, take otherwise
         *
         * Changing it is done while everything runs.
         */
        finalBackup?: "take" | "skip";
      }
    | {
        deployment: "persistent-2-intelligent-tiering";
        /**
         * Throughput of the whole file system: a multiple of 4000. Capacity follows use.
         *
         * Unit: MB/s
         *
         * Changing it is done while everything runs. The file system gets more throughput: servers are added, it cannot be reached for up to an hour, and jobs wait for their files.
         *
         * Changing it to less is refused. The file system cannot get less throughput: that of Intelligent-Tiering can only grow.
         */
        throughputMBps: number;
        /**
         * EFA between clients and file servers.
         *
         * Default: false
         *
         * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
         */
        efa?: boolean;
        /**
         * Metadata operations a second.
         *
         * Unit: IOPS
         *
         * Default: 6000
         *
         * Changing it is done while everything runs. The file system gets other metadata servers: jobs wait for their files for some minutes.
         *
         * Changing it to less destroys what is there and makes it anew. The file system would have fewer metadata operations, which only a new, empty one can have.
         */
        metadataIops?: 6000 | 12000;
        /**
         * SSD read cache.
         *
         * Default: {"mode":"proportional"}
         *
         * Changing it is done while everything runs. The file system gets another read cache, which is empty at first.
         */
        readCache?:
          | {
              mode: "none";
            }
          | {
              mode: "proportional";
            }
          | {
              mode: "user-provisioned";
              /**
               * Size of the SSD read cache: 32 to 131072 GiB for every 4000 MB/s.
               *
               * Unit: GiB
               *
               * Changing it is done while everything runs. The file system gets another read cache, which is empty at first.
               */
              sizeGiB: number;
            };
        /**
         * Zone of the file system: that of the nodes that use it most.
         *
         * Default: the zone of the largest EFA group, else the first zone
         *
         * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
         */
        zone?: string;
        /**
         * Where nodes and pods see the file system.
         *
         * Default: "/fsx"
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        mountPath?: string;
        /**
         * Compression on the servers; only data written later is affected.
         *
         * Default: "lz4"
         *
         * Changing it is done while everything runs.
         */
        compression?: "lz4" | "none";
        /**
         * Whom root of a client becomes on the file system.
         *
         * Default: root stays root
         *
         * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
         */
        rootSquash?: {
          /**
           * User id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          uid: number;
          /**
           * Group id that root becomes.
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          gid: number;
        };
        /**
         * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
         *
         * Default: "7:03:00"
         *
         * Changing it is done while everything runs.
         */
        maintenance?: string;
        /**
         * Which Lustre events go to CloudWatch.
         *
         * Default: "warn-error"
         *
         * Changing it is done while everything runs.
         */
        logLevel?: "disabled" | "warn" | "error" | "warn-error";
        /**
         * Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.
         *
         * Unit: days
         *
         * Default: 0 with checkpoints linked to S3; else 7 in production and 0 in development
         *
         * Changing it is done while everything runs.
         */
        backupDays?: number;
        /**
         * Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.
         *
         * Default: skip with checkpoints linked to S3, take otherwise
         *
         * Changing it is done while everything runs.
         */
        finalBackup?: "take" | "skip";
      };
  /**
   * Volumes that login and compute pods mount, by name; several of one kind may be. `lustre` is the short form of one called lustre.
   *
   * Changing it is done while everything runs. Removing a volume destroys its files. What is mounted at /home has the homes of slurm.users: files move along with nobody, so copy them before it is another one.
   *
   * Example: {"homes":{"kind":"efs"}}
   */
  storage?: {
    [k: string]:
      | {
          deployment: "scratch-2";
          /**
           * Size of the file system, in the steps that deployment, throughput and EFA allow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows: data is spread over the new disks, and files are read more slowly until that is done. It can only grow, six hours apart.
           *
           * Changing it to less destroys what is there and makes it anew. The file system would be smaller, which only a new, empty one can be.
           *
           * Example: 38400
           */
          capacityGiB: number;
          /**
           * Zone of the file system: that of the nodes that use it most.
           *
           * Default: the zone of the largest EFA group, else the first zone
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
           */
          zone?: string;
          /**
           * Where nodes and pods see the file system.
           *
           * Default: its name: /fast for a file system fast
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          mountPath?: string;
          /**
           * Compression on the servers; only data written later is affected.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs.
           */
          compression?: "lz4" | "none";
          /**
           * Whom root of a client becomes on the file system.
           *
           * Default: root stays root
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          rootSquash?: {
            /**
             * User id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            uid: number;
            /**
             * Group id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            gid: number;
          };
          /**
           * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
           *
           * Default: "7:03:00"
           *
           * Changing it is done while everything runs.
           */
          maintenance?: string;
          /**
           * Which Lustre events go to CloudWatch.
           *
           * Default: "warn-error"
           *
           * Changing it is done while everything runs.
           */
          logLevel?: "disabled" | "warn" | "error" | "warn-error";
          kind: "fsx-lustre";
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
        }
      | {
          deployment: "persistent-1-ssd";
          /**
           * Throughput per TiB of capacity.
           *
           * Unit: MB/s/TiB
           *
           * Changing it is done while everything runs. The file system gets another throughput: its servers are exchanged, it cannot be reached for up to an hour, and jobs wait for their files.
           *
           * Changing it where efa is true is refused. The file system cannot get another throughput: FSx takes no change of it with EFA.
           */
          throughput: 50 | 100 | 200;
          /**
           * Size of the file system, in the steps that deployment, throughput and EFA allow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows: data is spread over the new disks, and files are read more slowly until that is done. It can only grow, six hours apart.
           *
           * Changing it to less destroys what is there and makes it anew. The file system would be smaller, which only a new, empty one can be.
           *
           * Example: 38400
           */
          capacityGiB: number;
          /**
           * Zone of the file system: that of the nodes that use it most.
           *
           * Default: the zone of the largest EFA group, else the first zone
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
           */
          zone?: string;
          /**
           * Where nodes and pods see the file system.
           *
           * Default: its name: /fast for a file system fast
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          mountPath?: string;
          /**
           * Compression on the servers; only data written later is affected.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs.
           */
          compression?: "lz4" | "none";
          /**
           * Whom root of a client becomes on the file system.
           *
           * Default: root stays root
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          rootSquash?: {
            /**
             * User id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            uid: number;
            /**
             * Group id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            gid: number;
          };
          /**
           * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
           *
           * Default: "7:03:00"
           *
           * Changing it is done while everything runs.
           */
          maintenance?: string;
          /**
           * Which Lustre events go to CloudWatch.
           *
           * Default: "warn-error"
           *
           * Changing it is done while everything runs.
           */
          logLevel?: "disabled" | "warn" | "error" | "warn-error";
          /**
           * Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.
           *
           * Unit: days
           *
           * Default: 0 with checkpoints linked to S3; else 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.
           *
           * Default: skip with checkpoints linked to S3, take otherwise
           *
           * Changing it is done while everything runs.
           */
          finalBackup?: "take" | "skip";
          kind: "fsx-lustre";
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
        }
      | {
          deployment: "persistent-1-hdd";
          /**
           * Throughput per TiB of capacity.
           *
           * Unit: MB/s/TiB
           *
           * Changing it is refused. The file system cannot get another throughput: FSx takes no change of it with HDD.
           */
          throughput: 12 | 40;
          /**
           * An SSD read cache of a fifth of the capacity.
           *
           * Default: true
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
           */
          readCache?: boolean;
          /**
           * Size of the file system, in the steps that deployment, throughput and EFA allow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows: data is spread over the new disks, and files are read more slowly until that is done. It can only grow, six hours apart.
           *
           * Changing it to less destroys what is there and makes it anew. The file system would be smaller, which only a new, empty one can be.
           *
           * Example: 38400
           */
          capacityGiB: number;
          /**
           * Zone of the file system: that of the nodes that use it most.
           *
           * Default: the zone of the largest EFA group, else the first zone
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
           */
          zone?: string;
          /**
           * Where nodes and pods see the file system.
           *
           * Default: its name: /fast for a file system fast
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          mountPath?: string;
          /**
           * Compression on the servers; only data written later is affected.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs.
           */
          compression?: "lz4" | "none";
          /**
           * Whom root of a client becomes on the file system.
           *
           * Default: root stays root
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          rootSquash?: {
            /**
             * User id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            uid: number;
            /**
             * Group id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            gid: number;
          };
          /**
           * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
           *
           * Default: "7:03:00"
           *
           * Changing it is done while everything runs.
           */
          maintenance?: string;
          /**
           * Which Lustre events go to CloudWatch.
           *
           * Default: "warn-error"
           *
           * Changing it is done while everything runs.
           */
          logLevel?: "disabled" | "warn" | "error" | "warn-error";
          /**
           * Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.
           *
           * Unit: days
           *
           * Default: 0 with checkpoints linked to S3; else 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.
           *
           * Default: skip with checkpoints linked to S3, take otherwise
           *
           * Changing it is done while everything runs.
           */
          finalBackup?: "take" | "skip";
          kind: "fsx-lustre";
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
        }
      | {
          deployment: "persistent-2-ssd";
          /**
           * Throughput per TiB of capacity.
           *
           * Unit: MB/s/TiB
           *
           * Changing it is done while everything runs. The file system gets another throughput: its servers are exchanged, it cannot be reached for up to an hour, and jobs wait for their files.
           *
           * Changing it where efa is true is refused. The file system cannot get another throughput: FSx takes no change of it with EFA.
           */
          throughput: 125 | 250 | 500 | 1000;
          /**
           * EFA between clients and file servers: up to 700 Gbps for one client (1200 with GPUDirect Storage) instead of 100.
           *
           * Default: false
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
           */
          efa?: boolean;
          /**
           * Metadata performance. AWS sizes it by capacity, or you say it. It cannot be added to a file system later.
           *
           * Default: {"mode":"automatic"}
           *
           * Changing it is done while everything runs. The file system gets other metadata servers: jobs wait for their files for some minutes.
           */
          metadata?: Metadata;
          /**
           * Size of the file system, in the steps that deployment, throughput and EFA allow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows: data is spread over the new disks, and files are read more slowly until that is done. It can only grow, six hours apart.
           *
           * Changing it to less destroys what is there and makes it anew. The file system would be smaller, which only a new, empty one can be.
           *
           * Example: 38400
           */
          capacityGiB: number;
          /**
           * Zone of the file system: that of the nodes that use it most.
           *
           * Default: the zone of the largest EFA group, else the first zone
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
           */
          zone?: string;
          /**
           * Where nodes and pods see the file system.
           *
           * Default: its name: /fast for a file system fast
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          mountPath?: string;
          /**
           * Compression on the servers; only data written later is affected.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs.
           */
          compression?: "lz4" | "none";
          /**
           * Whom root of a client becomes on the file system.
           *
           * Default: root stays root
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          rootSquash?: {
            /**
             * User id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            uid: number;
            /**
             * Group id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            gid: number;
          };
          /**
           * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
           *
           * Default: "7:03:00"
           *
           * Changing it is done while everything runs.
           */
          maintenance?: string;
          /**
           * Which Lustre events go to CloudWatch.
           *
           * Default: "warn-error"
           *
           * Changing it is done while everything runs.
           */
          logLevel?: "disabled" | "warn" | "error" | "warn-error";
          /**
           * Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.
           *
           * Unit: days
           *
           * Default: 0 with checkpoints linked to S3; else 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.
           *
           * Default: skip with checkpoints linked to S3, take otherwise
           *
           * Changing it is done while everything runs.
           */
          finalBackup?: "take" | "skip";
          kind: "fsx-lustre";
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
        }
      | {
          deployment: "persistent-2-intelligent-tiering";
          /**
           * Throughput of the whole file system: a multiple of 4000. Capacity follows use.
           *
           * Unit: MB/s
           *
           * Changing it is done while everything runs. The file system gets more throughput: servers are added, it cannot be reached for up to an hour, and jobs wait for their files.
           *
           * Changing it to less is refused. The file system cannot get less throughput: that of Intelligent-Tiering can only grow.
           */
          throughputMBps: number;
          /**
           * EFA between clients and file servers.
           *
           * Default: false
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
           */
          efa?: boolean;
          /**
           * Metadata operations a second.
           *
           * Unit: IOPS
           *
           * Default: 6000
           *
           * Changing it is done while everything runs. The file system gets other metadata servers: jobs wait for their files for some minutes.
           *
           * Changing it to less destroys what is there and makes it anew. The file system would have fewer metadata operations, which only a new, empty one can have.
           */
          metadataIops?: 6000 | 12000;
          /**
           * SSD read cache.
           *
           * Default: {"mode":"proportional"}
           *
           * Changing it is done while everything runs. The file system gets another read cache, which is empty at first.
           */
          readCache?:
            | {
                mode: "none";
              }
            | {
                mode: "proportional";
              }
            | {
                mode: "user-provisioned";
                /**
                 * Size of the SSD read cache: 32 to 131072 GiB for every 4000 MB/s.
                 *
                 * Unit: GiB
                 *
                 * Changing it is done while everything runs. The file system gets another read cache, which is empty at first.
                 */
                sizeGiB: number;
              };
          /**
           * Zone of the file system: that of the nodes that use it most.
           *
           * Default: the zone of the largest EFA group, else the first zone
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty. All data is lost unless it was exported.
           */
          zone?: string;
          /**
           * Where nodes and pods see the file system.
           *
           * Default: its name: /fast for a file system fast
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          mountPath?: string;
          /**
           * Compression on the servers; only data written later is affected.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs.
           */
          compression?: "lz4" | "none";
          /**
           * Whom root of a client becomes on the file system.
           *
           * Default: root stays root
           *
           * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
           */
          rootSquash?: {
            /**
             * User id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            uid: number;
            /**
             * Group id that root becomes.
             *
             * Changing it is done while everything runs. The file system treats root of its clients as another user from then on.
             */
            gid: number;
          };
          /**
           * Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.
           *
           * Default: "7:03:00"
           *
           * Changing it is done while everything runs.
           */
          maintenance?: string;
          /**
           * Which Lustre events go to CloudWatch.
           *
           * Default: "warn-error"
           *
           * Changing it is done while everything runs.
           */
          logLevel?: "disabled" | "warn" | "error" | "warn-error";
          /**
           * Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.
           *
           * Unit: days
           *
           * Default: 0 with checkpoints linked to S3; else 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.
           *
           * Default: skip with checkpoints linked to S3, take otherwise
           *
           * Changing it is done while everything runs.
           */
          finalBackup?: "take" | "skip";
          kind: "fsx-lustre";
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
        }
      | {
          kind: "efs";
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: "/home"
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system, and homes that were elsewhere stay there.
           */
          mountPath?: string;
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
          /**
           * One zone to keep all of it in: cheaper, and lost with the zone.
           *
           * Default: Regional: kept in several zones
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           */
          zone?: string;
          /**
           * Elastic follows use and is billed by it; provisioned is bought; bursting grows with what is stored.
           *
           * Default: {"mode":"elastic"}
           *
           * Changing it is done while everything runs. The file system gets another throughput mode, which can change again after a day.
           */
          throughput?:
            | {
                mode: "elastic";
              }
            | {
                mode: "provisioned";
                /**
                 * Throughput of writes; reads have three times as much.
                 *
                 * Unit: MiB/s
                 *
                 * Changing it is done while everything runs. The file system gets another throughput, which can become less again after a day.
                 *
                 * See https://docs.aws.amazon.com/efs/latest/ug/API_CreateFileSystem.html
                 */
                mibps: number;
              }
            | {
                mode: "bursting";
              };
          /**
           * max-io takes more operations at once, each slower; AWS advises against it.
           *
           * Default: "general-purpose"
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           *
           * See https://docs.aws.amazon.com/efs/latest/ug/API_CreateFileSystem.html
           */
          performance?: "general-purpose" | "max-io";
          /**
           * When files that nobody reads move to cheaper storage.
           *
           * Changing it is done while everything runs. The file system moves files that nobody reads on other days: reading one that has moved is slower and billed.
           */
          lifecycle?: {
            /**
             * Days without a read after which files move to Infrequent Access.
             *
             * Unit: days
             *
             * Default: 30
             *
             * Changing it is done while everything runs. The file system moves files that nobody reads on other days: reading one that has moved is slower and billed.
             *
             * See https://docs.aws.amazon.com/efs/latest/ug/API_PutLifecycleConfiguration.html
             */
            infrequentAccessAfterDays?: "never" | 1 | 7 | 14 | 30 | 60 | 90 | 180 | 270 | 365;
            /**
             * Days without a read after which files move to Archive; only with elastic throughput.
             *
             * Unit: days
             *
             * Default: "never"
             *
             * Changing it is done while everything runs. The file system moves files that nobody reads on other days: reading one that has moved is slower and billed.
             *
             * See https://docs.aws.amazon.com/efs/latest/ug/API_PutLifecycleConfiguration.html
             */
            archiveAfterDays?: "never" | 1 | 7 | 14 | 30 | 60 | 90 | 180 | 270 | 365;
            /**
             * Whether a file that is read moves back to Standard, where it is fast.
             *
             * Default: true
             *
             * Changing it is done while everything runs. The file system moves files that nobody reads on other days: reading one that has moved is slower and billed.
             */
            backOnRead?: boolean;
          };
          /**
           * Daily backups by AWS Backup, in a vault of the account; they outlive the file system.
           *
           * Default: "automatic"
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/efs/latest/ug/automatic-backups.html
           */
          backups?: "automatic" | "off";
          /**
           * One user that everybody is on it, whatever they are in their pods. Not for homes.
           *
           * Default: everybody stays who they are
           *
           * Changing it is refused. The access point is made anew, and Kubernetes points no volume to another one. Files stay.
           *
           * See https://docs.aws.amazon.com/efs/latest/ug/enforce-identity-access-points.html
           */
          user?: {
            /**
             * User id of everybody.
             *
             * Changing it is refused. The access point is made anew, and Kubernetes points no volume to another one. Files stay.
             */
            uid: number;
            /**
             * Group id of everybody.
             *
             * Changing it is refused. The access point is made anew, and Kubernetes points no volume to another one. Files stay.
             */
            gid: number;
          };
          /**
           * Permissions of its folder when it is made.
           *
           * Default: "0755"
           *
           * Changing it is refused. The access point is made anew, and Kubernetes points no volume to another one. Files stay.
           */
          permissions?: string;
        }
      | {
          deployment: "single-az-1";
          /**
           * Throughput of its server.
           *
           * Unit: MB/s
           *
           * Changing it is done while everything runs. The file system gets another server: without a standby nobody reaches it for some minutes, and jobs wait.
           *
           * Example: 256
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          throughputMBps: 64 | 128 | 256 | 512 | 1024 | 2048 | 3072 | 4096;
          kind: "fsx-openzfs";
          /**
           * Size of the file system. It can only grow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows within minutes, by a tenth at least, and again after six hours.
           *
           * Example: 4096
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          capacityGiB: number;
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: its name: /home for a file system home
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           */
          mountPath?: string;
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
          /**
           * Zone of the file system, or of the server that serves: that of the nodes that use it most.
           *
           * Default: the first zone of the network
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           */
          zone?: string;
          /**
           * IOPS of its disks; what is above three for each GiB is billed.
           *
           * Unit: IOPS
           *
           * Default: three for each GiB
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          iops?: number;
          /**
           * Compression on the server. zstd packs more, and takes more of its CPU.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs. The file system compresses what is written from now on in another way.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          compression?: "lz4" | "zstd" | "none";
          /**
           * Size of records of new files. Large ones suit streams, small ones databases.
           *
           * Unit: KiB
           *
           * Default: 128
           *
           * Changing it is done while everything runs. The file system writes new files in records of another size.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          recordSizeKiB?: 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024;
          /**
           * Whether root of a pod is nobody on it. Homes of slurm.users cannot be made then.
           *
           * Default: false
           *
           * Changing it is done while everything runs. The file system is exported in another way: what root of pods may do changes for those that run.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_OpenZFSClientConfiguration.html
           */
          rootSquash?: boolean;
          /**
           * Connections of a node to it: EC2 gives a single one 5 Gbps at most.
           *
           * Unit: connections
           *
           * Default: 16
           *
           * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
           *
           * See https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html
           */
          nconnect?: number;
          /**
           * Days to keep daily backups; 0 is none. They go with the file system.
           *
           * Unit: days
           *
           * Default: 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup, which lives until somebody deletes it.
           *
           * Default: "take"
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          finalBackup?: "take" | "skip";
        }
      | {
          deployment: "single-az-2";
          /**
           * Throughput of its server.
           *
           * Unit: MB/s
           *
           * Changing it is done while everything runs. The file system gets another server: without a standby nobody reaches it for some minutes, and jobs wait.
           *
           * Example: 640
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          throughputMBps: 160 | 320 | 640 | 1280 | 2560 | 3840 | 5120 | 7680 | 10240;
          kind: "fsx-openzfs";
          /**
           * Size of the file system. It can only grow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows within minutes, by a tenth at least, and again after six hours.
           *
           * Example: 4096
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          capacityGiB: number;
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: its name: /home for a file system home
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           */
          mountPath?: string;
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
          /**
           * Zone of the file system, or of the server that serves: that of the nodes that use it most.
           *
           * Default: the first zone of the network
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           */
          zone?: string;
          /**
           * IOPS of its disks; what is above three for each GiB is billed.
           *
           * Unit: IOPS
           *
           * Default: three for each GiB
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          iops?: number;
          /**
           * Compression on the server. zstd packs more, and takes more of its CPU.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs. The file system compresses what is written from now on in another way.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          compression?: "lz4" | "zstd" | "none";
          /**
           * Size of records of new files. Large ones suit streams, small ones databases.
           *
           * Unit: KiB
           *
           * Default: 128
           *
           * Changing it is done while everything runs. The file system writes new files in records of another size.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          recordSizeKiB?: 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024;
          /**
           * Whether root of a pod is nobody on it. Homes of slurm.users cannot be made then.
           *
           * Default: false
           *
           * Changing it is done while everything runs. The file system is exported in another way: what root of pods may do changes for those that run.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_OpenZFSClientConfiguration.html
           */
          rootSquash?: boolean;
          /**
           * Connections of a node to it: EC2 gives a single one 5 Gbps at most.
           *
           * Unit: connections
           *
           * Default: 16
           *
           * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
           *
           * See https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html
           */
          nconnect?: number;
          /**
           * Days to keep daily backups; 0 is none. They go with the file system.
           *
           * Unit: days
           *
           * Default: 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup, which lives until somebody deletes it.
           *
           * Default: "take"
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          finalBackup?: "take" | "skip";
        }
      | {
          deployment: "single-az-ha-1";
          /**
           * Throughput of its server.
           *
           * Unit: MB/s
           *
           * Changing it is done while everything runs. The file system gets another server: without a standby nobody reaches it for some minutes, and jobs wait.
           *
           * Example: 256
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          throughputMBps: 64 | 128 | 256 | 512 | 1024 | 2048 | 3072 | 4096;
          kind: "fsx-openzfs";
          /**
           * Size of the file system. It can only grow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows within minutes, by a tenth at least, and again after six hours.
           *
           * Example: 4096
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          capacityGiB: number;
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: its name: /home for a file system home
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           */
          mountPath?: string;
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
          /**
           * Zone of the file system, or of the server that serves: that of the nodes that use it most.
           *
           * Default: the first zone of the network
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           */
          zone?: string;
          /**
           * IOPS of its disks; what is above three for each GiB is billed.
           *
           * Unit: IOPS
           *
           * Default: three for each GiB
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          iops?: number;
          /**
           * Compression on the server. zstd packs more, and takes more of its CPU.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs. The file system compresses what is written from now on in another way.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          compression?: "lz4" | "zstd" | "none";
          /**
           * Size of records of new files. Large ones suit streams, small ones databases.
           *
           * Unit: KiB
           *
           * Default: 128
           *
           * Changing it is done while everything runs. The file system writes new files in records of another size.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          recordSizeKiB?: 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024;
          /**
           * Whether root of a pod is nobody on it. Homes of slurm.users cannot be made then.
           *
           * Default: false
           *
           * Changing it is done while everything runs. The file system is exported in another way: what root of pods may do changes for those that run.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_OpenZFSClientConfiguration.html
           */
          rootSquash?: boolean;
          /**
           * Connections of a node to it: EC2 gives a single one 5 Gbps at most.
           *
           * Unit: connections
           *
           * Default: 16
           *
           * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
           *
           * See https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html
           */
          nconnect?: number;
          /**
           * Days to keep daily backups; 0 is none. They go with the file system.
           *
           * Unit: days
           *
           * Default: 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup, which lives until somebody deletes it.
           *
           * Default: "take"
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          finalBackup?: "take" | "skip";
        }
      | {
          deployment: "single-az-ha-2";
          /**
           * Throughput of its server.
           *
           * Unit: MB/s
           *
           * Changing it is done while everything runs. The file system gets another server: without a standby nobody reaches it for some minutes, and jobs wait.
           *
           * Example: 640
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          throughputMBps: 160 | 320 | 640 | 1280 | 2560 | 3840 | 5120 | 7680 | 10240;
          kind: "fsx-openzfs";
          /**
           * Size of the file system. It can only grow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows within minutes, by a tenth at least, and again after six hours.
           *
           * Example: 4096
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          capacityGiB: number;
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: its name: /home for a file system home
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           */
          mountPath?: string;
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
          /**
           * Zone of the file system, or of the server that serves: that of the nodes that use it most.
           *
           * Default: the first zone of the network
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           */
          zone?: string;
          /**
           * IOPS of its disks; what is above three for each GiB is billed.
           *
           * Unit: IOPS
           *
           * Default: three for each GiB
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          iops?: number;
          /**
           * Compression on the server. zstd packs more, and takes more of its CPU.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs. The file system compresses what is written from now on in another way.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          compression?: "lz4" | "zstd" | "none";
          /**
           * Size of records of new files. Large ones suit streams, small ones databases.
           *
           * Unit: KiB
           *
           * Default: 128
           *
           * Changing it is done while everything runs. The file system writes new files in records of another size.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          recordSizeKiB?: 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024;
          /**
           * Whether root of a pod is nobody on it. Homes of slurm.users cannot be made then.
           *
           * Default: false
           *
           * Changing it is done while everything runs. The file system is exported in another way: what root of pods may do changes for those that run.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_OpenZFSClientConfiguration.html
           */
          rootSquash?: boolean;
          /**
           * Connections of a node to it: EC2 gives a single one 5 Gbps at most.
           *
           * Unit: connections
           *
           * Default: 16
           *
           * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
           *
           * See https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html
           */
          nconnect?: number;
          /**
           * Days to keep daily backups; 0 is none. They go with the file system.
           *
           * Unit: days
           *
           * Default: 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup, which lives until somebody deletes it.
           *
           * Default: "take"
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          finalBackup?: "take" | "skip";
        }
      | {
          deployment: "multi-az-1";
          /**
           * Throughput of its server.
           *
           * Unit: MB/s
           *
           * Changing it is done while everything runs. The file system gets another server: without a standby nobody reaches it for some minutes, and jobs wait.
           *
           * Example: 640
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          throughputMBps: 160 | 320 | 640 | 1280 | 2560 | 3840 | 5120 | 7680 | 10240;
          kind: "fsx-openzfs";
          /**
           * Size of the file system. It can only grow.
           *
           * Unit: GiB
           *
           * Changing it is done while everything runs. The file system grows within minutes, by a tenth at least, and again after six hours.
           *
           * Example: 4096
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          capacityGiB: number;
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: its name: /home for a file system home
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           */
          mountPath?: string;
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
          /**
           * Zone of the file system, or of the server that serves: that of the nodes that use it most.
           *
           * Default: the first zone of the network
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           */
          zone?: string;
          /**
           * IOPS of its disks; what is above three for each GiB is billed.
           *
           * Unit: IOPS
           *
           * Default: three for each GiB
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/managing-storage-capacity.html
           */
          iops?: number;
          /**
           * Compression on the server. zstd packs more, and takes more of its CPU.
           *
           * Default: "lz4"
           *
           * Changing it is done while everything runs. The file system compresses what is written from now on in another way.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          compression?: "lz4" | "zstd" | "none";
          /**
           * Size of records of new files. Large ones suit streams, small ones databases.
           *
           * Unit: KiB
           *
           * Default: 128
           *
           * Changing it is done while everything runs. The file system writes new files in records of another size.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          recordSizeKiB?: 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024;
          /**
           * Whether root of a pod is nobody on it. Homes of slurm.users cannot be made then.
           *
           * Default: false
           *
           * Changing it is done while everything runs. The file system is exported in another way: what root of pods may do changes for those that run.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_OpenZFSClientConfiguration.html
           */
          rootSquash?: boolean;
          /**
           * Connections of a node to it: EC2 gives a single one 5 Gbps at most.
           *
           * Unit: connections
           *
           * Default: 16
           *
           * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
           *
           * See https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html
           */
          nconnect?: number;
          /**
           * Days to keep daily backups; 0 is none. They go with the file system.
           *
           * Unit: days
           *
           * Default: 7 in production and 0 in development
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          backupDays?: number;
          /**
           * Whether deleting the file system takes a last backup, which lives until somebody deletes it.
           *
           * Default: "take"
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/using-backups.html
           */
          finalBackup?: "take" | "skip";
          /**
           * Zone of the server that stands by with a copy of all files, and takes over where the first is lost.
           *
           * Default: the first other zone of the network that is no Local Zone
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          standbyZone?: string;
          /**
           * Addresses of which the file system has one that moves between its servers: a block of the VPC that no subnet has.
           *
           * Default: a free block of 16 addresses of the VPC, which FSx chooses
           *
           * Changing it destroys what is there and makes it anew. The file system is made anew, and empty.
           *
           * Example: "10.20.255.240/28"
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           */
          endpointCidr?: string;
          /**
           * In a network that exists: route tables of all subnets with nodes, into which FSx writes where the file system is. Give each the tag AmazonFSx: ManagedByAmazonFSx.
           *
           * Default: those of the private subnets, in a network that is made
           *
           * Changing it is done while everything runs. The file system is reached from subnets of other route tables: nodes of those that go hang at the next file.
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemOpenZFSConfiguration.html
           *
           * @minItems 1
           * @maxItems 15
           */
          routeTables?: string[];
        }
      | NfsStorage;
  };
  /**
   * Checkpoint tiers.
   *
   * Default: no bucket
   *
   * Changing it is done while everything runs.
   */
  checkpoints?: {
    /**
     * The S3 bucket of the cold tier.
     *
     * Default: {"kind":"create"}
     *
     * Changing it is refused.
     */
    bucket?:
      | {
          kind: "create";
          /**
           * Name of the bucket.
           *
           * Default: <environment>-checkpoints-<account>-<region>
           *
           * Changing it is refused. Copy the objects to the new bucket first; the old one is never deleted with data in it.
           */
          name?: string;
        }
      | {
          kind: "existing";
          /**
           * Bucket that exists already. Railyard does not change it: versioning, lifecycle and policy stay yours.
           *
           * Changing it is refused.
           */
          name: string;
          /**
           * Key that encrypts the bucket, if not S3's own.
           *
           * Changing it is done while everything runs.
           */
          kmsKeyArn?: string;
        };
    /**
     * Prefix under which checkpoints lie; the Lustre link covers it. railyard/ is Railyard's own.
     *
     * Default: "checkpoints/"
     *
     * Changing it is done while everything runs. The link is made anew; objects under the old prefix stay where they are.
     */
    prefix?: string;
    /**
     * First tier: local NVMe. A note for jobs alone: Railyard neither mounts nor prunes it; in Slurm, jobs find it at /scratch where the group has localStorage raid0 or raid10.
     *
     * Default: on where a GPU group has NVMe, with keepLast: 2
     *
     * Changing it disturbs nothing that runs.
     */
    hot?: {
      /**
       * Folder on local NVMe. It dies with the node.
       *
       * Default: `checkpoints` where the image mounts the disks: /mnt/k8s-disks/0, or /1 with localStorage: mount
       *
       * Changing it disturbs nothing that runs.
       */
      path?: string;
      /**
       * Checkpoints of a run to keep: folders <run>/<name>, the newest by the number that ends the name. Jobs delete the others: nothing else reaches the disks of a node.
       *
       * Unit: checkpoints
       *
       * Default: all where the tier is written; 2 where the tier is left out
       *
       * Changing it disturbs nothing that runs.
       */
      keepLast?: number;
      /**
       * Beside the last ones, keep checkpoints whose number this divides.
       *
       * Unit: steps
       *
       * Default: none
       *
       * Changing it disturbs nothing that runs.
       */
      keepEvery?: number;
    };
    /**
     * Second tier: Lustre, linked to the bucket.
     *
     * Default: on where the environment has Lustre that can be linked: /checkpoints with keepLast: 24
     *
     * Changing it destroys what is there and makes it anew.
     */
    warm?: {
      /**
       * Folder on the Lustre file system that is linked to the bucket.
       *
       * Default: "/checkpoints"
       *
       * Changing it destroys what is there and makes it anew. The link is made anew; files stay on Lustre and in S3.
       */
      path?: string;
      /**
       * Which FSx for Lustre file system of `storage` has the folder.
       *
       * Default: lustre, else the first of storage
       *
       * Changing it destroys what is there and makes it anew. The link is made anew; files stay on the file system before and in S3.
       */
      fileSystem?: string;
      /**
       * Changes in S3 that appear on Lustre by themselves.
       *
       * Default: ["new","changed"]
       *
       * Changing it is done while everything runs.
       */
      import?: ("new" | "changed" | "deleted")[];
      /**
       * Changes on Lustre that go to S3 by themselves, when the file is closed.
       *
       * Default: ["new","changed"]
       *
       * Changing it is done while everything runs.
       */
      export?: ("new" | "changed")[];
      /**
       * Whether deleting a file on Lustre deletes it in S3 as well. Off: a slip of the hand stays on Lustre.
       *
       * Default: false
       *
       * Changing it is done while everything runs.
       */
      exportDeletes?: boolean;
      /**
       * Newest checkpoints of a run whose contents stay on Lustre. Of older ones that it keeps the files stay, and their contents are in the bucket alone once each object was read and has the SHA-256 of what was written: whoever reads one waits until it is back. `tiers.py` of `railyard examples` releases them, on a node with lfs.
       *
       * Unit: checkpoints
       *
       * Default: the contents of all that it keeps
       *
       * Changing it disturbs nothing that runs. Write the examples anew, and start the agent again: it reads its file once.
       *
       * See https://docs.aws.amazon.com/fsx/latest/LustreGuide/release-files.html
       */
      keepData?: number;
      /**
       * Checkpoints of a run to keep: folders <run>/<name>, the newest by the number that ends the name. A job in the cluster deletes the others every hour; never what changed in the last hour, is not yet in S3, or has a file .railyard-keep in it or in its run.
       *
       * Unit: checkpoints
       *
       * Default: all where the tier is written; 24 where the tier is left out
       *
       * Changing it is done while everything runs. A smaller number deletes what is beyond it, for good.
       */
      keepLast?: number;
      /**
       * Beside the last ones, keep checkpoints whose number this divides.
       *
       * Unit: steps
       *
       * Default: none
       *
       * Changing it is done while everything runs. Another number deletes those that it does not divide, for good.
       */
      keepEvery?: number;
      /**
       * Data repository tasks of the linked folder, made by CronJobs of the cluster with a role that may do nothing else: docs/storage.md.
       *
       * Default: none: what the link does by itself
       *
       * Changing it is done while everything runs.
       *
       * Example: {"release":{"afterDays":30}}
       *
       * See https://docs.aws.amazon.com/fsx/latest/LustreGuide/data-repository-tasks.html
       */
      tasks?: {
        /**
         * Releases contents of files that are in the bucket and that nobody has used for days, so that Lustre does not fill: also data that is no checkpoint. FSx releases nothing that it has not exported.
         *
         * Default: nothing is released by a task
         *
         * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
         *
         * Example: {"afterDays":30}
         *
         * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_ReleaseConfiguration.html
         */
        release?: {
          /**
           * Contents of files go that nobody has read or written for longer than so many days, and that are in the bucket. Names and metadata stay, and who reads one waits until Lustre has it back.
           *
           * Unit: days
           *
           * Changing it is done while everything runs. Fewer days release more at the next task; what is released comes back when somebody reads it.
           *
           * Example: 30
           *
           * See https://docs.aws.amazon.com/fsx/latest/LustreGuide/file-release.html
           */
          afterDays: number;
          /**
           * Days on which it is made, in UTC. None: only when somebody asks for it, with kubectl create job --from=cronjob/….
           *
           * Default: ["sun","mon","tue","wed","thu","fri","sat"]
           *
           * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
           *
           * Example: ["sat"]
           */
          days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
          /**
           * When it is made, in UTC. FSx runs one task of a file system at a time: it waits for others.
           *
           * Default: "04:00"
           *
           * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
           *
           * Example: "03:00"
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateDataRepositoryTask.html
           */
          start?: string;
        };
        /**
         * Exports what is new or has changed, with its metadata, where the link does not do it by itself (export: []).
         *
         * Default: the link exports by itself
         *
         * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
         *
         * Example: {"days":["sat"]}
         *
         * See https://docs.aws.amazon.com/fsx/latest/LustreGuide/export-changed-data-meta-dra.html
         */
        export?: {
          /**
           * Days on which it is made, in UTC. None: only when somebody asks for it, with kubectl create job --from=cronjob/….
           *
           * Default: ["sun","mon","tue","wed","thu","fri","sat"]
           *
           * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
           *
           * Example: ["sat"]
           */
          days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
          /**
           * When it is made, in UTC. FSx runs one task of a file system at a time: it waits for others.
           *
           * Default: "02:00"
           *
           * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
           *
           * Example: "03:00"
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateDataRepositoryTask.html
           */
          start?: string;
        };
        /**
         * Imports names and metadata of what is new or has changed in the bucket, where the link does not do it by itself. What is deleted there stays listed.
         *
         * Default: the link imports by itself
         *
         * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
         *
         * Example: {"start":"01:00"}
         *
         * See https://docs.aws.amazon.com/fsx/latest/LustreGuide/importing-files-dra.html
         */
        import?: {
          /**
           * Days on which it is made, in UTC. None: only when somebody asks for it, with kubectl create job --from=cronjob/….
           *
           * Default: ["sun","mon","tue","wed","thu","fri","sat"]
           *
           * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
           *
           * Example: ["sat"]
           */
          days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
          /**
           * When it is made, in UTC. FSx runs one task of a file system at a time: it waits for others.
           *
           * Default: "01:00"
           *
           * Changing it is done while everything runs. A task that FSx is at goes on as it was asked for.
           *
           * Example: "03:00"
           *
           * See https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateDataRepositoryTask.html
           */
          start?: string;
        };
      };
    };
    /**
     * Third tier: S3.
     *
     * Changing it is done while everything runs.
     */
    cold?: {
      /**
       * How objects move to cheaper classes. Classes that need a restore are refused where Lustre reads them.
       *
       * Default: [{"afterDays":0,"to":"INTELLIGENT_TIERING"}]
       *
       * Changing it is done while everything runs.
       *
       * @maxItems 5
       */
      transitions?: {
        /**
         * Age of the object when it moves.
         *
         * Unit: days
         *
         * Changing it is done while everything runs.
         */
        afterDays: number;
        /**
         * Storage class to move to; only downwards.
         *
         * Changing it is done while everything runs.
         */
        to: "STANDARD_IA" | "INTELLIGENT_TIERING" | "ONEZONE_IA" | "GLACIER_IR" | "GLACIER" | "DEEP_ARCHIVE";
      }[];
      /**
       * Age at which objects are deleted.
       *
       * Unit: days
       *
       * Default: never
       *
       * Changing it is done while everything runs.
       */
      expireAfterDays?: number;
      /**
       * Checkpoints of a run to keep: folders <run>/<name>, the newest by the number that ends the name. A job in the cluster tags the others retention=superseded every hour, and S3 deletes those; in a bucket of your own only if you add the rule.
       *
       * Unit: checkpoints
       *
       * Default: all
       *
       * Changing it is done while everything runs. A smaller number deletes what is beyond it, for good.
       */
      keepLast?: number;
      /**
       * Beside the last ones, keep checkpoints whose number this divides.
       *
       * Unit: steps
       *
       * Default: none
       *
       * Changing it is done while everything runs. Another number deletes those that it does not divide, for good.
       */
      keepEvery?: number;
    };
    /**
     * Fourth tier: milestones that jobs copy to a prefix of their own.
     *
     * Default: none
     *
     * Changing it is done while everything runs.
     */
    archive?: {
      /**
       * Prefix for milestones; never linked to Lustre.
       *
       * Default: "archive/"
       *
       * Changing it is done while everything runs.
       */
      prefix?: string;
      /**
       * Checkpoints whose number this divides are milestones: the agent of `railyard examples` copies them there, and reads them back.
       *
       * Unit: steps
       *
       * Default: none: jobs copy what they want to keep
       *
       * Changing it disturbs nothing that runs. Write the examples anew, and start the agent again: it reads its file once. What lies in the archive stays.
       */
      every?: number;
      /**
       * How milestones move to cheaper classes.
       *
       * Default: [{"afterDays":1,"to":"GLACIER_IR"}]
       *
       * Changing it is done while everything runs.
       *
       * @minItems 1
       * @maxItems 5
       */
      transitions?: {
        /**
         * Age of the object when it moves.
         *
         * Unit: days
         *
         * Changing it is done while everything runs.
         */
        afterDays: number;
        /**
         * Storage class to move to; only downwards.
         *
         * Changing it is done while everything runs.
         */
        to: "STANDARD_IA" | "INTELLIGENT_TIERING" | "ONEZONE_IA" | "GLACIER_IR" | "GLACIER" | "DEEP_ARCHIVE";
      }[];
      /**
       * Age at which milestones are deleted.
       *
       * Unit: days
       *
       * Default: never
       *
       * Changing it is done while everything runs.
       */
      expireAfterDays?: number;
    };
    /**
     * Archive of profiles that jobs make of their steps with railyard_profile.py: they copy them here when they end. Object Lock of the bucket holds for them, too.
     *
     * Default: none: profiles stay on the volume where jobs write them
     *
     * Changing it is done while everything runs.
     *
     * Example: {}
     *
     * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html
     */
    profiles?: {
      /**
       * Prefix for profiles; never linked to Lustre.
       *
       * Default: "profiles/"
       *
       * Changing it is done while everything runs. What lies under the old prefix stays there, and is kept for ever.
       */
      prefix?: string;
      /**
       * Age at which profiles are deleted.
       *
       * Unit: days
       *
       * Default: 90 where Railyard makes the bucket; elsewhere what its owner says
       *
       * Changing it is done while everything runs. Fewer days delete what is older.
       */
      expireAfterDays?: number;
    };
    /**
     * A pod of the cluster that copies checkpoints to the bucket where no file system does it by itself, and milestones to the archive, with a role of its own that deletes nothing. Without it a job of Slurm does, which `railyard examples` writes.
     *
     * Default: none
     *
     * Changing it is done while everything runs.
     *
     * See https://kubernetes.io/docs/concepts/workloads/controllers/deployment/
     */
    agent?: {
      /**
       * Image with Python and boto3, by its digest. Nobody publishes one: `railyard examples <environment>` writes its recipe, images/tiers/Dockerfile. The programs come from the cluster, and need no new image.
       *
       * Default: none, which is an error
       *
       * Changing it is done while everything runs. The pod of the agent is made anew: a round that is under way ends, and the next one goes on from what is there.
       *
       * Example: "registry.example.com/tiers@sha256:0000000000000000000000000000000000000000000000000000000000000000"
       */
      image?: string;
      /**
       * Volume of `storage` that has the checkpoints, where no Lustre is linked to the bucket.
       *
       * Default: the linked file system of the warm tier
       *
       * Changing it is done while everything runs. The pod of the agent is made anew: a round that is under way ends, and the next one goes on from what is there.
       */
      volume?: string;
      /**
       * Folder of that volume with the runs, from its root.
       *
       * Default: /checkpoints; with a linked file system warm.path
       *
       * Changing it is done while everything runs. The pod of the agent is made anew: a round that is under way ends, and the next one goes on from what is there.
       */
      path?: string;
      /**
       * When all of a checkpoint is there: sums (as reference training writes them), rename (what bears a name is whole), or the name of the file that is written last, such as .metadata.
       *
       * Default: "sums"
       *
       * Changing it is done while everything runs. The pod of the agent is made anew: a round that is under way ends, and the next one goes on from what is there.
       */
      whole?: string;
      /**
       * Time between two rounds.
       *
       * Unit: seconds
       *
       * Default: 60
       *
       * Changing it is done while everything runs. The pod of the agent is made anew: a round that is under way ends, and the next one goes on from what is there.
       */
      everySeconds?: number;
    };
    /**
     * Days to keep overwritten and deleted versions.
     *
     * Unit: days
     *
     * Default: 30
     *
     * Changing it is done while everything runs.
     */
    oldVersionDays?: number;
    /**
     * Days after which unfinished uploads are removed; they cost storage and nobody sees them.
     *
     * Unit: days
     *
     * Default: 7
     *
     * Changing it is done while everything runs.
     */
    abortUploadDays?: number;
    /**
     * Object Lock. AWS says nothing on Object Lock under a Lustre link, so the two are not combined.
     *
     * Default: none
     *
     * Changing it is refused. It is switched on when a bucket is made, and never off again.
     */
    objectLock?: {
      /**
       * governance: some people may lift it. compliance: nobody can, not even AWS.
       *
       * Changing it is refused.
       */
      mode: "governance" | "compliance";
      /**
       * Days for which a version cannot be deleted; S3 takes 100 years.
       *
       * Unit: days
       *
       * Changing it is done while everything runs.
       *
       * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html
       */
      days: number;
    };
    /**
     * A second copy of what is written into the bucket, in a bucket of another Region or account, which S3 keeps by itself. Only of a bucket that Railyard makes.
     *
     * Default: none: what is lost with the bucket, its key, its Region or its account has no other copy
     *
     * Changing it is done while everything runs. Without it nothing more is copied; copies stay where they are.
     *
     * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication.html
     */
    replicateTo?: {
      /**
       * Bucket that gets the copies. It exists already, keeps versions, and stays its owner's: Railyard neither makes nor changes it.
       *
       * Changing it is done while everything runs. It goes for what is written from then on: what is in the bucket already, or was copied elsewhere, is not copied again but by S3 Batch Replication.
       *
       * Example: "example-checkpoint-copies"
       *
       * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-requirements.html
       */
      bucket: string;
      /**
       * Region of that bucket. Another one than that of the environment survives the loss of a Region.
       *
       * Changing it is done while everything runs. It goes for what is written from then on: what is in the bucket already, or was copied elsewhere, is not copied again but by S3 Batch Replication.
       *
       * Example: "us-west-2"
       */
      region: string;
      /**
       * Account that owns that bucket, and from then on the copies in it. Its owner adds what `railyard describe` prints to the policies of the bucket and of its key.
       *
       * Default: that of the environment
       *
       * Changing it is done while everything runs. It goes for what is written from then on: what is in the bucket already, or was copied elsewhere, is not copied again but by S3 Batch Replication.
       *
       * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-change-owner.html
       */
      account?: string;
      /**
       * Key that encrypts the copies: a customer managed one of that Region and account. Checkpoints are encrypted with a key of the environment, and S3 copies such objects with a key for the copies alone.
       *
       * Changing it is done while everything runs. It goes for what is written from then on: what is in the bucket already, or was copied elsewhere, is not copied again but by S3 Batch Replication.
       *
       * Example: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555"
       *
       * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-config-for-kms-objects.html
       */
      kmsKeyArn: string;
      /**
       * Prefixes of the bucket that are copied, each by a rule of its own.
       *
       * Default: the whole bucket: checkpoints, milestones, profiles, and Slurm's backups below railyard/
       *
       * Changing it is done while everything runs. It goes for what is written from then on: what is in the bucket already, or was copied elsewhere, is not copied again but by S3 Batch Replication.
       *
       * Example: ["checkpoints/","railyard/"]
       *
       * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-add-config.html
       *
       * @minItems 1
       * @maxItems 1000
       */
      prefixes?: string[];
      /**
       * Whether an object that somebody deletes here is hidden there as well. Off: a slip of the hand stays here. Deleted versions, and what a lifecycle deletes, stay there in any case.
       *
       * Default: false
       *
       * Changing it is done while everything runs.
       *
       * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/delete-marker-replication.html
       */
      deleteMarkers?: boolean;
      /**
       * S3 Replication Time Control: 99.9 % of the objects are there within 15 minutes, up to 1 Gbit/s, which is a quota of the account. AWS charges for each GB. Off: as soon as S3 comes to it.
       *
       * Default: true
       *
       * Changing it is done while everything runs.
       *
       * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-time-control.html
       */
      timeControl?: boolean;
      /**
       * Storage class of the copies.
       *
       * Default: that of the object when it is copied
       *
       * Changing it is done while everything runs. It goes for what is written from then on: what is in the bucket already, or was copied elsewhere, is not copied again but by S3 Batch Replication.
       *
       * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-add-config.html
       */
      storageClass?: "STANDARD_IA" | "INTELLIGENT_TIERING" | "ONEZONE_IA" | "GLACIER_IR" | "GLACIER" | "DEEP_ARCHIVE";
    };
    /**
     * Whether S3 tells CloudWatch each minute of requests to the whole bucket, errors and latency among it, of which AWS charges each as a metric of one's own. Only of a bucket that Railyard makes.
     *
     * Default: false
     *
     * Changing it is done while everything runs. Where CI deploys with Railyard's roles, `railyard bootstrap` goes first when it comes, and last when it goes.
     *
     * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-configurations.html
     */
    requestMetrics?: boolean;
    /**
     * Also mount the bucket in pods by Mountpoint for S3. It cannot rename: write checkpoints to Lustre.
     *
     * Default: false
     *
     * Changing it is done while everything runs.
     */
    mountpoint?: boolean;
  };
  /**
   * Driver, device plugin and telemetry of the GPUs.
   *
   * Changing it takes the nodes away: their jobs stop.
   */
  gpu?: Gpu;
  /**
   * Slurm on Kubernetes.
   *
   * Default: no Slurm
   *
   * Changing it is done while everything runs.
   */
  slurm?: Slurm;
  /**
   * Queues for jobs of Kubernetes in the namespaces of teams, by Kueue, on nodes that are not Slurm's.
   *
   * Default: no queues: pods of teams are placed as they come
   *
   * Changing it is done while everything runs. Without it, jobs that wait in queues stay suspended until somebody deletes or resumes them.
   */
  kueue?: Kueue;
  /**
   * What nodes of pools that no partition of Slurm has are asked while they run, and what becomes of those that answer badly: they are cordoned, and repaired by the cause.
   *
   * Default: nobody looks at them; nodes of Slurm have slurm.health
   *
   * Changing it is done while everything runs. Without it, nodes that are cordoned for a fault stay so until somebody opens them.
   *
   * Example: {"repair":{"mode":"on"}}
   *
   * See https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html
   */
  health?: Health;
  /**
   * What runs in the cluster beside Slurm.
   *
   * Changing it is done while everything runs.
   */
  platform?: {
    /**
     * Escape hatch: values merged last into a chart's own, as Helm merges files of values: null takes away what the chart has by itself, in an environment that extends another one, too. Shown in reviews. Never put a secret in them.
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
     *
     * Example: {"gpu-operator":{"validator":{"plugin":{"env":[{"name":"WITH_WORKLOAD","value":"false"}]}}}}
     */
    helmValues?: {
      [k: string]: {
        [k: string]: unknown;
      };
    };
    /**
     * Where images of pods come from.
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
     */
    images?: {
      /**
       * What stands in the place of a registry in the images of all charts, operators and jobs, and in those of the pods that they make: a pull-through cache of ECR, a proxy of Harbor or Artifactory. "*" is for every registry without a row, each in a folder of its name. Nodes must be able to pull there without a Secret, and images must be there before they are asked for. Add-ons of EKS keep the registry of their Region.
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Pods of the charts are made anew, slurmd's too: jobs on them end.
       *
       * Example: {"docker.io":"111122223333.dkr.ecr.us-east-1.amazonaws.com/docker-hub","ghcr.io":"111122223333.dkr.ecr.us-east-1.amazonaws.com/github"}
       *
       * See https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache.html
       */
      mirrors?: {
        [k: string]: string;
      };
      /**
       * Digests by the image that has them, as it is published: registry, path and tag. What Railyard itself names by such a tag is pulled by its digest, so that nobody moves it. railyard pin --write writes them into a file of JSON, which the environment imports. A row without such an image changes nothing; images that charts name by themselves keep their tag.
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Pods of these images are made anew, slurmd's too: jobs on them end.
       *
       * Example: {"ghcr.io/slinkyproject/slurmctld:26.05.1-ubuntu26.04":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}
       *
       * See https://kubernetes.io/docs/concepts/containers/images/#image-names
       */
      digests?: {
        [k: string]: string;
      };
      /**
       * Registries whose images ECR fetches and keeps for the environment: each gets a rule, and the images of charts that come from it are taken from there, as with platform.images.mirrors. Nodes make the repositories of an image at its first pull. ECR has none of nvcr.io: copy those images to a mirror (railyard pin).
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Pods of the charts are made anew, slurmd's too: jobs on them end. Repositories that ECR has filled stay.
       *
       * Example: {"public.ecr.aws":{},"quay.io":{}}
       *
       * See https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache.html
       */
      pullThroughCache?: {
        [k: string]: {
          /**
           * Secret in Secrets Manager with user and token for the registry (keys username and accessToken), in the account and the Region of the environment. The token itself is never in config.
           *
           * Default: none: the registry gives images to anybody
           *
           * Changing it is done while everything runs.
           *
           * Example: "arn:aws:secretsmanager:us-east-1:111122223333:secret:ecr-pullthroughcache/docker-hub-AbCdEf"
           */
          secretArn?: string;
        };
      };
    };
    /**
     * Install the AWS Load Balancer Controller; load balancers for Slurm login need it.
     *
     * Default: true
     *
     * Changing it is done while everything runs.
     */
    loadBalancerController?: boolean;
  };
  /**
   * How nodes and pods reach what lies outside of the cluster, at sites that are not on the open internet: mirrors of registries, authorities of your own, a proxy.
   *
   * Default: nodes reach registries and services of AWS by the network
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
   */
  outbound?: Outbound;
  /**
   * Metrics and alerts.
   *
   * Changing it is done while everything runs.
   */
  monitoring?: Monitoring;
  /**
   * Where what pods and nodes write as logs is kept.
   *
   * Default: on the nodes alone, until the kubelet deletes them
   *
   * Changing it is done while everything runs.
   */
  logs?: Logs;
  /**
   * Where traces of jobs and services are kept: spans of OpenTelemetry, such as those of each step of a training.
   *
   * Default: nowhere
   *
   * Changing it is done while everything runs.
   */
  traces?: Traces;
  /**
   * Teams, by name.
   *
   * Changing it is done while everything runs.
   */
  teams?: {
    [k: string]: Teams;
  };
  /**
   * Datasets that jobs read, by name: where they lie, and which teams may. All of them are there: Railyard makes none and deletes nothing of them.
   *
   * Changing it is done while everything runs.
   *
   * Example: {"imagenet":{"place":{"kind":"bucket","name":"lab-datasets","prefix":"imagenet/"},"format":"webdataset"}}
   */
  datasets?: {
    [k: string]: Datasets;
  };
  /**
   * Trainings that the environment is meant for, by name. They install nothing: `railyard size`, rules and reviews count with them.
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: {"pretrain":{"params":"70B","tokens":"2T"}}
   */
  workloads?: {
    [k: string]: Workloads;
  };
  /**
   * How the cluster is proved without anybody who starts it.
   *
   * Default: people and pipelines start verify
   *
   * Changing it is done while everything runs.
   */
  verify?: Verify;
  /**
   * Resources that were there before, and become part of the environment. `railyard adopt` writes it.
   *
   * Default: nothing: everything is made
   *
   * Changing it is refused. Leave it for as long as the resources live: names and what AWS never tells follow from it.
   */
  adopt?: {
    /**
     * The VPC. To use one without managing it, write network.kind: existing instead.
     *
     * Default: a new VPC
     *
     * Changing it is refused.
     */
    vpc?: {
      /**
       * VPC that Terraform takes over.
       *
       * Changing it is refused. Once imported, leave it: import blocks of what the state has do nothing.
       */
      id: string;
      /**
       * What else of it is there: place of the resource in the stack, and the id by which Terraform imports it. What is not named is made.
       *
       * Changing it is refused. Once imported, leave it: another id would be imported beside what the state has.
       *
       * Example: {"vpc/subnet-private-us-east-1a":"subnet-0123456789abcdef0"}
       */
      parts?: {
        [k: string]: string;
      };
    };
    /**
     * The EKS cluster.
     *
     * Default: a new one
     *
     * Changing it is refused.
     */
    cluster?: {
      /**
       * Cluster that Terraform takes over. It keeps this name, whatever the environment is called.
       *
       * Changing it is refused. Another name is another cluster.
       */
      name: string;
      /**
       * Arguments that stay as they are there, since another value would replace it. Terraform ignores them.
       *
       * Changing it is refused. Without it, Terraform would replace the resource; prevent_destroy makes that an error of the plan.
       */
      keeps?: ("role_arn" | "encryption_config")[];
      /**
       * What else of it is there: place of the resource in the stack, and the id by which Terraform imports it. What is not named is made.
       *
       * Changing it is refused. Once imported, leave it: another id would be imported beside what the state has.
       *
       * Example: {"vpc/subnet-private-us-east-1a":"subnet-0123456789abcdef0"}
       */
      parts?: {
        [k: string]: string;
      };
    };
    /**
     * The file system.
     *
     * Default: a new one
     *
     * Changing it is refused.
     */
    fileSystem?: {
      /**
       * FSx for Lustre file system that Terraform takes over.
       *
       * Changing it is refused. Once imported, leave it: import blocks of what the state has do nothing.
       */
      id: string;
      /**
       * Arguments that stay as they are there, since another value would replace it. Terraform ignores them.
       *
       * Changing it is refused. Without it, Terraform would replace the resource; prevent_destroy makes that an error of the plan.
       */
      keeps?: (
        | "kms_key_id"
        | "copy_tags_to_backups"
        | "import_path"
        | "export_path"
        | "imported_file_chunk_size"
        | "metadata_configuration"
      )[];
      /**
       * What else of it is there: place of the resource in the stack, and the id by which Terraform imports it. What is not named is made.
       *
       * Changing it is refused. Once imported, leave it: another id would be imported beside what the state has.
       *
       * Example: {"vpc/subnet-private-us-east-1a":"subnet-0123456789abcdef0"}
       */
      parts?: {
        [k: string]: string;
      };
    };
    /**
     * An EFS file system, such as one that has the homes.
     *
     * Default: a new one
     *
     * Changing it is refused.
     */
    efs?: {
      /**
       * EFS file system that Terraform takes over.
       *
       * Changing it is refused. Once imported, leave it: import blocks of what the state has do nothing.
       */
      id: string;
      /**
       * Volume of storage that it is.
       *
       * Default: the only one of kind efs
       *
       * Changing it is refused. Once imported, leave it: import blocks of what the state has do nothing.
       */
      volume?: string;
      /**
       * Arguments that stay as they are there, since another value would replace it. Terraform ignores them.
       *
       * Changing it is refused. Without it, Terraform would replace the resource; prevent_destroy makes that an error of the plan.
       */
      keeps?: "kms_key_id"[];
      /**
       * What else of it is there: place of the resource in the stack, and the id by which Terraform imports it. What is not named is made.
       *
       * Changing it is refused. Once imported, leave it: another id would be imported beside what the state has.
       *
       * Example: {"vpc/subnet-private-us-east-1a":"subnet-0123456789abcdef0"}
       */
      parts?: {
        [k: string]: string;
      };
    };
    /**
     * The bucket of the checkpoints. To use one without managing it, write checkpoints.bucket.kind: existing.
     *
     * Default: a new one
     *
     * Changing it is refused.
     */
    checkpointBucket?: {
      /**
       * Bucket of the checkpoints that Terraform takes over. It keeps this name.
       *
       * Changing it is refused. Another name is another bucket.
       */
      name: string;
      /**
       * What else of it is there: place of the resource in the stack, and the id by which Terraform imports it. What is not named is made.
       *
       * Changing it is refused. Once imported, leave it: another id would be imported beside what the state has.
       *
       * Example: {"vpc/subnet-private-us-east-1a":"subnet-0123456789abcdef0"}
       */
      parts?: {
        [k: string]: string;
      };
    };
    /**
     * The bucket of Terraform's state.
     *
     * Default: a new one
     *
     * Changing it is refused.
     */
    stateBucket?: {
      /**
       * Bucket of Terraform's state that Terraform takes over. It keeps this name.
       *
       * Changing it is refused. Another name is another bucket.
       */
      name: string;
      /**
       * What else of it is there: place of the resource in the stack, and the id by which Terraform imports it. What is not named is made.
       *
       * Changing it is refused. Once imported, leave it: another id would be imported beside what the state has.
       *
       * Example: {"vpc/subnet-private-us-east-1a":"subnet-0123456789abcdef0"}
       */
      parts?: {
        [k: string]: string;
      };
    };
  };
  /**
   * Hours in which nodes run; outside of them node groups have none.
   *
   * Default: nodes run day and night
   *
   * Changing it is done while everything runs.
   */
  schedule?: {
    /**
     * Time zone of the hours, as the IANA database names it; the hours follow its clock changes.
     *
     * Changing it is done while everything runs.
     *
     * Example: "Europe/Zurich"
     *
     * See https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-scheduled-scaling.html
     */
    timezone: string;
    /**
     * Days on which nodes are started.
     *
     * Default: ["mon","tue","wed","thu","fri"]
     *
     * Changing it is done while everything runs.
     *
     * Example: ["mon","tue","wed","thu","fri"]
     *
     * @minItems 1
     */
    days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
    /**
     * When nodes are started on such a day; GPU machines need some minutes more to be ready.
     *
     * Changing it is done while everything runs.
     *
     * Example: "08:00"
     */
    start: string;
    /**
     * When nodes go: on such a day, or on the next one where it is a time before start. Slurm starts no job that would not be done by then; one that runs all the same is stopped and queued again.
     *
     * Changing it is done while everything runs.
     *
     * Example: "19:00"
     */
    end: string;
    /**
     * Node groups that follow the hours. System nodes never do.
     *
     * Default: all whose capacity is on-demand or spot: reservations and Capacity Blocks are paid for anyway
     *
     * Changing it is done while everything runs. A group that joins has no nodes from the next end on. One that leaves has all of them again with the apply. Fewer nodes than run at the time must first be set by hand (aws eks update-nodegroup-config); outside of the hours they need not.
     *
     * Example: ["h100"]
     *
     * @minItems 1
     */
    nodeGroups?: string[];
    /**
     * How long before the end jobs must be done, and nodes take no more of them.
     *
     * Unit: minutes
     *
     * Default: 15
     *
     * Changing it is done while everything runs.
     */
    drainMinutes?: number;
    /**
     * Last day, in the time zone, on which nobody is switched off or on: for a run through the night. Nodes that are off when it is written stay off. Slurm gives back what it has reserved for the same evening some minutes after the apply.
     *
     * Default: the hours hold every day
     *
     * Changing it is done while everything runs.
     *
     * Example: "2026-12-24"
     */
    pausedUntil?: string;
  };
  /**
   * Until when the environment lives.
   *
   * Default: until somebody destroys it
   *
   * Changing it is done while everything runs.
   */
  lifetime?: {
    /**
     * When the environment has had its time: a day, which means its end in UTC, or a moment. At that moment all node groups lose their nodes; everything else stays until you destroy it. Also the tag `railyard:expires`, on all but the cluster and its nodes.
     *
     * Changing it is done while everything runs. No node is replaced for it. After it has passed, a later one brings the nodes back, those of a schedule at its next start. A group with a range of nodes must first be given its least number by hand (aws eks update-nodegroup-config): EKS refuses a least size above the present one.
     *
     * Example: "2026-12-31"
     */
    expires: string;
  };
  /**
   * What a month may cost, and alarms before and beyond it.
   *
   * Default: no budget, no anomaly detection
   *
   * Changing it is done while everything runs.
   */
  budget?: {
    /**
     * What the environment may cost in a month. Counted by the tag `railyard:environment`, which must be active as a cost allocation tag of the paying account: once for the account, and it takes AWS up to 24 hours.
     *
     * Unit: USD
     *
     * Changing it is done while everything runs.
     *
     * Example: 20000
     *
     * See https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-create.html
     */
    monthlyUsd: number;
    /**
     * What all environments of owner.team in the account may cost in a month together, by the tag `railyard:team`. What a team uses within the environment is teams.<team>.monthlyUsd.
     *
     * Unit: USD
     *
     * Default: no such budget
     *
     * Changing it is done while everything runs.
     */
    teamMonthlyUsd?: number;
    /**
     * Shares of the amount at which an alarm is sounded for what has been spent.
     *
     * Unit: %
     *
     * Default: [80,100]
     *
     * Changing it is done while everything runs.
     *
     * @maxItems 4
     */
    actualPercent?: number[];
    /**
     * Shares of the amount at which an alarm is sounded for what the month is going to cost.
     *
     * Unit: %
     *
     * Default: [100]
     *
     * Changing it is done while everything runs.
     *
     * @maxItems 4
     */
    forecastPercent?: number[];
    /**
     * Cost Anomaly Detection: tells of costs that differ from what was usual. "detect" looks at the costs of the same tags, which AWS allows the management account of an organization alone; "monitor" tells what a monitor of the account finds, in all of its costs.
     *
     * Default: {"kind":"off"}
     *
     * Changing it is done while everything runs.
     *
     * See https://docs.aws.amazon.com/cost-management/latest/userguide/getting-started-ad.html
     */
    anomalies?:
      | {
          kind: "off";
        }
      | {
          kind: "detect";
          /**
           * Least cost of an anomaly that is told.
           *
           * Unit: USD
           *
           * Default: 100
           *
           * Changing it is done while everything runs.
           */
          minimumUsd?: number;
        }
      | {
          kind: "monitor";
          /**
           * Least cost of an anomaly that is told.
           *
           * Unit: USD
           *
           * Default: 100
           *
           * Changing it is done while everything runs.
           */
          minimumUsd?: number;
          /**
           * Monitor that is there already, of the same account: aws ce get-anomaly-monitors lists them. Most accounts have one of all their services.
           *
           * Changing it is done while everything runs.
           *
           * Example: "arn:aws:ce::111122223333:anomalymonitor/0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"
           */
          monitor: string;
        };
  };
  /**
   * Prices of your own instead of list prices, by what they are for: an instance type, spot/<type>, capacity-block/<type>, or an item of config/facts/prices.json such as fsx-lustre/persistent-2-ssd/250. Every estimate reads them.
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: {"p5.48xlarge":{"usd":31.46,"agreement":"savings-plan","asOf":"2026-11-01","until":"2027-10-31"}}
   */
  prices?: {
    [k: string]: {
      /**
       * What it costs, in the unit of the list price: an hour for instances (of one instance, also in a Capacity Block), a GB and month for storage.
       *
       * Unit: USD
       *
       * Changing it disturbs nothing that runs.
       *
       * Example: 31.46
       */
      usd: number;
      /**
       * What gives the price.
       *
       * Changing it disturbs nothing that runs.
       */
      agreement: "contract" | "savings-plan" | "private-offer" | "reserved-instances";
      /**
       * Day from which the price holds. Before it, the list price is used.
       *
       * Changing it disturbs nothing that runs.
       *
       * Example: "2026-11-01"
       */
      asOf: string;
      /**
       * Last day of the agreement. After it, the list price is used.
       *
       * Default: no end
       *
       * Changing it disturbs nothing that runs.
       *
       * Example: "2027-10-31"
       */
      until?: string;
    };
  };
  /**
   * Alerts for GPUs that are held and not used, with what they cost an hour.
   *
   * Default: no such alerts
   *
   * Changing it is done while everything runs.
   */
  idle?: {
    /**
     * How long GPUs of a job or pod must do next to nothing before an alert.
     *
     * Unit: minutes
     *
     * Default: 30
     *
     * Changing it is done while everything runs.
     */
    afterMinutes?: number;
    /**
     * Share of the time with the compute engine active below which a GPU is idle (DCGM_FI_PROF_GR_ENGINE_ACTIVE). A job that hangs in NCCL counts as busy.
     *
     * Unit: %
     *
     * Default: 5
     *
     * Changing it is done while everything runs.
     *
     * See https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/feature-overview.html
     */
    utilisationPercent?: number;
  };
  /**
   * Whom alarms about money reach.
   *
   * Changing it is done while everything runs.
   */
  alarms?: {
    /**
     * E-mail addresses. SNS writes to each once, and sends nothing more until the link in it is followed.
     *
     * Changing it is done while everything runs.
     *
     * Example: ["gpu-costs@example.com"]
     *
     * @maxItems 10
     */
    emails?: string[];
    /**
     * SNS topic of your own. Its policy and the policy of its key must let budgets.amazonaws.com and costalerts.amazonaws.com publish.
     *
     * Default: an encrypted topic is made
     *
     * Changing it is done while everything runs.
     *
     * Example: "arn:aws:sns:us-east-1:111122223333:alarms"
     */
    topic?: string;
  };
  /**
   * Rules to silence until a date.
   *
   * Changing it disturbs nothing that runs.
   */
  ignoreRules?: {
    /**
     * Rule to silence.
     *
     * Changing it disturbs nothing that runs.
     */
    id: string;
    /**
     * Why; shown at every synth.
     *
     * Changing it disturbs nothing that runs.
     */
    reason: string;
    /**
     * Last day on which the rule is silent.
     *
     * Changing it disturbs nothing that runs.
     */
    until: string;
  }[];
}

export interface KubernetesInput {
  /**
   * Name of the environment; the name of its file, and the first part of every resource name.
   *
   * Changing it is refused. Every resource would be made anew. Make a new environment and move the data.
   *
   * Example: "research"
   */
  name: string;
  /**
   * Production protects what holds data and asks for pinned images; development is cheap to throw away.
   *
   * Default: "production"
   *
   * Changing it is done while everything runs.
   */
  profile?: "production" | "development";
  /**
   * Who answers and who pays; tags on everything, instances too.
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
   */
  owner: Owner;
  /**
   * Where Terraform keeps its state.
   *
   * Changing it is refused.
   *
   * Example: {"kind":"s3-compatible","endpoint":"https://minio.example.com:9000","bucket":"railyard-state"}
   */
  state:
    | {
        kind: "s3";
        /**
         * Bucket that is there, with versioning. Railyard makes none; states lie below the name of the environment.
         *
         * Changing it is refused. Move the state with `terraform init -migrate-state` in every stack first.
         */
        bucket: string;
        /**
         * AWS region of the bucket.
         *
         * Changing it is refused. Move the state with `terraform init -migrate-state` in every stack first.
         *
         * Example: "us-east-1"
         */
        region: string;
      }
    | {
        kind: "s3-compatible";
        /**
         * Address of the store: MinIO, Ceph's gateway and others that speak S3.
         *
         * Changing it is refused. Move the state with `terraform init -migrate-state` in every stack first.
         *
         * Example: "https://minio.example.com:9000"
         *
         * See https://developer.hashicorp.com/terraform/language/backend/s3
         */
        endpoint: string;
        /**
         * Bucket that is there, with versioning. Railyard makes none; states lie below the name of the environment.
         *
         * Changing it is refused. Move the state with `terraform init -migrate-state` in every stack first.
         */
        bucket: string;
        /**
         * Region that requests are signed for; most stores take any.
         *
         * Default: "us-east-1"
         *
         * Changing it is refused. Move the state with `terraform init -migrate-state` in every stack first.
         */
        region?: string;
        /**
         * Whether the bucket is in the path of addresses, and not in the name of the host.
         *
         * Default: true
         *
         * Changing it is done while everything runs.
         */
        pathStyle?: boolean;
        /**
         * Whether Terraform locks the state by an object beside it. The store must refuse to write an object that is there (If-None-Match); where it does not, two people can spoil the state at one time.
         *
         * Default: true
         *
         * Changing it is done while everything runs.
         *
         * See https://developer.hashicorp.com/terraform/language/backend/s3
         */
        lock?: boolean;
      }
    | {
        kind: "local";
        /**
         * Folder for state files, relative to the repository. For trials: nothing locks it, nothing backs it up.
         *
         * Default: "state"
         *
         * Changing it is refused. Move the state files first.
         */
        directory?: string;
      };
  /**
   * The cluster: one that exists, and that Railyard only installs in.
   *
   * Changing it is refused. Another cluster is another environment.
   */
  cluster: {
    kind: "existing";
    /**
     * Kubernetes that the cluster has. Nothing upgrades it: charts are checked against it.
     *
     * Changing it disturbs nothing that runs. Upgrade the cluster first, then write the version.
     *
     * Example: "1.34"
     */
    version: string;
    /**
     * Who is behind the cluster: what tenants can read and set of its fabric follows from it.
     *
     * Default: "on-premises"
     *
     * Changing it disturbs nothing that runs.
     */
    provider?: "on-premises" | "azure" | "oci" | "coreweave" | "nebius" | "gke" | "other";
    /**
     * How Terraform and kubectl reach the cluster. Tokens, keys and passwords are never in config.
     *
     * Changing it disturbs nothing that runs.
     */
    access:
      | {
          kind: "kubeconfig";
          /**
           * Context of the kubeconfig. The one that is current there is never asked for.
           *
           * Changing it disturbs nothing that runs. Nothing in the cluster notices, as long as it is the same one.
           *
           * Example: "iron"
           */
          context: string;
          /**
           * The kubeconfig, on the machine where Terraform runs; `~/` is the home of its user. An absolute path otherwise.
           *
           * Default: "~/.kube/config"
           *
           * Changing it disturbs nothing that runs.
           */
          path?: string;
        }
      | {
          kind: "endpoint";
          /**
           * Address of the Kubernetes API.
           *
           * Changing it disturbs nothing that runs. Nothing in the cluster notices, as long as it is the same one.
           *
           * Example: "https://10.0.0.10:6443"
           */
          host: string;
          /**
           * Certificates that sign that of the API, as PEM. They are no secret.
           *
           * Default: those that the machine trusts
           *
           * Changing it disturbs nothing that runs.
           */
          certificateAuthority?: string;
          /**
           * Who proves that it is you.
           *
           * Changing it disturbs nothing that runs.
           */
          exec: {
            /**
             * Program that prints a credential for the cluster; it must be on the PATH where Terraform runs.
             *
             * Changing it disturbs nothing that runs. Nothing in the cluster notices, as long as it is the same one.
             *
             * Example: "kubelogin"
             *
             * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
             */
            command: string;
            /**
             * What it is called with. Never a secret: plans and logs show it.
             *
             * Changing it disturbs nothing that runs.
             *
             * Example: ["get-token","--server-id","iron"]
             */
            args?: string[];
            /**
             * Variables that it gets besides those that Terraform has. Never a secret.
             *
             * Changing it disturbs nothing that runs.
             */
            env?: {
              [k: string]: string;
            };
            /**
             * Form of the credential that it prints.
             *
             * Default: "client.authentication.k8s.io/v1"
             *
             * Changing it disturbs nothing that runs.
             */
            apiVersion?: "client.authentication.k8s.io/v1" | "client.authentication.k8s.io/v1beta1";
          };
        };
    /**
     * Networks of the cluster, which rails stay clear of: a pod sends what lies in the block of a rail to its card, and never to a Service. Nothing is made of them; `railyard preflight` compares rails with what the cluster itself shows.
     *
     * Default: unknown until the cluster is asked
     *
     * Changing it disturbs nothing that runs.
     *
     * Example: {"pods":["10.244.0.0/16"],"services":["10.96.0.0/12"]}
     */
    networks?: {
      /**
       * Blocks of addresses that pods get.
       *
       * Changing it disturbs nothing that runs.
       *
       * Example: ["10.244.0.0/16"]
       *
       * See https://kubernetes.io/docs/concepts/cluster-administration/networking/
       */
      pods?: string[];
      /**
       * Blocks of addresses that Services get.
       *
       * Changing it disturbs nothing that runs.
       *
       * Example: ["10.96.0.0/12"]
       *
       * See https://kubernetes.io/docs/reference/networking/virtual-ips/
       */
      services?: string[];
      /**
       * Blocks of addresses that nodes and load balancers have.
       *
       * Changing it disturbs nothing that runs.
       *
       * Example: ["10.0.0.0/20"]
       */
      nodes?: string[];
    };
    /**
     * Who labels nodes with their place in the fabric, where pools say layers. topology: `railyard topology --labels`, to be run again after each change of the fabric. topograph: NVIDIA's topograph, which runs in the cluster with its engine k8s and follows the fabric; cluster.topograph installs it, else whoever runs the cluster does.
     *
     * Default: "topology"
     *
     * Changing it is done while everything runs. Slurm learns the new places within a minute; jobs that run stay where they are.
     *
     * See https://github.com/NVIDIA/topograph/blob/e2b6250/docs/engines/k8s.md
     */
    layersFrom?: "topology" | "topograph";
    /**
     * NVIDIA's topograph, which labels nodes of pools with layers by where they stand: only with layersFrom: "topograph".
     *
     * Default: Railyard installs none
     *
     * Changing it is done while everything runs. Without it labels stay as they are, and follow the fabric no more.
     *
     * Example: {"provider":{"kind":"infiniband"}}
     *
     * See https://github.com/NVIDIA/topograph/blob/v1.0.0/docs/engines/k8s.md
     */
    topograph?: {
      /**
       * Who tells topograph where nodes stand. infiniband: ibnetdiscover in a pod of one node. oci, gcp, nebius, lambdai: the API of that cloud.
       *
       * Changing it is done while everything runs. Labels of nodes are written anew; jobs that run stay where they are.
       *
       * Example: {"kind":"infiniband"}
       *
       * See https://github.com/NVIDIA/topograph/blob/v1.0.0/docs/providers
       */
      provider:
        | {
            kind: "infiniband";
          }
        | {
            kind: "oci";
            /**
             * Secret in the namespace topograph whose key credentials.yaml has tenancyId, userId, region, fingerprint, privateKey and, where there is one, passphrase. Its text is never in config.
             *
             * Default: what the machine that it runs on may ask
             *
             * Changing it is done while everything runs.
             *
             * Example: "topograph-credentials"
             *
             * See https://github.com/NVIDIA/topograph/blob/v1.0.0/docs/providers/oci.md
             */
            secretName?: string;
          }
        | {
            kind: "gcp";
          }
        | {
            kind: "nebius";
            /**
             * Secret in the namespace topograph whose key credentials.yaml has serviceAccountId, publicKeyId, privateKey and, outside of Nebius, projectId. Its text is never in config.
             *
             * Default: what the machine that it runs on may ask
             *
             * Changing it is done while everything runs.
             *
             * Example: "topograph-credentials"
             *
             * See https://github.com/NVIDIA/topograph/blob/v1.0.0/docs/providers/nebius.md
             */
            secretName?: string;
          }
        | {
            kind: "lambdai";
            /**
             * API of Lambda.
             *
             * Default: "https://cloud.lambda.ai"
             *
             * Changing it is done while everything runs.
             *
             * See https://github.com/NVIDIA/topograph/blob/v1.0.0/docs/providers/lambdai.md
             */
            url?: string;
            /**
             * Secret in the namespace topograph whose key credentials.yaml has workspaceId and token.
             *
             * Changing it is done while everything runs.
             *
             * Example: "topograph-credentials"
             *
             * See https://github.com/NVIDIA/topograph/blob/v1.0.0/docs/providers/lambdai.md
             */
            secretName: string;
          };
    };
    /**
     * StorageClasses that the cluster has: Railyard makes none.
     *
     * Changing it is refused.
     */
    storageClasses: {
      /**
       * StorageClass of volumes for Prometheus and Slurm's state.
       *
       * Changing it is refused. Claims keep the class that they were made with.
       *
       * Example: "rook-ceph-block"
       */
      usual: string;
      /**
       * StorageClass whose volumes outlive their claims (reclaimPolicy: Retain): the accounting database of Slurm. It may be the usual one where that retains.
       *
       * Changing it is refused. Claims keep the class that they were made with.
       *
       * Example: "rook-ceph-block-retain"
       */
      retained: string;
    };
    /**
     * Where controllers run.
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
     */
    systemNodes: {
      /**
       * Labels of the nodes on which controllers, Prometheus, the database and login pods run; of no GPU node.
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Controllers move to other nodes: sessions on login nodes end.
       *
       * Example: {"example.com/role":"system"}
       */
      labels: {
        [k: string]: string;
      };
      /**
       * Taints that those nodes have: controllers tolerate them.
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
       *
       * Example: [{"key":"node-role.kubernetes.io/control-plane","effect":"NoSchedule"}]
       */
      taints?: {
        /**
         * Key of the taint.
         *
         * Changing it is done while everything runs.
         */
        key: string;
        /**
         * Taint value.
         *
         * Changing it is done while everything runs.
         */
        value?: string;
        /**
         * Taint effect.
         *
         * Changing it is done while everything runs.
         */
        effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule";
      }[];
    };
    /**
     * Who gives Services of type LoadBalancer an address, such as MetalLB or a cloud's controller.
     *
     * Default: nobody: there can be no login pods with an address
     *
     * Changing it is done while everything runs.
     */
    loadBalancers?: {
      /**
       * loadBalancerClass of Services.
       *
       * Default: none: whoever makes those without a class
       *
       * Changing it is refused. Kubernetes changes it in no Service: delete the Service of the login nodes first.
       *
       * Example: "metallb.io/metallb"
       *
       * See https://kubernetes.io/docs/concepts/services-networking/service/#load-balancer-class
       */
      class?: string;
      /**
       * Annotations by which its controller knows what to make, such as a pool of addresses.
       *
       * Changing it is done while everything runs.
       *
       * Example: {"metallb.io/address-pool":"login"}
       */
      annotations?: {
        [k: string]: string;
      };
    };
  };
  /**
   * Pools of equal nodes that are in the cluster, by name.
   *
   * Changing it is done while everything runs. Removing a pool stops its jobs; its nodes stay.
   */
  nodeGroups: {
    [k: string]: {
      /**
       * Labels that its nodes have, and nodes of no other pool.
       *
       * Changing it takes the nodes away: their jobs stop. Slurm and networks follow to other nodes: jobs on those that lose them end.
       *
       * Example: {"example.com/servers":"dgx"}
       */
      labels: {
        [k: string]: string;
      };
      /**
       * How many nodes have them. Nothing is started or stopped: `railyard inspect` counts them.
       *
       * Unit: nodes
       *
       * Changing it is done while everything runs.
       *
       * Example: 64
       */
      nodes: number;
      /**
       * What they are: a server of the catalogue, or one that is written out. GPUs, CPUs, rails and network cards follow from it.
       *
       * Changing it takes the nodes away: their jobs stop. Nothing is done to servers; what pods ask for follows from it.
       *
       * Example: "dgx-h100"
       */
      server: Server;
      /**
       * Network between the nodes: what their compute cards are wired to.
       *
       * Default: none: TCP over the network of the cluster
       *
       * Changing it takes the nodes away: their jobs stop.
       *
       * Example: {"kind":"infiniband"}
       */
      fabric?: Fabric;
      /**
       * Layers of the fabric in labels of the nodes: railyard.dev/fabric-layer-1, …, which `railyard topology --labels` sets, or those of topograph, where cluster.layersFrom says so.
       *
       * Default: none: Slurm takes all nodes to be equally near
       *
       * Changing it is done while everything runs.
       */
      layers?: number;
      /**
       * How pods ask for its GPUs and devices of its fabric: device plugins or dynamic resource allocation, never both on a node.
       *
       * Default: gpu.allocation; without that dra where NVLink spans nodes (GB200), device-plugin elsewhere
       *
       * Changing it takes the nodes away: their jobs stop. Pods that ask in the other way find no device: drain its partitions first, and deploy when no job runs.
       */
      allocation?: "device-plugin" | "dra";
      /**
       * Who brings the NVIDIA driver and the container toolkit of its nodes: the hosts have them, or the GPU Operator installs them. Pools of one cluster may differ: images of EKS have a driver, servers on premises need not.
       *
       * Default: gpu.driver of the environment (ami: host)
       *
       * Changing it takes the nodes away: their jobs stop. A driver goes from under GPUs that are in use, and another one comes: no job runs meanwhile.
       *
       * Example: "operator"
       *
       * See https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html
       */
      driver?: "host" | "operator";
      /**
       * How pods share the GPUs.
       *
       * Default: {"kind":"whole"}
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      sharing?: Sharing;
      /**
       * Images that a daemon pulls onto each node and keeps there, so that pods start at once: on the NVMe disks where they carry containers. Each must have the program sleep. A pod finds it only under the same name, which is that of its mirror where platform.images.mirrors has one. Jobs of Slurm with Pyxis do not read them: slurm.containers.images does that.
       *
       * Changing it is done while everything runs. New images are pulled on one tenth of the nodes at a time; nothing is drained.
       *
       * Example: ["nvcr.io/nvidia/pytorch:25.06-py3"]
       *
       * @maxItems 20
       */
      prePull?: string[];
      /**
       * Whether a node takes no pod before checks of it have passed: GPUs, errors of their memory, NVLinks, devices and links of the fabric, huge pages, NVMe disks, what the kubelet offers, and level 1 of DCGM where its program is on the host. The node bears the taint railyard.dev/startup-checks until then; its condition StartupChecks says what is wrong, and whose fault that is. Whoever wants it to take pods all the same removes the taint.
       *
       * Default: false
       *
       * Changing it is done while everything runs. A daemon gives the taint to a node at its start, and after each boot: pods that run stay, and new ones wait for the checks. Between joining and the daemon's start a node takes pods, unless its kubelet registers with the taint (--register-with-taints). Where the key goes, nodes that have not passed keep the taint until somebody removes it.
       *
       * Example: true
       *
       * See https://karpenter.sh/docs/concepts/nodepools/#cilium-startup-taint
       */
      startupChecks?: boolean;
      /**
       * How the kubelet of each node places pods on sockets. Whoever looks after the servers sets it: nothing is done to them, and `railyard preflight` compares it with what kubelets say.
       *
       * Default: as the kubelet does by itself: CPUs, GPUs and cards of a pod may be of different sockets
       *
       * Changing it disturbs nothing that runs.
       *
       * Example: {"topologyManagerPolicy":"best-effort","cpuManagerPolicy":"static"}
       */
      kubelet?: Kubelet;
      /**
       * How hosts are set up: huge pages, sysctl, limits, clocks, PCIe. {} takes the values that fit purpose and hardware; each can be written.
       *
       * Default: none: whoever looks after the servers does it
       *
       * Changing it is done while everything runs. What is taken out stays as it is until a node boots.
       *
       * Example: {"purpose":"training","sysctl":{"vm.swappiness":10}}
       */
      tuning?: Tuning;
      /**
       * Folder on local disks of each host, best on NVMe, that jobs of Slurm have at /scratch and that containers are unpacked in. Whoever looks after the hosts makes it, for everybody to write in (chmod 1777), and empties it: files stay there when a pod goes. A host without it gets no slurmd pod.
       *
       * Default: a folder of the kubelet, which goes with the slurmd pod
       *
       * Changing it takes the nodes away: their jobs stop. slurmd pods are made anew as their nodes are drained. Files stay in the old folder.
       *
       * Example: "/raid/scratch"
       *
       * See https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types
       */
      scratch?: string;
      /**
       * Taints that the nodes have: pods of Railyard tolerate them.
       *
       * Changing it is done while everything runs.
       */
      taints?: {
        /**
         * Key of the taint.
         *
         * Changing it is done while everything runs.
         */
        key: string;
        /**
         * Taint value.
         *
         * Changing it is done while everything runs.
         */
        value?: string;
        /**
         * Taint effect.
         *
         * Changing it is done while everything runs.
         */
        effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule";
      }[];
    };
  };
  /**
   * Volumes that login and compute pods mount, by name. All of them are there already.
   *
   * Changing it is done while everything runs. Removing a volume takes it from pods. Files stay.
   *
   * Example: {"scratch":{"kind":"lustre-existing","hostPath":"/lustre","folder":"railyard"}}
   */
  storage?: {
    [k: string]:
      | {
          kind: "lustre-existing";
          /**
           * Where all nodes have mounted it, system nodes too. Whoever looks after the hosts does that.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           *
           * Example: "/lustre"
           */
          hostPath: string;
          /**
           * Folder on the file system that pods see: somebody has made it. A host that has not mounted the file system has no such folder, and Kubernetes then starts no pod there: none writes to the disk of the host instead.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           *
           * Example: "railyard"
           *
           * See https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types
           */
          folder: string;
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: "/lustre"
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           */
          mountPath?: string;
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
        }
      | NfsStorage
      | {
          kind: "s3-compatible";
          /**
           * Address of the store, as pods reach it.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "https://minio.example.com:9000"
           *
           * See https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
           */
          endpoint: string;
          /**
           * Bucket, which is there. Railyard makes none, deletes none, and sets nothing of it.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "checkpoints"
           */
          bucket: string;
          /**
           * Where in the bucket jobs write: part of RAILYARD_CHECKPOINTS, which their environment has.
           *
           * Default: ""
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "iron/"
           */
          prefix?: string;
          /**
           * Kubernetes Secret with credentials, in the namespace of Slurm, and in those of teams with teams: true. Its key `credentials` is a shared credentials file of AWS SDKs with the profile default. Whoever runs jobs reads it: give its user rights to this bucket alone.
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Login pods are made anew, and slurmd pods one after another when no job runs on them: a job that runs stays in its pod, which has the Secret of before. Leave that one there until no such pod is left; what becomes of its files without it was not tried. The new Secret must be there first.
           *
           * Example: "checkpoints-store"
           *
           * See https://docs.aws.amazon.com/sdkref/latest/guide/file-location.html
           */
          secretName: string;
          /**
           * Region that requests are signed for; most stores take any.
           *
           * Default: "us-east-1"
           *
           * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
           */
          region?: string;
          /**
           * Whether the bucket is in the path of addresses, and not in the name of the host.
           *
           * Default: true
           *
           * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
           *
           * See https://docs.aws.amazon.com/cli/latest/topic/s3-config.html
           */
          pathStyle?: boolean;
          /**
           * Certificates that sign that of the store, as PEM. They are no secret.
           *
           * Default: those that the images of jobs trust
           *
           * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
           */
          certificateAuthority?: string;
          /**
           * Where pods see the files by which clients find the store: config, env, credentials.
           *
           * Default: /mnt/ and its name: /mnt/store for a volume store
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Objects stay in the store.
           */
          mountPath?: string;
          /**
           * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
           *
           * Default: false
           *
           * Changing it is done while everything runs.
           */
          teams?: boolean;
        }
      | {
          kind: "weka";
          /**
           * File system of the WEKA cluster.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "default"
           *
           * See https://github.com/weka/csi-wekafs/tree/v2.8.8/examples/static_volume/static_directory
           */
          fileSystem: string;
          /**
           * Folder on it that pods see: somebody has made it. The driver mounts no root.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "railyard"
           *
           * See https://github.com/weka/csi-wekafs/tree/v2.8.8/examples/static_volume/static_directory
           */
          folder: string;
          /**
           * Kubernetes Secret by which the driver reaches the API of the WEKA cluster: username, password, organization, endpoints, scheme. No pod of a user sees it.
           *
           * Changing it takes the nodes away: their jobs stop.
           *
           * Example: "weka-api"
           *
           * See https://github.com/weka/csi-wekafs/tree/v2.8.8/examples/static_volume/static_directory
           */
          secretName: string;
          /**
           * Namespace of that Secret.
           *
           * Default: "csi-wekafsplugin"
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          secretNamespace?: string;
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: its name: /fast for a volume fast
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           */
          mountPath?: string;
          /**
           * Whether pods can only read it.
           *
           * Default: false
           *
           * Changing it takes the nodes away: their jobs stop. Claims are made anew, and pods with them.
           */
          readOnly?: boolean;
          /**
           * GPUDirect Storage: jobs find a cufile.json for it in CUFILE_ENV_PATH_JSON. Hosts have nvidia-fs; gdscheck shows whether it works.
           *
           * Default: false
           *
           * Changing it is done while everything runs. Jobs that start later have it.
           *
           * See https://docs.nvidia.com/gpudirect-storage/configuration-guide/topics/gds-parameters.html
           */
          gpuDirect?: boolean;
          /**
           * install: Railyard installs WEKA's driver. existing: the cluster has it. Hosts have WEKA's client either way; whoever looks after them installs it.
           *
           * Default: "install"
           *
           * Changing it takes the nodes away: their jobs stop.
           *
           * See https://github.com/weka/csi-wekafs/tree/v2.8.8/examples/static_volume/static_directory
           */
          driver?: "install" | "existing";
        }
      | {
          kind: "scale";
          /**
           * Id of the Storage Scale cluster that hosts belong to.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "7118073361626808055"
           *
           * See https://github.com/IBM/ibm-spectrum-scale-csi/tree/v3.0.0/driver/examples/staticVolume/staticprovisioning
           */
          clusterId: string;
          /**
           * UID of the file system: `mmlsfs <name> --uid` shows it.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "09762E69:5D36FE8D"
           *
           * See https://github.com/IBM/ibm-spectrum-scale-csi/tree/v3.0.0/driver/examples/staticVolume/staticprovisioning
           */
          fileSystemUid: string;
          /**
           * Folder that pods see, with the path at which hosts have the file system: somebody has made it, and not the mount itself.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "/gpfs/fs1/railyard"
           *
           * See https://github.com/IBM/ibm-spectrum-scale-csi/tree/v3.0.0/driver/examples/staticVolume/staticprovisioning
           */
          folder: string;
          /**
           * Where pods see it. What is mounted at /home has the homes of slurm.users.
           *
           * Default: its name: /scale for a volume scale
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the file system.
           */
          mountPath?: string;
          /**
           * Whether pods can only read it.
           *
           * Default: false
           *
           * Changing it takes the nodes away: their jobs stop. Claims are made anew, and pods with them.
           */
          readOnly?: boolean;
          /**
           * GPUDirect Storage: jobs find a cufile.json for it in CUFILE_ENV_PATH_JSON. Hosts have nvidia-fs; gdscheck shows whether it works.
           *
           * Default: false
           *
           * Changing it is done while everything runs. Jobs that start later have it.
           *
           * See https://docs.nvidia.com/gpudirect-storage/configuration-guide/topics/gds-parameters.html
           */
          gpuDirect?: boolean;
        }
      | {
          kind: "nvme-of";
          /**
           * Address of the target, as hosts reach it.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "10.0.8.30"
           *
           * See https://github.com/kubernetes-csi/csi-driver-nvmf/tree/99b30cc
           */
          address: string;
          /**
           * Port of the target.
           *
           * Default: 4420
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           */
          port?: number;
          /**
           * What carries it. Hosts have the module for it: nvme-tcp or nvme-rdma.
           *
           * Default: "tcp"
           *
           * Changing it takes the nodes away: their jobs stop.
           *
           * See https://github.com/kubernetes-csi/csi-driver-nvmf/tree/99b30cc
           */
          transport?: "tcp" | "rdma";
          /**
           * Name of the subsystem.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: "nqn.2027-01.com.example:data"
           *
           * See https://github.com/kubernetes-csi/csi-driver-nvmf/tree/99b30cc
           */
          nqn: string;
          /**
           * Namespace of the subsystem. The target exports it read only, so that no host can write to it.
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
           *
           * Example: {"uuid":"58668891-c3e4-45d0-b90e-824525c16080"}
           *
           * See https://github.com/kubernetes-csi/csi-driver-nvmf/tree/99b30cc
           */
          device:
            | {
                /**
                 * UUID of the namespace.
                 *
                 * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
                 */
                uuid: string;
              }
            | {
                /**
                 * EUI-64 or NGUID of the namespace.
                 *
                 * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
                 */
                eui: string;
              };
          /**
           * File system on it, which somebody has made, unmounted cleanly, and does not write to while nodes read.
           *
           * Changing it takes the nodes away: their jobs stop.
           */
          fileSystem: "ext4" | "xfs";
          /**
           * Where compute pods see it. Login pods do not mount it: the driver serves one pod of a node.
           *
           * Default: its name: /dataset for a volume dataset
           *
           * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the target.
           */
          mountPath?: string;
          /**
           * GPUDirect Storage: jobs find a cufile.json for it in CUFILE_ENV_PATH_JSON. Hosts have nvidia-fs; gdscheck shows whether it works.
           *
           * Default: false
           *
           * Changing it is done while everything runs. Jobs that start later have it.
           *
           * See https://docs.nvidia.com/gpudirect-storage/configuration-guide/topics/gds-parameters.html
           */
          gpuDirect?: boolean;
        };
  };
  /**
   * Driver, device plugin and telemetry of the GPUs.
   *
   * Changing it takes the nodes away: their jobs stop.
   */
  gpu?: Gpu;
  /**
   * Slurm on Kubernetes.
   *
   * Default: no Slurm
   *
   * Changing it is done while everything runs.
   */
  slurm?: Slurm;
  /**
   * Queues for jobs of Kubernetes in the namespaces of teams, by Kueue, on nodes that are not Slurm's.
   *
   * Default: no queues: pods of teams are placed as they come
   *
   * Changing it is done while everything runs. Without it, jobs that wait in queues stay suspended until somebody deletes or resumes them.
   */
  kueue?: Kueue;
  /**
   * What nodes of pools that no partition of Slurm has are asked while they run, and what becomes of those that answer badly: they are cordoned, and repaired by the cause.
   *
   * Default: nobody looks at them; nodes of Slurm have slurm.health
   *
   * Changing it is done while everything runs. Without it, nodes that are cordoned for a fault stay so until somebody opens them.
   *
   * Example: {"repair":{"mode":"on"}}
   *
   * See https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html
   */
  health?: Health;
  /**
   * What runs in the cluster beside Slurm.
   *
   * Changing it is done while everything runs.
   */
  platform?: {
    /**
     * Escape hatch: values merged last into a chart's own, as Helm merges files of values: null takes away what the chart has by itself, in an environment that extends another one, too. Shown in reviews. Never put a secret in them.
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
     *
     * Example: {"gpu-operator":{"validator":{"plugin":{"env":[{"name":"WITH_WORKLOAD","value":"false"}]}}}}
     */
    helmValues?: {
      [k: string]: {
        [k: string]: unknown;
      };
    };
    /**
     * Where images of pods come from.
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
     */
    images?: {
      /**
       * What stands in the place of a registry in the images of all charts, operators and jobs, and in those of the pods that they make: a pull-through cache of ECR, a proxy of Harbor or Artifactory. "*" is for every registry without a row, each in a folder of its name. Nodes must be able to pull there without a Secret, and images must be there before they are asked for. Add-ons of EKS keep the registry of their Region.
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Pods of the charts are made anew, slurmd's too: jobs on them end.
       *
       * Example: {"docker.io":"111122223333.dkr.ecr.us-east-1.amazonaws.com/docker-hub","ghcr.io":"111122223333.dkr.ecr.us-east-1.amazonaws.com/github"}
       *
       * See https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache.html
       */
      mirrors?: {
        [k: string]: string;
      };
      /**
       * Digests by the image that has them, as it is published: registry, path and tag. What Railyard itself names by such a tag is pulled by its digest, so that nobody moves it. railyard pin --write writes them into a file of JSON, which the environment imports. A row without such an image changes nothing; images that charts name by themselves keep their tag.
       *
       * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Pods of these images are made anew, slurmd's too: jobs on them end.
       *
       * Example: {"ghcr.io/slinkyproject/slurmctld:26.05.1-ubuntu26.04":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}
       *
       * See https://kubernetes.io/docs/concepts/containers/images/#image-names
       */
      digests?: {
        [k: string]: string;
      };
    };
    /**
     * The controller of AWS, which a cluster elsewhere cannot have: cluster.loadBalancers says who makes load balancers.
     *
     * Default: false
     *
     * Changing it is done while everything runs.
     */
    loadBalancerController?: boolean;
  };
  /**
   * How nodes and pods reach what lies outside of the cluster, at sites that are not on the open internet: mirrors of registries, authorities of your own, a proxy.
   *
   * Default: nodes reach registries and services of AWS by the network
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
   */
  outbound?: Outbound;
  /**
   * Metrics and alerts.
   *
   * Changing it is done while everything runs.
   */
  monitoring?: Monitoring;
  /**
   * Where what pods and nodes write as logs is kept.
   *
   * Default: on the nodes alone, until the kubelet deletes them
   *
   * Changing it is done while everything runs.
   */
  logs?: Logs;
  /**
   * Where traces of jobs and services are kept: spans of OpenTelemetry, such as those of each step of a training.
   *
   * Default: nowhere
   *
   * Changing it is done while everything runs.
   */
  traces?: Traces;
  /**
   * Teams, by name.
   *
   * Changing it is done while everything runs.
   */
  teams?: {
    [k: string]: Teams;
  };
  /**
   * Datasets that jobs read, by name: where they lie, and which teams may. All of them are there: Railyard makes none and deletes nothing of them.
   *
   * Changing it is done while everything runs.
   *
   * Example: {"imagenet":{"place":{"kind":"bucket","name":"lab-datasets","prefix":"imagenet/"},"format":"webdataset"}}
   */
  datasets?: {
    [k: string]: Datasets;
  };
  /**
   * Trainings that the environment is meant for, by name. They install nothing: `railyard size`, rules and reviews count with them.
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: {"pretrain":{"params":"70B","tokens":"2T"}}
   */
  workloads?: {
    [k: string]: Workloads;
  };
  /**
   * How the cluster is proved without anybody who starts it.
   *
   * Default: people and pipelines start verify
   *
   * Changing it is done while everything runs.
   */
  verify?: Verify;
  /**
   * Alerts for GPUs that are held and not used, with what they cost an hour.
   *
   * Default: no such alerts
   *
   * Changing it is done while everything runs.
   */
  idle?: {
    /**
     * How long GPUs of a job or pod must do next to nothing before an alert.
     *
     * Unit: minutes
     *
     * Default: 30
     *
     * Changing it is done while everything runs.
     */
    afterMinutes?: number;
    /**
     * Share of the time with the compute engine active below which a GPU is idle (DCGM_FI_PROF_GR_ENGINE_ACTIVE). A job that hangs in NCCL counts as busy.
     *
     * Unit: %
     *
     * Default: 5
     *
     * Changing it is done while everything runs.
     *
     * See https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/feature-overview.html
     */
    utilisationPercent?: number;
  };
  /**
   * Rules to silence until a date.
   *
   * Changing it disturbs nothing that runs.
   */
  ignoreRules?: {
    /**
     * Rule to silence.
     *
     * Changing it disturbs nothing that runs.
     */
    id: string;
    /**
     * Why; shown at every synth.
     *
     * Changing it disturbs nothing that runs.
     */
    reason: string;
    /**
     * Last day on which the rule is silent.
     *
     * Changing it disturbs nothing that runs.
     */
    until: string;
  }[];
}

/**
 * Who answers and who pays; tags on everything, instances too.
 *
 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
 */
export interface Owner {
  /**
   * Team that owns the environment; tag `railyard:team` on every resource.
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Instances carry the tag, too, by a new version of their launch template: nodes are replaced one after another.
   *
   * Example: "ml-platform"
   */
  team: string;
  /**
   * Cost centre that pays; tag `railyard:cost-center` on every resource.
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Instances carry the tag, too, by a new version of their launch template: nodes are replaced one after another.
   *
   * Example: "cc-1042"
   */
  costCenter: string;
  /**
   * Training run or project that the environment exists for; tag `railyard:run` on every resource but the cluster with its system nodes, launch templates and what these start: instances, volumes and interfaces.
   *
   * Default: the name of the environment
   *
   * Changing it is done while everything runs. Tags of node groups, file systems, buckets and the rest change; no node is replaced. What nodes cost in a run is their cost by `railyard:environment`, or by another of their tags, in the days of the run.
   *
   * Example: "llm-70b"
   */
  run?: string;
}

/**
 * How pods share a GPU. Training wants whole GPUs.
 *
 * Default: {"kind":"whole"}
 *
 * Changing it takes the nodes away: their jobs stop.
 */
export type Sharing =
  | {
      kind: "whole";
    }
  | {
      kind: "mig";
      /**
       * Instances that every GPU of the group is cut into: all-<profile>, all-balanced, or a list of profiles with how many of each. Whether they fit is checked by the places that the GPU has for them.
       *
       * Changing it takes the nodes away: their jobs stop.
       *
       * Example: "all-1g.10gb"
       */
      layout:
        | string
        | {
            [k: string]: number;
          };
      /**
       * single: instances are offered as nvidia.com/gpu. mixed: as nvidia.com/mig-<profile>.
       *
       * Default: single where all instances are equal, mixed otherwise
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      strategy?: "single" | "mixed";
    }
  | {
      kind: "time-slicing";
      /**
       * Pods that share a GPU in turns, without memory isolation. In a partition of Slurm: jobs, each with --gres=shard:<n> of as many shards.
       *
       * Changing it is done while everything runs.
       */
      replicas: number;
      /**
       * true: pods ask for nvidia.com/gpu.shared, and nobody gets a part who asked for a whole GPU. false: for nvidia.com/gpu, as if it were whole.
       *
       * Default: true
       *
       * Changing it takes the nodes away: their jobs stop. Pods that ask for the other name stay pending: change them with it.
       *
       * See https://github.com/NVIDIA/k8s-device-plugin/tree/v0.20.0#shared-access-to-gpus
       */
      renamed?: boolean;
    }
  | {
      kind: "mps";
      /**
       * Pods that share a GPU through the CUDA MPS server, each with an equal part of its memory and threads: 48 at most, for one server has no more clients.
       *
       * Changing it is done while everything runs.
       */
      replicas: number;
      /**
       * true: pods ask for nvidia.com/gpu.shared, and nobody gets a part who asked for a whole GPU. false: for nvidia.com/gpu, as if it were whole.
       *
       * Default: true
       *
       * Changing it takes the nodes away: their jobs stop. Pods that ask for the other name stay pending: change them with it.
       *
       * See https://github.com/NVIDIA/k8s-device-plugin/tree/v0.20.0#shared-access-to-gpus
       */
      renamed?: boolean;
    }
  | {
      kind: "vgpu";
      /**
       * vGPU type into which the device manager divides every GPU of the pool, as NVIDIA's vGPU guide names it.
       *
       * Changing it takes the nodes away: their jobs stop.
       *
       * Example: "L40S-12Q"
       *
       * See https://docs.nvidia.com/vgpu/latest/grid-vgpu-user-guide/
       */
      type: string;
      /**
       * vGPU manager of the hosts: one for the cluster.
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      manager: {
        /**
         * Private repository with the image vgpu-manager, which its licensee builds: NVIDIA publishes none.
         *
         * Changing it takes the nodes away: their jobs stop.
         *
         * Example: "registry.example.com/nvidia"
         */
        repository: string;
        /**
         * Tag of the image, without the operating system that the operator appends.
         *
         * Changing it takes the nodes away: their jobs stop.
         *
         * Example: "580.82.02"
         */
        version: string;
        /**
         * Secret in the operator's namespace with the credentials of the repository.
         *
         * Default: none: nodes may pull without
         *
         * Changing it is done while everything runs.
         */
        pullSecret?: string;
      };
      /**
       * Secret in the operator's namespace with client_configuration_token.tok and gridd.conf; only its name is in config.
       *
       * Changing it is done while everything runs.
       *
       * Example: "vgpu-license"
       */
      licenseSecret: string;
    }
  | {
      kind: "passthrough";
      /**
       * PCI device id of the GPUs: lspci -n -d 10de: shows it after the vendor's.
       *
       * Default: that of the model, where one is known
       *
       * Changing it takes the nodes away: their jobs stop. KubeVirt offers other devices: machines that ask for the old name cannot start again.
       *
       * Example: "2330"
       *
       * See https://kubevirt.io/user-guide/compute/host-devices/
       */
      gpuDeviceId?: string;
      /**
       * Virtual functions of network cards (SR-IOV) for virtual machines.
       *
       * Default: none: machines have the network of their pod alone
       *
       * Changing it takes the nodes away: their jobs stop. KubeVirt offers other devices: machines that ask for the old name cannot start again.
       */
      nics?: {
        /**
         * PCI device id of virtual functions that hosts have bound to vfio-pci, each of which is one machine's: lspci -n shows it after the vendor's. Making and binding them is the host's part.
         *
         * Changing it takes the nodes away: their jobs stop.
         *
         * Example: "101e"
         *
         * See https://kubevirt.io/user-guide/compute/host-devices/
         */
        deviceId: string;
        /**
         * PCI vendor id of the cards.
         *
         * Default: "15b3"
         *
         * Changing it takes the nodes away: their jobs stop.
         *
         * See https://kubevirt.io/user-guide/compute/host-devices/
         */
        vendorId?: string;
      };
    };

/**
 * What they are: a server of the catalogue, or one that is written out. GPUs, CPUs, rails and network cards follow from it.
 *
 * Changing it takes the nodes away: their jobs stop. Nothing is done to servers; what pods ask for follows from it.
 *
 * Example: "dgx-h100"
 */
export type Server =
  | (
      | "dgx-a100-40"
      | "dgx-a100-80"
      | "dgx-h100"
      | "dgx-h200"
      | "dgx-b200"
      | "dgx-b300"
      | "dgx-gb200-tray"
      | "dgx-gb300-tray"
      | "hgx-h200-dell-xe9680"
      | "hgx-h200-lenovo-sr680av3"
      | "hgx-h100-generic"
      | "hgx-b200-generic"
      | "hgx-b300-generic"
      | "l40s-4"
      | "l40s-8"
      | "rtxpro6000-8"
      | "rtxpro6000-8-lenovo-sr675v3"
      | "mi300x-8"
    )
  | {
      /**
       * A server of the catalogue, of which the other keys say what is different or what its buyer chose.
       *
       * Default: none: all is written out
       *
       * Changing it takes the nodes away: their jobs stop. Describes the servers: nothing is done to them. Pods that ask for what is not there stay pending.
       */
      like?:
        | "dgx-a100-40"
        | "dgx-a100-80"
        | "dgx-h100"
        | "dgx-h200"
        | "dgx-b200"
        | "dgx-b300"
        | "dgx-gb200-tray"
        | "dgx-gb300-tray"
        | "hgx-h200-dell-xe9680"
        | "hgx-h200-lenovo-sr680av3"
        | "hgx-h100-generic"
        | "hgx-b200-generic"
        | "hgx-b300-generic"
        | "l40s-4"
        | "l40s-8"
        | "rtxpro6000-8"
        | "rtxpro6000-8-lenovo-sr675v3"
        | "mi300x-8";
      /**
       * GPUs of a node; null: none.
       *
       * Default: those of `like`, else none
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      gpu?: {
        /**
         * Model as instance types have it, with its memory where there are several.
         *
         * Changing it takes the nodes away: their jobs stop. Describes the servers: nothing is done to them. Pods that ask for what is not there stay pending.
         *
         * Example: "H100-80GB"
         */
        model: string;
        /**
         * GPUs of a node.
         *
         * Unit: GPUs
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        count: number;
        /**
         * Memory of one GPU, as it is sold.
         *
         * Unit: GB
         *
         * Changing it is done while everything runs.
         */
        memoryGB: number;
        /**
         * Their addresses on the PCI bus in the order of nvidia-smi -L, for virtual machines outside Kubernetes, the same on all nodes of the pool.
         *
         * Default: unknown
         *
         * Changing it is done while everything runs.
         *
         * Example: ["0000:1b:00.0"]
         *
         * @minItems 1
         * @maxItems 16
         */
        pci?: string[];
      } | null;
      /**
       * CPU sockets.
       *
       * Default: those of `like`
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      sockets?: number;
      /**
       * Cores of a socket.
       *
       * Default: those of `like`
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      coresPerSocket?: number;
      /**
       * Threads of a core: 1 where they are switched off, and on Grace.
       *
       * Default: those of `like`
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      threadsPerCore?: 1 | 2;
      /**
       * Architecture of the CPUs.
       *
       * Default: that of `like`, else amd64
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      arch?: "amd64" | "arm64";
      /**
       * Memory of a node.
       *
       * Unit: GiB
       *
       * Default: that of `like`
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      memoryGiB?: number;
      /**
       * NUMA nodes in the order of their numbers, for virtual machines that are pinned to one.
       *
       * Default: unknown: machines are not pinned
       *
       * Changing it is done while everything runs. Describes the servers: nothing is done to them.
       *
       * See https://libvirt.org/formatdomain.html#cpu-tuning
       *
       * @minItems 1
       * @maxItems 32
       */
      numa?: {
        /**
         * Its logical CPUs: lscpu has them after `NUMA node0 CPU(s)`.
         *
         * Changing it is done while everything runs. Describes the servers: nothing is done to them.
         *
         * Example: "0-55,112-167"
         */
        cpus: string;
        /**
         * Its GPUs by their place in gpu.pci: nvidia-smi topo -m has the node of each.
         *
         * Changing it is done while everything runs. Describes the servers: nothing is done to them.
         */
        gpus?: number[];
      }[];
      /**
       * Local disks for data, and what they hold together.
       *
       * Unit: GB
       *
       * Default: those of `like`
       *
       * Changing it is done while everything runs.
       */
      nvme?: {
        /**
         * Disks of a node.
         *
         * Unit: disks
         *
         * Changing it is done while everything runs.
         */
        count: number;
        /**
         * What they hold together.
         *
         * Unit: GB
         *
         * Changing it is done while everything runs.
         */
        totalGB: number;
      };
      /**
       * Network cards, each by its PCI address: one entry for each port.
       *
       * Default: those of `like`
       *
       * Changing it takes the nodes away: their jobs stop.
       *
       * @maxItems 64
       */
      nics?: {
        /**
         * Its address on the PCI bus: lspci -D shows it, and it never changes.
         *
         * Changing it takes the nodes away: their jobs stop. Describes the servers: nothing is done to them. Pods that ask for what is not there stay pending.
         *
         * Example: "0000:18:00.0"
         */
        pci: string;
        /**
         * east-west: traffic between GPUs of nodes. storage: to file systems. north-south: all else; node and pods reach the cluster through it.
         *
         * Default: "east-west"
         *
         * Changing it takes the nodes away: their jobs stop. Describes the servers: nothing is done to them. Pods that ask for what is not there stay pending.
         */
        use?: "east-west" | "storage" | "north-south";
        /**
         * Number of its rail: cards of the same rail reach each other at one leaf.
         *
         * Default: the place of the card among those for east-west
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        rail?: number;
        /**
         * GPUs behind the same PCIe switch: nvidia-smi topo -m has PIX or PXB there.
         *
         * Default: unknown
         *
         * Changing it is done while everything runs.
         *
         * @minItems 1
         */
        gpus?: number[];
        /**
         * What its port carries.
         *
         * Unit: Gbps
         *
         * Changing it is done while everything runs.
         */
        gbps: number;
        /**
         * What the port speaks today.
         *
         * Default: unknown
         *
         * Changing it is done while everything runs.
         */
        link?: "infiniband" | "ethernet";
        /**
         * PCI device id: lspci -n shows it after the vendor's.
         *
         * Default: unknown
         *
         * Changing it is done while everything runs.
         */
        deviceId?: string;
        /**
         * Name of its RDMA device, the same on all nodes of the pool.
         *
         * Default: unknown: it is the order of the kernel
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        hca?: string;
        /**
         * Leaf switch that it is cabled to, the same for all nodes of the pool: where nobody reads the fabric (ibnetdiscover, topograph), places of nodes follow from it.
         *
         * Default: unknown: labels of nodes tell where they stand
         *
         * Changing it is done while everything runs. Label the nodes again: railyard topology --labels --for.
         *
         * Example: "leaf-03"
         */
        leaf?: string;
        /**
         * Name of its interface, the same on all nodes of the pool.
         *
         * Default: unknown
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        netdev?: string;
      }[];
    };

/**
 * Network between the nodes: what their compute cards are wired to.
 *
 * Default: none: TCP over the network of the cluster
 *
 * Changing it takes the nodes away: their jobs stop.
 *
 * Example: {"kind":"infiniband"}
 */
export type Fabric =
  | {
      kind: "infiniband";
      /**
       * How pods get cards. sriov: a function of each card, isolated by partition. host-device: one pod has the whole card. shared-device: pods share it, with no isolation. ipoib: the same, with IP over InfiniBand.
       *
       * Default: "sriov"
       *
       * Changing it takes the nodes away: their jobs stop. Pods must ask for other resources: they are made anew.
       */
      access?: "sriov" | "host-device" | "shared-device" | "ipoib";
      /**
       * Virtual functions of each card, with access sriov: so many pods of a node can have a card of a rail.
       *
       * Default: 8
       *
       * Changing it takes the nodes away: their jobs stop. The operator drains nodes one after another, and may reboot them.
       *
       * See https://github.com/Mellanox/network-operator-docs/tree/0c0ecad
       */
      vfs?: number;
      /**
       * Block of private addresses from which every rail gets a subnet: /22, or as large as the nodes need.
       *
       * Default: "192.168.0.0/16"
       *
       * Changing it takes the nodes away: their jobs stop. Pods keep the addresses that they have until they end.
       */
      addresses?: string;
      /**
       * Whether switches above the leaves join the rails. Where they do not, NCCL must not cross from one to another: it would wait until it gives up.
       *
       * Default: true
       *
       * Changing it is done while everything runs.
       *
       * See https://github.com/NVIDIA/nccl/issues/2013
       */
      joined?: boolean;
      /**
       * Where drivers of the cards come from. container: the operator loads its own, and takes those of the host away: a node whose own network is such a card falls off it.
       *
       * Default: "host"
       *
       * Changing it takes the nodes away: their jobs stop. Drivers are loaded anew on one node after another; its jobs end.
       *
       * See https://github.com/Mellanox/network-operator/issues/2176
       */
      ofed?: "host" | "container";
      /**
       * Further variables of NCCL, UCX and SHARP for jobs. Those that follow from other keys are not written here.
       *
       * Changing it is done while everything runs. Jobs that run keep theirs.
       *
       * Example: {"NCCL_IB_TIMEOUT":"22"}
       */
      nccl?: {
        [k: string]: string;
      };
      /**
       * Largest IP packet of a rail.
       *
       * Unit: bytes
       *
       * Default: 4000
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      mtu?: number;
      /**
       * Who manages the subnet, exactly one for all of it; Railyard installs none. managed: a switch or a provider. With ufm, partitions of pods are made as pods come; with the others they are in partitions.conf before.
       *
       * Default: {"kind":"opensm"}
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      subnetManager?:
        | {
            kind: "opensm";
          }
        | {
            kind: "managed";
          }
        | {
            kind: "ufm";
            /**
             * Range of GUIDs for functions of cards. Clusters of one fabric have ranges of their own.
             *
             * Changing it takes the nodes away: their jobs stop.
             *
             * Example: {"from":"02:00:00:00:00:00:00:00","to":"02:00:00:00:00:00:FF:FF"}
             */
            guids: {
              /**
               * First GUID of the range.
               *
               * Changing it takes the nodes away: their jobs stop.
               */
              from: string;
              /**
               * Last GUID of the range.
               *
               * Changing it takes the nodes away: their jobs stop.
               */
              to: string;
            };
          };
      /**
       * Partition of all pods of the pool.
       *
       * Default: the default partition
       *
       * Changing it takes the nodes away: their jobs stop.
       *
       * Example: "0x0006"
       *
       * See https://github.com/linux-rdma/opensm/blob/master/doc/partition-config.txt
       */
      pkey?: string;
      /**
       * Partitions of teams: each has networks of its own, one a rail, in the team's namespace.
       *
       * Changing it is done while everything runs.
       *
       * Example: {"vision":"0x0010"}
       */
      tenants?: {
        [k: string]: string;
      };
      /**
       * Whether switches add up numbers for all-reduces (SHARP). It needs an aggregation manager beside the subnet manager, and the same card of every server at one leaf.
       *
       * Default: false
       *
       * Changing it is done while everything runs.
       *
       * See https://github.com/Mellanox/nccl-rdma-sharp-plugins
       */
      sharp?: boolean;
      /**
       * Service level on which the subnet manager routes adaptively.
       *
       * Default: 0
       *
       * Changing it is done while everything runs.
       */
      serviceLevel?: number;
      /**
       * Who keeps the firmware settings of cards: the host, or NIC Configuration Operator.
       *
       * Default: {"kind":"host"}
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      cards?:
        | {
            kind: "host";
          }
        | {
            kind: "operator";
          };
    }
  | {
      kind: "roce";
      /**
       * How pods get cards. host-device: one pod has the whole card. sriov: a function of each card. shared-device: pods share it, with no isolation.
       *
       * Default: "host-device"
       *
       * Changing it takes the nodes away: their jobs stop. Pods must ask for other resources: they are made anew.
       */
      access?: "sriov" | "host-device" | "shared-device";
      /**
       * Virtual functions of each card, with access sriov: so many pods of a node can have a card of a rail.
       *
       * Default: 8
       *
       * Changing it takes the nodes away: their jobs stop. The operator drains nodes one after another, and may reboot them.
       *
       * See https://github.com/Mellanox/network-operator-docs/tree/0c0ecad
       */
      vfs?: number;
      /**
       * Block of private addresses from which every rail gets a subnet: /22, or as large as the nodes need.
       *
       * Default: "192.168.0.0/16"
       *
       * Changing it takes the nodes away: their jobs stop. Pods keep the addresses that they have until they end.
       */
      addresses?: string;
      /**
       * Whether switches above the leaves join the rails. Where they do not, NCCL must not cross from one to another: it would wait until it gives up.
       *
       * Default: true
       *
       * Changing it is done while everything runs.
       *
       * See https://github.com/NVIDIA/nccl/issues/2013
       */
      joined?: boolean;
      /**
       * Where drivers of the cards come from. container: the operator loads its own, and takes those of the host away: a node whose own network is such a card falls off it.
       *
       * Default: "host"
       *
       * Changing it takes the nodes away: their jobs stop. Drivers are loaded anew on one node after another; its jobs end.
       *
       * See https://github.com/Mellanox/network-operator/issues/2176
       */
      ofed?: "host" | "container";
      /**
       * Further variables of NCCL, UCX and SHARP for jobs. Those that follow from other keys are not written here.
       *
       * Changing it is done while everything runs. Jobs that run keep theirs.
       *
       * Example: {"NCCL_IB_TIMEOUT":"22"}
       */
      nccl?: {
        [k: string]: string;
      };
      /**
       * Whether each node has a subnet of its own on each rail, with routers between; else a rail is one flat network.
       *
       * Default: false
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      routed?: boolean;
      /**
       * The numbers that hosts, NCCL and switches share. `railyard roce` prints what switches need.
       *
       * Changing it is done while everything runs.
       */
      traffic?: {
        /**
         * The class of traffic that is never dropped: its senders are paused (PFC) where queues are full.
         *
         * Default: 3
         *
         * Changing it is done while everything runs. Every host and every switch on the way must have it at the same time: stop jobs before.
         *
         * See https://docs.nvidia.com/networking-ethernet-software/cumulus-linux-514/Layer-1-and-Switch-Ports/Quality-of-Service/RDMA-over-Converged-Ethernet-RoCE
         */
        priority?: number;
        /**
         * Mark of RDMA packets. NCCL_IB_TC follows from it.
         *
         * Default: 26
         *
         * Changing it is done while everything runs. Every host and every switch on the way must have it at the same time: stop jobs before.
         *
         * See https://docs.nvidia.com/networking-ethernet-software/cumulus-linux-514/Layer-1-and-Switch-Ports/Quality-of-Service/RDMA-over-Converged-Ethernet-RoCE
         */
        dscp?: number;
        /**
         * Mark of packets that tell a sender of congestion (CNP). Network cards that NIC Configuration Operator sets up mark them with 4 unless they are told otherwise.
         *
         * Default: 48
         *
         * Changing it is done while everything runs.
         *
         * See https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst
         */
        cnpDscp?: number;
        /**
         * Whether switches mark packets where queues grow, so that senders slow down before they must be paused.
         *
         * Default: true
         *
         * Changing it is done while everything runs.
         *
         * See https://docs.nvidia.com/networking-ethernet-software/cumulus-linux-514/Layer-1-and-Switch-Ports/Quality-of-Service/RDMA-over-Converged-Ethernet-RoCE
         */
        ecn?: boolean;
        /**
         * Largest IP packet of a rail. RDMA takes the largest of 1024, 2048 and 4096 bytes that fits in it.
         *
         * Unit: bytes
         *
         * Default: 9000
         *
         * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Switches first: a port that is smaller than its host drops large packets.
         */
        mtu?: number;
      };
      /**
       * Who keeps the settings of cards: NIC Configuration Operator with its RoCE settings, the same for Spectrum-X, or the host.
       *
       * Default: {"kind":"operator"}
       *
       * Changing it takes the nodes away: their jobs stop.
       */
      cards?:
        | {
            kind: "host";
          }
        | {
            kind: "operator";
          }
        | {
            kind: "spectrum-x";
            /**
             * Reference architecture that the switches follow.
             *
             * Changing it takes the nodes away: their jobs stop.
             *
             * See https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst
             */
            version: "RA2.1" | "RA2.2";
          };
    }
  | {
      kind: "none";
    };

/**
 * How the kubelet of each node places pods on sockets. Whoever looks after the servers sets it: nothing is done to them, and `railyard preflight` compares it with what kubelets say.
 *
 * Default: as the kubelet does by itself: CPUs, GPUs and cards of a pod may be of different sockets
 *
 * Changing it disturbs nothing that runs.
 *
 * Example: {"topologyManagerPolicy":"best-effort","cpuManagerPolicy":"static"}
 */
export interface Kubelet {
  /**
   * Whether GPUs, network cards and CPUs of a pod are of the same NUMA nodes. best-effort: where that can be. restricted: a pod that could have fewer NUMA nodes than are free for it fails. single-numa-node: a pod that does not fit one fails; never for pods of whole nodes.
   *
   * Default: the kubelet's own
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: "best-effort"
   *
   * See https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/
   */
  topologyManagerPolicy?: "none" | "best-effort" | "restricted" | "single-numa-node";
  /**
   * Whether each container is placed, or all of a pod together.
   *
   * Default: the kubelet's own
   *
   * Changing it disturbs nothing that runs.
   *
   * See https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/
   */
  topologyManagerScope?: "container" | "pod";
  /**
   * static: pods that ask for whole CPUs, as much as their limit, have them for themselves; without it only devices are placed by NUMA node, and no CPU.
   *
   * Default: the kubelet's own
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: "static"
   *
   * See https://kubernetes.io/docs/tasks/administer-cluster/cpu-management-policies/
   */
  cpuManagerPolicy?: "none" | "static";
  /**
   * CPUs by number that no pod has with cpuManagerPolicy static: for the system and its interrupts.
   *
   * Default: the kubelet's own
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: "0-1,96-97"
   *
   * See https://kubernetes.io/docs/tasks/administer-cluster/cpu-management-policies/
   */
  reservedSystemCPUs?: string;
}

/**
 * How hosts are set up: huge pages, sysctl, limits, clocks, PCIe. {} takes the values that fit purpose and hardware; each can be written.
 *
 * Default: none: whoever looks after the servers does it
 *
 * Changing it is done while everything runs. What is taken out stays as it is until a node boots.
 *
 * Example: {"purpose":"training","sysctl":{"vm.swappiness":10}}
 */
export interface Tuning {
  /**
   * What the nodes are for, from which all other values follow: training with a fabric, inference with other GPUs, cpu without. none: only what is written here.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  purpose?: "training" | "inference" | "cpu" | "none";
  /**
   * Huge pages of 2 MiB, reserved before pods can ask for them; more that the image has stay. "image" leaves them to it.
   *
   * Unit: pages
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   *
   * Example: 5128
   */
  hugepages2Mi?: number | "image";
  /**
   * Limits of containerd, which containers inherit.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  limits?: {
    /**
     * Memory that containers may pin. image: what containerd of the image says.
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    memlock?: "unlimited" | "image";
    /**
     * Stack of the threads of containers.
     *
     * Unit: bytes
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    stack?: number | "image";
  };
  /**
   * Settings of the kernel by their names. "image" leaves one as it is, which Railyard would set.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   *
   * Example: {"vm.swappiness":10,"kernel.numa_balancing":"image"}
   */
  sysctl?: {
    [k: string]: number | string;
  };
  /**
   * Whether the kernel puts pages together by itself. No maker asks for a value: left as it is unless set.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  transparentHugepages?: "always" | "madvise" | "never";
  /**
   * Who chooses the clocks of CPUs. image: left as it is.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  governor?: "performance" | "powersave" | "schedutil" | "image";
  /**
   * Whether irqbalance moves interrupts between CPUs; off where somebody places them by hand. Left as it is unless set.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  irqbalance?: "on" | "off";
  /**
   * Kernel modules that are loaded at boot. image: left as it is.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  modules?: {
    [k: string]: "loaded" | "image";
  };
  /**
   * Local NVMe disks. Left as they are unless set; localStorage says what becomes of them.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  nvme?: {
    /**
     * Scheduler of requests.
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    scheduler?: "none" | "mq-deadline" | "kyber" | "bfq";
    /**
     * What is read ahead of a program.
     *
     * Unit: KiB
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    readAheadKiB?: number | "image";
  };
  /**
   * Clients of Lustre, where a volume of it is mounted. Left as they are with the word image.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  lustre?: {
    /**
     * Threads that send requests, for each partition of CPUs.
     *
     * Unit: threads
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    ptlrpcdPerCptMax?: number | "image";
    /**
     * Requests on their way at one time over TCP.
     *
     * Unit: requests
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    ksocklndCredits?: number | "image";
    /**
     * How long a lock that nobody uses is kept.
     *
     * Unit: ms
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    lruMaxAgeMs?: number | "image";
    /**
     * Locks that a client keeps.
     *
     * Unit: locks
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    lruSize?: number | "image";
    /**
     * Requests at one time to each object target.
     *
     * Unit: requests
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    ostRpcsInFlight?: number | "image";
    /**
     * Requests at one time to each metadata target.
     *
     * Unit: requests
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    mdtRpcsInFlight?: number | "image";
    /**
     * Of them, requests that change something.
     *
     * Unit: requests
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    mdtModifyingRpcsInFlight?: number | "image";
  };
  /**
   * Registers of PCIe devices, which each boot sets back.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   */
  pci?: {
    /**
     * Access control of PCIe bridges, which sends traffic between GPU and card up to the root complex. Bare metal alone.
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    acs?: "off" | "firmware";
    /**
     * Largest read of compute cards, where no operator keeps it. Bare metal alone.
     *
     * Unit: bytes
     *
     * Default: by purpose and hardware
     *
     * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
     */
    maxReadRequest?: 128 | 256 | 512 | 1024 | 2048 | 4096;
  };
  /**
   * What the kernel is booted with. Images have it (railyard image writes their recipe): nothing reboots a node for it.
   *
   * Default: by purpose and hardware
   *
   * Changing it is done while everything runs. A daemon sets it on each node while no job is on it: few nodes at a time take no new job meanwhile (gate, maxCordoned); kernelArguments wait for whoever boots the node.
   *
   * Example: {"init_on_alloc":0}
   */
  kernelArguments?: {
    [k: string]: number | string;
  };
  /**
   * What becomes of a node that lacks a setting: it is cordoned until it has all, so that no new job begins there (what runs goes on, and Slurm drains the node); or nothing, and it takes jobs as it is.
   *
   * Default: "cordon"
   *
   * Changing it is done while everything runs. With cordon, nodes that lack a setting take no new job from then on.
   */
  gate?: "cordon" | "none";
  /**
   * Nodes of the pool that are cordoned at one time because they lack a setting, with gate: cordon. The next takes its turn when one has all; until then it takes jobs as it is. Nodes with jobs leave one place to those without, where there are two.
   *
   * Unit: nodes
   *
   * Default: a tenth of the nodes, rounded up
   *
   * Changing it is done while everything runs. Nodes that are held beyond a smaller number stay so until they have all settings.
   *
   * Example: 4
   */
  maxCordoned?: number;
}

/**
 * Metadata performance. AWS sizes it by capacity, or you say it. It cannot be added to a file system later.
 *
 * Default: {"mode":"automatic"}
 *
 * Changing it is done while everything runs. The file system gets other metadata servers: jobs wait for their files for some minutes.
 */
export type Metadata =
  | {
      mode: "automatic";
    }
  | {
      mode: "user-provisioned";
      /**
       * Metadata operations a second: 1500, 3000, 6000, or a multiple of 12000 up to 192000.
       *
       * Unit: IOPS
       *
       * Changing it is done while everything runs. The file system gets other metadata servers: jobs wait for their files for some minutes. Only upwards, six hours apart.
       *
       * Changing it to less destroys what is there and makes it anew. The file system would have fewer metadata operations, which only a new, empty one can have.
       */
      iops: number;
    };

export interface NfsStorage {
  kind: "nfs";
  /**
   * Name or address of the server. All nodes reach it, system nodes with login pods too.
   *
   * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
   *
   * Example: "files.example.com"
   */
  server: string;
  /**
   * What the server exports, as it is written in a mount: the path after the colon.
   *
   * Changing it takes the nodes away: their jobs stop. Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.
   *
   * Example: "/export/data"
   */
  export: string;
  /**
   * Where pods see it. What is mounted at /home has the homes of slurm.users.
   *
   * Default: its name: /data for a volume data
   *
   * Changing it takes the nodes away: their jobs stop. Pods are made anew. Files stay on the server.
   */
  mountPath?: string;
  /**
   * Version of the protocol; the server must speak it. 3 needs rpc.statd and more ports of the server.
   *
   * Default: "4.1"
   *
   * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
   *
   * See https://man7.org/linux/man-pages/man5/nfs.5.html
   */
  version?: "3" | "4.0" | "4.1" | "4.2";
  /**
   * What carries it. rdma: pods on nodes of pools mount over RDMA cards of the host, at port 20049; login pods, whose nodes have none, over TCP.
   *
   * Default: "tcp"
   *
   * Changing it takes the nodes away: their jobs stop. Pods are made anew, with another mount. Files stay on the server.
   *
   * See https://www.kernel.org/doc/html/latest/admin-guide/nfs/nfs-rdma.html
   */
  transport?: "tcp" | "rdma";
  /**
   * Connections of a node to the server. Of several volumes of a server the one mounted first decides.
   *
   * Unit: connections
   *
   * Default: one
   *
   * Changing it is done while everything runs. Pods that run keep their mount; those that start later have the new one.
   *
   * Example: 8
   *
   * See https://man7.org/linux/man-pages/man5/nfs.5.html
   */
  nconnect?: number;
  /**
   * Whether pods can only read it.
   *
   * Default: false
   *
   * Changing it takes the nodes away: their jobs stop. Claims are made anew, and pods with them.
   */
  readOnly?: boolean;
  /**
   * GPUDirect Storage: jobs find a cufile.json for it in CUFILE_ENV_PATH_JSON. Hosts have nvidia-fs; gdscheck shows whether it works.
   *
   * Default: false
   *
   * Changing it is done while everything runs. Jobs that start later have it.
   *
   * See https://docs.nvidia.com/gpudirect-storage/configuration-guide/topics/gds-parameters.html
   */
  gpuDirect?: boolean;
  /**
   * Whether the export makes root of a client nobody, as exports do that say nothing else. Nothing is set by it: homes of slurm.users can be made only where it does not.
   *
   * Default: true
   *
   * Changing it disturbs nothing that runs.
   *
   * See https://man7.org/linux/man-pages/man5/exports.5.html
   */
  rootSquash?: boolean;
  /**
   * Who mounts it. install: Railyard installs the NFS driver of Kubernetes, whose image has mount.nfs. existing: the cluster has that driver already. none: the kubelet, with mount.nfs of the hosts.
   *
   * Default: "install"
   *
   * Changing it takes the nodes away: their jobs stop. Pods are made anew, with another mount. Files stay on the server.
   *
   * See https://github.com/kubernetes-csi/csi-driver-nfs/blob/v4.13.4/docs/driver-parameters.md
   */
  driver?: "install" | "existing" | "none";
  /**
   * Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.
   *
   * Default: false
   *
   * Changing it is done while everything runs.
   */
  teams?: boolean;
}

/**
 * Driver, device plugin and telemetry of the GPUs.
 *
 * Changing it takes the nodes away: their jobs stop.
 */
export interface Gpu {
  /**
   * Install the NVIDIA GPU Operator where there are GPU groups.
   *
   * Default: true
   *
   * Changing it is done while everything runs.
   */
  operator?: boolean;
  /**
   * Install KubeVirt where a pool has its GPUs for virtual machines, and let them have those GPUs. false: whoever runs the cluster has installed it.
   *
   * Default: true
   *
   * Changing it is done while everything runs. It is not taken away while virtual machines exist: delete them first.
   *
   * See https://kubevirt.io/user-guide/compute/host-devices/
   */
  kubevirt?: boolean;
  /**
   * Who owns the driver of pools that do not say it themselves (nodeGroups.<group>.driver): images and hosts (`ami`), or the operator. The EKS NVIDIA images bring it, with Fabric Manager; the operator has no driver container for Amazon Linux, so `operator` needs custom images, or servers of your own.
   *
   * Default: "ami"
   *
   * Changing it takes the nodes away: their jobs stop.
   */
  driver?: "ami" | "operator";
  /**
   * How pods ask for GPUs and EFA devices of all groups that do not say it themselves (nodeGroups.<group>.allocation).
   *
   * Default: dra for groups with NVLink over several nodes (GB200), device-plugin for all others
   *
   * Changing it takes the nodes away: their jobs stop.
   */
  allocation?: "device-plugin" | "dra";
  /**
   * GPUDirect Storage in the GPU Operator. It lives in the operator's driver pod, so it needs driver: operator.
   *
   * Default: false
   *
   * Changing it takes the nodes away: their jobs stop.
   */
  gds?: boolean;
  /**
   * GPU telemetry: the exporter with an engine of its own, one engine for all on the node, or none.
   *
   * Default: "exporter"
   *
   * Changing it is done while everything runs.
   */
  dcgm?: "exporter" | "engine-and-exporter" | "off";
}

/**
 * Slurm on Kubernetes.
 *
 * Default: no Slurm
 *
 * Changing it is done while everything runs.
 */
export interface Slurm {
  /**
   * Partitions by name.
   *
   * Changing it is done while everything runs. Removing a partition cancels its pending jobs.
   */
  partitions: {
    [k: string]: {
      /**
       * Node groups whose nodes the partition has.
       *
       * Changing it is done while everything runs. Jobs on nodes that leave go on to their end.
       *
       * Example: ["h100"]
       *
       * @minItems 1
       */
      nodeGroups: string[];
      /**
       * Where jobs go that name no partition; one at most.
       *
       * Default: false
       *
       * Changing it is done while everything runs.
       */
      default?: boolean;
      /**
       * Longest time limit that a job may ask for.
       *
       * Unit: hours
       *
       * Default: 336
       *
       * Changing it is done while everything runs.
       */
      maxHours?: number;
      /**
       * Time limit of a job that asks for none.
       *
       * Unit: hours
       *
       * Default: 24, or maxHours where that is less
       *
       * Changing it is done while everything runs.
       */
      defaultHours?: number;
      /**
       * Priority tier: jobs of a higher tier are placed first.
       *
       * Default: 1
       *
       * Changing it is done while everything runs.
       */
      priority?: number;
      /**
       * Makes this the partition of CPU jobs on GPU nodes: so many CPUs of each node, with their part of its memory, are set aside for it, and jobs of other partitions get the rest. Partitions of GPU nodes without this key refuse jobs that ask for no GPU.
       *
       * Unit: CPUs
       *
       * Default: jobs may have all CPUs of a node
       *
       * Changing it is done while everything runs.
       *
       * Example: 8
       *
       * See https://slurm.schedmd.com/slurm.conf.html#OPT_MaxCPUsPerNode
       */
      cpusPerNode?: number;
      /**
       * Who shares a node with a job: other jobs, as far as there are GPUs, CPUs and memory for them; other jobs of the same user alone; or none, so that each job has, and pays for, whole nodes with all their GPUs, whatever it asks for. Training over several nodes wants none, small and interactive jobs want jobs.
       *
       * Default: jobs; none on NVLink domains that span nodes
       *
       * Changing it is done while everything runs. Jobs that run keep what they have. From none to jobs, jobs that ask for few GPUs get those alone.
       *
       * Example: "none"
       *
       * See https://slurm.schedmd.com/cons_tres_share.html
       */
      nodeSharing?: "jobs" | "user" | "none";
    };
  };
  /**
   * Qualities of service beside those that every cluster has, and limits of these: scavenger (idle nodes only), standard (everyday jobs, those of each team too) and high. A team uses what its qos names.
   *
   * Changing it is done while everything runs. Jobs that run go on. A QOS that is taken out stays in Slurm unless prune says otherwise.
   *
   * Example: {"urgent":{"priority":500,"preempts":["scavenger"],"maxHours":48,"gpusPerUser":16}}
   */
  qos?: {
    [k: string]: {
      /**
       * Rank of its jobs among all that wait: it counts more than fair share, age and size.
       *
       * Default: that of standard, 100; scavenger has 0, high 1000
       *
       * Changing it is done while everything runs.
       */
      priority?: number;
      /**
       * QOS whose running jobs are told and requeued when its own need their nodes; standard stands for the everyday jobs of all teams, too, and for what teams use beyond their quota.
       *
       * Default: none; standard preempts scavenger, and high both
       *
       * Changing it is done while everything runs.
       *
       * Example: ["scavenger"]
       *
       * See https://slurm.schedmd.com/preempt.html
       */
      preempts?: string[];
      /**
       * Time between the first signal to a job that is preempted and its end, to write a checkpoint.
       *
       * Unit: seconds
       *
       * Default: 300
       *
       * Changing it is done while everything runs.
       */
      graceSeconds?: number;
      /**
       * How long a job runs before it may be preempted.
       *
       * Unit: minutes
       *
       * Default: no such time
       *
       * Changing it is done while everything runs.
       *
       * See https://slurm.schedmd.com/slurm.conf.html#OPT_PreemptExemptTime
       */
      exemptMinutes?: number;
      /**
       * Longest time limit of a job in it, within that of the partition.
       *
       * Unit: hours
       *
       * Default: that of the partition
       *
       * Changing it is done while everything runs.
       */
      maxHours?: number;
      /**
       * Most GPUs of all its jobs together, or by type.
       *
       * Unit: GPUs
       *
       * Default: no limit
       *
       * Changing it is done while everything runs.
       *
       * See https://slurm.schedmd.com/resource_limits.html
       */
      gpus?:
        | number
        | {
            [k: string]: number;
          };
      /**
       * Most GPUs that one user has in it at one time. Of standard: in each team, and outside of teams, for itself.
       *
       * Unit: GPUs
       *
       * Default: no limit
       *
       * Changing it is done while everything runs.
       *
       * See https://slurm.schedmd.com/resource_limits.html
       */
      gpusPerUser?:
        | number
        | {
            [k: string]: number;
          };
      /**
       * Most GPUs that one team has in it at one time.
       *
       * Unit: GPUs
       *
       * Default: no limit
       *
       * Changing it is done while everything runs.
       *
       * See https://slurm.schedmd.com/resource_limits.html
       */
      gpusPerTeam?:
        | number
        | {
            [k: string]: number;
          };
      /**
       * Most GPUs of one job.
       *
       * Unit: GPUs
       *
       * Default: no limit
       *
       * Changing it is done while everything runs.
       *
       * See https://slurm.schedmd.com/resource_limits.html
       */
      gpusPerJob?:
        | number
        | {
            [k: string]: number;
          };
      /**
       * Most GPU hours that its running jobs have before them, by their time limits: short jobs may be large, and long ones are small.
       *
       * Unit: GPU hours
       *
       * Default: no limit
       *
       * Changing it is done while everything runs.
       *
       * See https://slurm.schedmd.com/resource_limits.html
       */
      gpuHours?: number;
      /**
       * Most jobs of one user that run at one time.
       *
       * Unit: jobs
       *
       * Default: no limit
       *
       * Changing it is done while everything runs.
       */
      jobsPerUser?: number;
      /**
       * Most jobs of one user that run or wait.
       *
       * Unit: jobs
       *
       * Default: no limit
       *
       * Changing it is done while everything runs.
       */
      submittedPerUser?: number;
      /**
       * What an hour in it counts for in fair share: 0 is for nothing, 2 is twice.
       *
       * Default: 1; scavenger has 0
       *
       * Changing it is done while everything runs.
       */
      usageFactor?: number;
      /**
       * Partitions in which it may be used. Not for standard: jobs of a team have the QOS of the team.
       *
       * Default: all
       *
       * Changing it is done while everything runs.
       *
       * @minItems 1
       */
      partitions?: string[];
      /**
       * Whether every team has it. Else those that name it in their qos, and whom an administrator gives it.
       *
       * Default: false; scavenger is everybody's
       *
       * Changing it is done while everything runs.
       */
      everyone?: boolean;
    };
  };
  /**
   * After how many days usage counts half in fair share.
   *
   * Unit: days
   *
   * Default: 7
   *
   * Changing it is done while everything runs.
   *
   * See https://slurm.schedmd.com/slurm.conf.html#OPT_PriorityDecayHalfLife
   */
  halfLifeDays?: number;
  /**
   * How many jobs slurmctld knows at a time: those that wait, that run, and that ended in the last five minutes; each task of an array counts as one. While there are so many, sbatch waits and asks again.
   *
   * Unit: jobs
   *
   * Default: ten for each GPU of the cluster; at least 10,000, at most 200,000
   *
   * Changing it is done while everything runs. slurmctld restarts, and asks for the memory of that many jobs. Jobs that wait and that run stay, where there are more of them, too.
   *
   * Example: 50000
   *
   * See https://slurm.schedmd.com/slurm.conf.html#OPT_MaxJobCount
   */
  maxJobs?: number;
  /**
   * Team that pays for jobs which name none, for users of several teams.
   *
   * Changing it is done while everything runs.
   *
   * Example: {"jane.doe":"vision"}
   */
  defaultTeams?: {
    [k: string]: string;
  };
  /**
   * Tells people in words when a job says no time, is of no team, or asks for GPUs that its partition has not, and chooses --switches and --segment for its size (job_submit.lua). Administrators are asked nothing.
   *
   * Default: Slurm's own answers
   *
   * Changing it is done while everything runs.
   *
   * Example: {}
   *
   * See https://slurm.schedmd.com/job_submit_plugins.html
   */
  submit?: {
    /**
     * Whether a job must say how long it may run, or gets the time of its partition, and no more than its QOS allows: without times nothing can be backfilled.
     *
     * Default: "required"
     *
     * Changing it is done while everything runs.
     */
    timeLimit?: "required" | "default";
    /**
     * Partitions whose jobs wait for as few leaf switches as their size needs (--switches), unless they say otherwise. Slurm chooses few leaves without it, too, but does not wait for them.
     *
     * Changing it is done while everything runs.
     *
     * Example: {"train":{"nodes":32}}
     *
     * See https://slurm.schedmd.com/topology.html
     */
    leaves?: {
      [k: string]: {
        /**
         * Nodes at each leaf switch of the partition.
         *
         * Unit: nodes
         *
         * Changing it is done while everything runs.
         */
        nodes: number;
        /**
         * How long a job waits for as few leaves as it needs before it takes more.
         *
         * Unit: minutes
         *
         * Default: 60
         *
         * Changing it is done while everything runs.
         */
        waitMinutes?: number;
      };
    };
  };
  /**
   * What holds while railyard rollout makes the nodes of a pool anew, a few at a time: how many go on taking jobs, and when it ends by itself.
   *
   * Changing it disturbs nothing that runs. It holds from the next railyard rollout on.
   *
   * Example: {"floorPercent":90}
   */
  rollout?: {
    /**
     * Part of the nodes that goes on taking jobs while railyard rollout makes the nodes of a pool anew, in the pool and in each partition that has it. One node may always go. The default is what rollouts of Kubernetes keep.
     *
     * Unit: %
     *
     * Default: 75
     *
     * Changing it disturbs nothing that runs. It holds from the next railyard rollout on.
     *
     * Example: 90
     *
     * See https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-unavailable
     */
    floorPercent?: number;
    /**
     * So many nodes in a row that do not come back, or that their checks do not accept, end a rollout: what is wrong is then in all of them.
     *
     * Unit: nodes
     *
     * Default: 2
     *
     * Changing it disturbs nothing that runs. It holds from the next railyard rollout on.
     */
    failuresInRow?: number;
  };
  /**
   * Asks nodes by a table of checks, before their first job, before and after each job and every five minutes: GPUs, XIDs, memory, NVLink, fabric, disks, huge pages, clocks. A finding drains the node and says whose fault it is; a node that is sound again is taken back.
   *
   * Default: GPUs, XIDs, memory rows, devices of the fabric and volumes are looked at every five minutes; people take nodes back
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. slurmd pods are made anew, one after another, when no job runs on them.
   *
   * Example: {}
   *
   * See https://slurm.schedmd.com/slurm.conf.html#OPT_HealthCheckProgram
   */
  health?: {
    /**
     * What a finding of a check does, where it is not what docs/node-life.md says: drain (the node takes no new job, and what runs goes on), tell (a line in the log of the slurmd pod), or off.
     *
     * Changing it disturbs nothing that runs. Nodes take it up within two minutes.
     *
     * Example: {"clocks":"drain","fabric-counters":"off"}
     */
    checks?: {
      [k: string]: "drain" | "tell" | "off";
    };
    /**
     * Who takes a node back that a check has drained: all checks together, ten minutes later at the soonest and, after a fault that only a boot or a repair mends, once the node has started anew; or people, by scontrol update state=resume. A node that a person has drained stays with people.
     *
     * Default: "checks"
     *
     * Changing it disturbs nothing that runs. Nodes take it up within two minutes.
     */
    resume?: "checks" | "people";
    /**
     * Whether a node that a check has drained is cordoned in Kubernetes, too, once no job is on it, and a node that Kubernetes finds broken or has not heard of for five minutes, which Slurm's operator drains then. Both are opened when the reason is gone; a cordon of somebody else is theirs.
     *
     * Default: true
     *
     * Changing it is done while everything runs. With false, nodes that are cordoned for a fault stay so until somebody opens them.
     */
    cordon?: boolean;
    /**
     * Nodes of a pool that checks may have drained, or that are cordoned for faults, at one time: above it findings are told, and nodes go on. What finds a fault on all nodes is more likely wrong itself.
     *
     * Unit: nodes
     *
     * Default: a quarter of the nodes of each pool, one at least
     *
     * Changing it disturbs nothing that runs. Nodes take it up within two minutes.
     */
    drainsAtOnce?: number;
    /**
     * Of them, nodes that may have been drained within the last hour.
     *
     * Unit: nodes
     *
     * Default: drainsAtOnce
     *
     * Changing it disturbs nothing that runs. Nodes take it up within two minutes.
     */
    drainsPerHour?: number;
    /**
     * What is done with a node that a check has drained, or that Kubernetes finds broken, once no job is on it: by the cause a restart of slurmd, a reset of the GPUs, a reboot, another machine, or nothing. Checks give it back.
     *
     * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
     *
     * Example: {"mode":"on","stepsPerHour":4}
     *
     * See https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html
     */
    repair?: {
      /**
       * Whether nodes that checks have drained are repaired when no job is on them: on, dry-run (the journal says what would be done, and nothing is), or off. What is done about which cause says docs/node-life.md.
       *
       * Default: "dry-run"
       *
       * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
       */
      mode?: "off" | "dry-run" | "on";
      /**
       * Steps that may be taken: restart (the slurmd pod is made anew), reset (of all GPUs), reboot, replace (another instance of the group takes its place; a server that people bought goes on the list of what is sent back, whatever stands here).
       *
       * Default: ["restart","reset","reboot","replace"]
       *
       * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
       *
       * Example: ["restart","reset","reboot"]
       *
       * @minItems 1
       */
      steps?: ("restart" | "reset" | "reboot" | "replace")[];
      /**
       * Steps in a pool within an hour, at most.
       *
       * Unit: steps
       *
       * Default: 2
       *
       * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
       */
      stepsPerHour?: number;
      /**
       * Nodes of a pool that are being repaired at one time, at most.
       *
       * Unit: nodes
       *
       * Default: 1
       *
       * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
       */
      atOnce?: number;
      /**
       * Part of the nodes of a pool that must take jobs: while fewer do, nothing is repaired, for something larger is wrong.
       *
       * Unit: %
       *
       * Default: 50
       *
       * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
       */
      floorPercent?: number;
      /**
       * A node with so many faults in so many days is not given back, though its checks pass: it is replaced, or stays drained until a person takes it back.
       *
       * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
       */
      lemon?: {
        /**
         * Faults of a node within the days, from which on it is not given back.
         *
         * Unit: faults
         *
         * Default: 3
         *
         * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
         */
        faults?: number;
        /**
         * Days within which faults of a node are counted.
         *
         * Unit: days
         *
         * Default: 14
         *
         * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
         */
        days?: number;
      };
    };
  };
  /**
   * Reservations in Slurm, by name: maintenance, in which nothing runs, or nodes for some teams alone, such as a Capacity Block that one of them bought. Those that people made by hand stay.
   *
   * Changing it is done while everything runs. Jobs that run go on. A reservation that is taken out ends at once.
   *
   * Example: {"upgrade":{"kind":"maintenance","start":"2026-12-01T06:00:00Z","end":"2026-12-01T12:00:00Z"}}
   *
   * See https://slurm.schedmd.com/reservations.html
   */
  reservations?: {
    [k: string]:
      | {
          kind: "maintenance";
          /**
           * From when on no job may run: jobs whose time limit reaches beyond it are not started.
           *
           * Changing it is done while everything runs.
           *
           * Example: "2026-12-01T06:00:00Z"
           */
          start: string;
          /**
           * When jobs run again.
           *
           * Changing it is done while everything runs.
           *
           * Example: "2026-12-01T12:00:00Z"
           */
          end: string;
          /**
           * Partition whose nodes are kept free.
           *
           * Default: all nodes
           *
           * Changing it is done while everything runs.
           */
          partition?: string;
        }
      | {
          kind: "teams";
          /**
           * Partition whose nodes are for the teams alone.
           *
           * Changing it is done while everything runs.
           *
           * Example: "h200"
           */
          partition: string;
          /**
           * Teams whose jobs run there, those below them too, without asking for the reservation.
           *
           * Changing it is done while everything runs.
           *
           * Example: ["vision"]
           *
           * @minItems 1
           */
          teams: string[];
          /**
           * From when on.
           *
           * Default: the start of the Capacity Blocks that the partition's nodes are in
           *
           * Changing it is done while everything runs.
           */
          start?: string;
          /**
           * Until when.
           *
           * Default: when the nodes go, 40 minutes before their Capacity Blocks end, or an hour for UltraServers
           *
           * Changing it is done while everything runs.
           */
          end?: string;
        };
  };
  /**
   * Whether each deployment also removes from Slurm what config no longer has: teams, their QOS, and users and coordinators of its teams that were added by hand. Usage of an account that goes stays in reports.
   *
   * Default: false
   *
   * Changing it is done while everything runs. An account with jobs is not removed: the deployment fails, and says so.
   */
  prune?: boolean;
  /**
   * Database behind slurmdbd. GPU clusters cannot do without: limits, fair share and GPU counts come from it.
   *
   * Default: {"kind":"mariadb","storageGiB":50}
   *
   * Changing it takes the nodes away: their jobs stop. Usage and limits live in the database: move it first.
   */
  accounting?:
    | {
        kind: "mariadb";
        /**
         * Volume of the database in the cluster.
         *
         * Unit: GiB
         *
         * Default: 50
         *
         * Changing it is done while everything runs.
         */
        storageGiB?: number;
        /**
         * How often what has changed since the last dump is brought to the bucket of checkpoints: the database can be put back as it was at any moment of the last week, and a lost volume takes that much of accounting with it at most. The server keeps a log of all changes for it, on its volume, for three days.
         *
         * Unit: minutes
         *
         * Default: the dump of every night alone
         *
         * Changing it is done while everything runs. The server restarts once when it is switched on or off; slurmctld keeps what it cannot store meanwhile. There is nothing to put back before the next dump.
         *
         * Example: 10
         *
         * See https://mariadb.com/docs/server/server-management/server-monitoring-logs/binary-log
         */
        recoveryMinutes?: number;
      }
    | {
        kind: "external";
        /**
         * Host name of a MySQL or MariaDB server.
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        host: string;
        /**
         * Port of the server.
         *
         * Default: 3306
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        port?: number;
        /**
         * Kubernetes Secret in the slurm namespace; its key `password` is that of the user. The password itself is never in config.
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        secretName: string;
        /**
         * User of slurmdbd on the server, with all rights in the database.
         *
         * Default: "slurm"
         *
         * Changing it takes the nodes away: their jobs stop.
         */
        user?: string;
        /**
         * Database on the server; slurmdbd makes its tables.
         *
         * Default: "slurm_acct_db"
         *
         * Changing it takes the nodes away: their jobs stop. Another database is empty: usage and limits stay in the old one.
         */
        database?: string;
      };
  /**
   * People who log in, by user name, with homes on the Lustre file system. What they may use follows from their team.
   *
   * Changing it disturbs nothing that runs. Login and compute nodes take it up within two minutes, with no pod restarted. Homes of users who go stay.
   *
   * Example: {"jane.doe":{"uid":20001,"keys":["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ6SxyH3Ea8zCQPZzUyyGhCrA+JdDYZQTzfcDw7dXdoK jane@laptop"]}}
   */
  users?: {
    [k: string]: {
      /**
       * Id of the user and of their own group, the same on login and compute nodes. Files and jobs belong to it: never give it to another person.
       *
       * Changing it is refused. Files of the old id are nobody's: change their owner as root.
       *
       * Example: 20001
       */
      uid: number;
      /**
       * Public SSH keys that let the user in: lines of .pub files, also with options before the key that narrow it, such as from="10.0.0.0/8". They alone count, not files in the home of the user. Private keys are refused.
       *
       * Changing it disturbs nothing that runs. Login nodes take it up within two minutes; sessions that are open go on.
       *
       * Example: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ6SxyH3Ea8zCQPZzUyyGhCrA+JdDYZQTzfcDw7dXdoK jane@laptop"]
       */
      keys?: string[];
    };
  };
  /**
   * Kubernetes Secret in the slurm namespace with more public SSH keys, for those who must not wait for a deployment: one entry for each user, with the user's name as its key, and lines of .pub files. Who is a user, and with which id, stays in users; entries of others, options and private keys are left out. Without the Secret the keys of users count alone, until it is there.
   *
   * Default: no Secret
   *
   * Changing it is done while everything runs. Login pods are made anew: sessions end, jobs go on. What the Secret has is taken up within two minutes, and restarts nothing.
   *
   * Example: "people"
   */
  keysSecretName?: string;
  /**
   * Kubernetes Secret in the slurm namespace whose entry `sssd.conf` says how SSSD reaches an LDAP directory or Active Directory, with the password that it binds with: people of the directory have the same ids, homes and groups on login and compute nodes, and log in with the keys that the directory has. Users of users stay, and come first.
   *
   * Default: users alone
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Login pods are made anew, and slurmd pods one after another when no job runs on them. The Secret must be there first.
   *
   * Example: "sssd"
   *
   * See https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/helm/slurm/values.yaml
   */
  directorySecretName?: string;
  /**
   * Whether people reach a compute node by SSH while a job of theirs runs there; the session is part of the job, and ends with it (pam_slurm_adopt). Without a job nobody is let in.
   *
   * Default: false
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. slurmd pods are made anew, one after another, when no job runs on them.
   *
   * See https://slurm.schedmd.com/pam_slurm_adopt.html
   */
  nodeSsh?: boolean;
  /**
   * slurmctld, which knows the jobs and places them.
   *
   * Default: one, on a volume of its own
   *
   * Changing it is done while everything runs.
   *
   * Example: {"replicas":2,"claim":"slurm-state"}
   */
  controller?: {
    /**
     * How many slurmctld there are: one works, and the others stand by and take over when it does not answer. More than one needs claim, as many system nodes, and the charts of Slinky from 1.3.0 on, which are then installed. One that is alone and is lost is started again by Kubernetes.
     *
     * Default: 1
     *
     * Changing it is done while everything runs. slurmctld is started anew: nobody can submit for a minute or so, and jobs that run go on.
     *
     * See https://github.com/SlinkyProject/slurm-operator/releases/tag/v1.3.0
     */
    replicas?: number;
    /**
     * Name of a PersistentVolumeClaim of yours in the namespace slurm that several nodes mount at once (ReadWriteMany), such as one on EFS or NFS: slurmctld keeps its jobs there. User and group 401 must be able to write in it, and nobody else should mount it: scripts of users are in it, with their environment.
     *
     * Default: a volume of the cluster's usual class, which one node mounts
     *
     * Changing it is refused. The operator does not move slurmctld from one volume to another after the first installation: it would begin with job 1, and nodes would end what it does not know.
     *
     * Example: "slurm-state"
     *
     * See https://github.com/SlinkyProject/slurm-operator/blob/f2ed3fc/docs/usage/controller-operations.md
     */
    claim?: string;
  };
  /**
   * Login nodes and how people reach them.
   *
   * Default: {"kind":"internal","replicas":1}
   *
   * Changing it is done while everything runs.
   */
  login?:
    | {
        kind: "none";
      }
    | {
        kind: "internal";
        /**
         * Login pods behind an internal load balancer.
         *
         * Default: 1
         *
         * Changing it is done while everything runs.
         */
        replicas?: number;
      }
    | {
        kind: "internet";
        /**
         * Login pods behind a public load balancer.
         *
         * Default: 1
         *
         * Changing it is done while everything runs.
         */
        replicas?: number;
        /**
         * Blocks from which SSH is allowed.
         *
         * Changing it is done while everything runs.
         *
         * @minItems 1
         */
        allowedCidrs: string[];
      };
  /**
   * How jobs run in containers: srun --container-image by Pyxis and Enroot, with layers and roots on the NVMe disks of nodes; Apptainer from an image of your own; or not at all.
   *
   * Default: {"kind":"pyxis","images":{}}
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Another kind makes slurmd pods anew: jobs on them end.
   */
  containers?:
    | {
        kind: "pyxis";
        /**
         * Kubernetes Secret in the slurm namespace with credentials of private registries: its key `credentials` has lines of netrc, as enroot reads them (machine nvcr.io login $oauthtoken password …). Every user of the cluster can read them: give an account that may pull and nothing else. Who has ~/.config/enroot/.credentials uses those instead. Without the Secret pods start, and pull what is public.
         *
         * Default: no Secret: users have credentials of their own
         *
         * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. slurmd pods are made anew: jobs on them end.
         *
         * Example: "pull"
         *
         * See https://github.com/NVIDIA/enroot/blob/v4.1.2/doc/cmd/import.md
         */
        credentialsSecretName?: string;
        /**
         * Images that a job of Kubernetes imports once onto a volume, by the name of their file: srun --container-image=/fsx/images/pytorch.sqsh then pulls nothing, on however many nodes. Each by its digest.
         *
         * Changing it is done while everything runs. What is new is imported; files of images that go stay, for jobs may run from them.
         *
         * Example: {"pytorch":"nvcr.io/nvidia/pytorch:25.06-py3@sha256:0000000000000000000000000000000000000000000000000000000000000000"}
         */
        images?: {
          [k: string]: string;
        };
        /**
         * Folder of their files, on a volume that login and compute pods mount.
         *
         * Default: images in the first volume of the environment
         *
         * Changing it is done while everything runs. All images are imported anew there; the old files stay.
         *
         * Example: "/fsx/images"
         */
        imagesFolder?: string;
      }
    | {
        kind: "apptainer";
        /**
         * Your own image of slurmd with Apptainer in it, built on ghcr.io/slinkyproject/slurmd of the release of Slurm that is deployed: those of Slinky have Pyxis and no Apptainer.
         *
         * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. slurmd pods are made anew: jobs on them end.
         */
        image: string;
        /**
         * Your own image of login pods, built on ghcr.io/slinkyproject/login.
         *
         * Default: that of Slinky, without Apptainer
         *
         * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Login pods are made anew: sessions end, jobs go on.
         */
        loginImage?: string;
      }
    | {
        kind: "none";
      };
  /**
   * What srun offers processes of MPI that do not ask (MpiDefault). Images of Slinky are built with PMIx; one of your own without it would start no step at all. OpenMPI of the job's own image must know PMIx, too; torchrun needs neither.
   *
   * Default: "none"
   *
   * Changing it is done while everything runs. Steps that start later have it.
   *
   * See https://slurm.schedmd.com/mpi_guide.html
   */
  mpi?: "none" | "pmix";
}

/**
 * Queues for jobs of Kubernetes in the namespaces of teams, by Kueue, on nodes that are not Slurm's.
 *
 * Default: no queues: pods of teams are placed as they come
 *
 * Changing it is done while everything runs. Without it, jobs that wait in queues stay suspended until somebody deletes or resumes them.
 */
export interface Kueue {
  /**
   * Node groups whose GPUs jobs in the namespaces of teams get by queue. None of them is in a partition of Slurm: both would count the same GPUs.
   *
   * Changing it is done while everything runs. Jobs on nodes that leave go on to their end.
   *
   * Example: ["l40s"]
   *
   * @minItems 1
   */
  nodeGroups: string[];
  /**
   * "quota": each team has GPUs of its own, by its share or by `teams.<team>.namespace.quota`, and lends what it does not use. "history": all GPUs are one, and jobs of those go first who have used the least for their share.
   *
   * Default: {"kind":"quota"}
   *
   * Changing it is done while everything runs. Another kind makes all queues anew: jobs that wait lose their place.
   */
  sharing?:
    | {
        kind: "quota";
        /**
         * Whether a team may use what others leave free of theirs; its jobs give way when those want it back.
         *
         * Default: true
         *
         * Changing it is done while everything runs.
         *
         * See https://kueue.sigs.k8s.io/docs/concepts/fair_sharing/
         */
        borrowing?: boolean;
      }
    | {
        kind: "history";
        /**
         * Time after which what a team has used counts half.
         *
         * Unit: hours
         *
         * Default: 168
         *
         * Changing it is done while everything runs.
         *
         * See https://kueue.sigs.k8s.io/docs/concepts/admission_fair_sharing/
         */
        halfLifeHours?: number;
      };
  /**
   * Kinds of jobs that wait in the queues. Others in namespaces of teams do not wait, and no quota of Kueue counts them. Kinds of other operators are held once their operator is there.
   *
   * Default: ["job","pod"]
   *
   * Changing it is done while everything runs.
   *
   * Example: ["job","jobset","rayjob","pod"]
   *
   * See https://github.com/kubernetes-sigs/kueue/blob/v0.19.2/charts/kueue/values.yaml
   *
   * @minItems 1
   */
  jobs?: (
    | "job"
    | "jobset"
    | "trainjob"
    | "mpijob"
    | "rayjob"
    | "raycluster"
    | "rayservice"
    | "leaderworkerset"
    | "deployment"
    | "statefulset"
    | "pod"
  )[];
  /**
   * Operators of kinds of jobs that are installed beside Kueue: JobSet, KubeRay, LeaderWorkerSet, Kubeflow Trainer, which makes JobSets of its jobs, and the MPI operator. People of a team may write their kinds in its namespace.
   *
   * Changing it is done while everything runs. Jobs of an operator that is taken out are left as they are: nothing starts or ends their pods any more.
   *
   * Example: ["jobset","trainer"]
   */
  operators?: ("jobset" | "kuberay" | "lws" | "trainer" | "mpi")[];
  /**
   * Time in which all pods of a job must be ready: a job of which some never are gives its GPUs back, and waits again.
   *
   * Unit: minutes
   *
   * Default: 30
   *
   * Changing it is done while everything runs.
   *
   * See https://kueue.sigs.k8s.io/docs/tasks/manage/setup_wait_for_pods_ready/
   */
  readyMinutes?: number;
  /**
   * How long the record of a job that is done is kept in its queue. The job itself stays.
   *
   * Unit: hours
   *
   * Default: 168
   *
   * Changing it is done while everything runs.
   */
  keepFinishedHours?: number;
}

/**
 * What nodes of pools that no partition of Slurm has are asked while they run, and what becomes of those that answer badly: they are cordoned, and repaired by the cause.
 *
 * Default: nobody looks at them; nodes of Slurm have slurm.health
 *
 * Changing it is done while everything runs. Without it, nodes that are cordoned for a fault stay so until somebody opens them.
 *
 * Example: {"repair":{"mode":"on"}}
 *
 * See https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html
 */
export interface Health {
  /**
   * What a finding of a check does, where it is not what docs/node-life.md says: cordon (the node takes no new pod, and what runs goes on), tell (a line in the log of the pod health-checks of the node), or off.
   *
   * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
   *
   * Example: {"clocks":"cordon","nvme":"off"}
   */
  checks?: {
    [k: string]: "cordon" | "tell" | "off";
  };
  /**
   * Nodes of a pool that may be cordoned for faults at one time: above it findings are told, and nodes go on. What finds a fault on all nodes is more likely wrong itself.
   *
   * Unit: nodes
   *
   * Default: a quarter of the nodes of each pool, one at least
   *
   * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
   */
  cordonsAtOnce?: number;
  /**
   * What is done with a node that is cordoned for a fault: by the cause its pods are evicted, its GPUs reset, it is started anew, another machine takes its place, or nothing. It is opened once nothing has been wrong with it for ten minutes.
   *
   * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
   *
   * Example: {"mode":"on","stepsPerHour":4}
   */
  repair?: {
    /**
     * Whether nodes that are cordoned for a fault are repaired: on, dry-run (the journal says what would be done, and nothing is), or off. What is done about which cause says docs/node-life.md.
     *
     * Default: "dry-run"
     *
     * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
     */
    mode?: "off" | "dry-run" | "on";
    /**
     * Steps that may be taken: evict (pods that cannot go on are sent away, so that their jobs start elsewhere; budgets of pods hold), reset (of all GPUs), reboot, replace (another machine takes its place; a server that people bought goes on the list of what is sent back, whatever stands here). Without evict every pod is waited for.
     *
     * Default: ["evict","reset","reboot","replace"]
     *
     * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
     *
     * Example: ["reset","reboot"]
     *
     * @minItems 1
     */
    steps?: ("evict" | "reset" | "reboot" | "replace")[];
    /**
     * Steps in a pool within an hour, at most.
     *
     * Unit: steps
     *
     * Default: 2
     *
     * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
     */
    stepsPerHour?: number;
    /**
     * Nodes of a pool that are being repaired at one time, at most.
     *
     * Unit: nodes
     *
     * Default: 1
     *
     * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
     */
    atOnce?: number;
    /**
     * Part of the nodes of a pool that must take jobs: while fewer do, nothing is repaired, for something larger is wrong.
     *
     * Unit: %
     *
     * Default: 50
     *
     * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
     */
    floorPercent?: number;
    /**
     * A node with so many faults in so many days is not given back, though its checks pass: it is replaced, or stays drained until a person takes it back.
     *
     * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
     */
    lemon?: {
      /**
       * Faults of a node within the days, from which on it is not given back.
       *
       * Unit: faults
       *
       * Default: 3
       *
       * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
       */
      faults?: number;
      /**
       * Days within which faults of a node are counted.
       *
       * Unit: days
       *
       * Default: 14
       *
       * Changing it is done while everything runs. Taken up within minutes; a step that has begun goes on.
       */
      days?: number;
    };
  };
}

/**
 * How nodes and pods reach what lies outside of the cluster, at sites that are not on the open internet: mirrors of registries, authorities of your own, a proxy.
 *
 * Default: nodes reach registries and services of AWS by the network
 *
 * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first.
 */
export interface Outbound {
  /**
   * Where nodes pull images of a registry: containerd asks the mirror alone, whoever names the image, jobs and add-ons included. The image keeps its name; platform.images.mirrors changes names of what Railyard installs instead. The mirror speaks HTTPS and gives images without a password.
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one. Nodes that exist are set up by whoever looks after them: railyard node-files writes what they need.
   *
   * Example: {"docker.io":"harbor.example.com/docker-hub","ghcr.io":"harbor.example.com/github"}
   *
   * See https://github.com/containerd/containerd/blob/main/docs/hosts.md
   */
  registryMirrors?: {
    [k: string]: string;
  };
  /**
   * Certificate authorities of your own that nodes, and pods that call something outside, trust beside those of their image, by a name: what signed the certificates of mirrors and of a proxy that opens TLS. Each is a text in PEM, or the file of one. Certificates are public; a private key is refused.
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one. Nodes that exist are set up by whoever looks after them: railyard node-files writes what they need.
   */
  authorities?: {
    [k: string]:
      | string
      | {
          /**
           * File with one certificate in PEM, by its path in config/environments, beside the environment. It is read at every synth and committed with the environment; a file with a private key is refused.
           *
           * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one. Nodes that exist are set up by whoever looks after them: railyard node-files writes what they need.
           *
           * Example: "corp-ca.pem"
           */
          file: string;
        };
  };
  /**
   * The way out for HTTP and HTTPS.
   *
   * Default: none: nodes reach what they need by the network
   *
   * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one. Nodes that exist are set up by whoever looks after them: railyard node-files writes what they need.
   */
  proxy?: {
    /**
     * The HTTP proxy through which nodes, Enroot, and the pods of charts that call something outside go (docs/offline.md lists them). It must let them out without a password: by address, or by network.
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one. Nodes that exist are set up by whoever looks after them: railyard node-files writes what they need.
     *
     * Example: "http://proxy.example.com:3128"
     */
    url: string;
    /**
     * Where nothing goes through the proxy, beside what follows from the environment: the cluster, its network, metadata of instances, and AWS's services that have an endpoint in the network.
     *
     * Changing it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. Nodes get it at their first boot: each is replaced by one that has it, drained one by one. Nodes that exist are set up by whoever looks after them: railyard node-files writes what they need.
     *
     * Example: [".corp.example.com","registry.example.com"]
     *
     * @maxItems 50
     */
    direct?: string[];
  };
}

/**
 * Metrics and alerts.
 *
 * Changing it is done while everything runs.
 */
export interface Monitoring {
  /**
   * Install Prometheus, Alertmanager and Grafana.
   *
   * Default: true
   *
   * Changing it is done while everything runs.
   */
  enabled?: boolean;
  /**
   * Days to keep metrics in Prometheus.
   *
   * Unit: days
   *
   * Default: 15
   *
   * Changing it is done while everything runs.
   */
  retentionDays?: number;
  /**
   * Volume of Prometheus.
   *
   * Unit: GiB
   *
   * Default: 100
   *
   * Changing it is done while everything runs.
   */
  storageGiB?: number;
  /**
   * Whether local NVMe disks are asked how worn they are, by nvme-cli of each host. A privileged container beside the node exporter asks: nothing with fewer rights may send a command to a disk. Disks of EBS are left out; whether instance stores of EC2 answer is unknown.
   *
   * Default: false
   *
   * Changing it is done while everything runs.
   *
   * See https://github.com/linux-nvme/nvme-cli/blob/v2.11/Documentation/nvme-smart-log.txt
   */
  diskWear?: boolean;
  /**
   * Whether jobs of Slurm load NCCL Inspector, by which Prometheus learns the bus bandwidth of their collectives. NCCL loads it from 2.28.3 on; a job that has no such file goes on without. It runs in the processes of jobs: a fault of it ends them.
   *
   * Default: they do not
   *
   * Changing it is done while everything runs.
   *
   * Example: {"plugin":"/fsx/lib/libnccl-profiler-inspector.so"}
   *
   * See https://github.com/NVIDIA/nccl/tree/v2.30.7-1/plugins/profiler/inspector
   */
  ncclInspector?: {
    /**
     * The plugin, which you build of NCCL 2.29.3 or later: a path that jobs see, on a volume or in their images, or a name that the loader finds in their images. Railyard brings none.
     *
     * Default: "libnccl-profiler-inspector.so"
     *
     * Changing it is done while everything runs.
     *
     * Example: "/fsx/lib/libnccl-profiler-inspector.so"
     *
     * See https://github.com/NVIDIA/nccl/tree/v2.30.7-1/plugins/profiler/inspector
     */
    plugin?: string;
  };
  /**
   * Service level objectives: what users of the cluster are promised. Alerts sound when what is left for failures is spent so fast that it will not last.
   *
   * Changing it is done while everything runs.
   *
   * Example: {"nodeAvailability":95}
   *
   * See https://sre.google/workbook/alerting-on-slos/
   */
  slos?: {
    /**
     * Share of the nodes, or of those with GPUs where there is no Slurm, that take jobs. A node that is drained, down or has not joined does not. With 97 % one node of 33 may be out at any time: what repairs and the rollout of images take of a cluster whose GPUs fail as those of published large clusters do.
     *
     * Unit: %
     *
     * Default: 97
     *
     * Changing it is done while everything runs. Alerts and the dashboard of error budgets follow it; nothing else.
     *
     * See https://arxiv.org/abs/2410.21680
     */
    nodeAvailability?: number | "off";
    /**
     * Share of requests that the API of Kubernetes answers without an error of its own, and share of the time in which Slurm's controller answers. 99.9 % is 43 minutes in 30 days; AWS promises 99.95 % for the API of EKS, and one restart of slurmctld on another node takes some of them.
     *
     * Unit: %
     *
     * Default: 99.9
     *
     * Changing it is done while everything runs. Alerts and the dashboard of error budgets follow it; nothing else.
     *
     * See https://aws.amazon.com/eks/sla/
     */
    controlPlane?: number | "off";
    /**
     * Share of the time of GPUs in trainings in which these get ahead: stalls for checkpoints, hangs and starts do not. Only trainings that tell of their steps count, from their first step on. 90 % is what the training of Llama 3 kept on 16,000 GPUs; with so low a target only losses of hours wake somebody.
     *
     * Unit: %
     *
     * Default: 90
     *
     * Changing it is done while everything runs. Alerts and the dashboard of error budgets follow it; nothing else.
     *
     * See https://arxiv.org/abs/2407.21783
     */
    goodput?: number | "off";
    /**
     * Share of the checkpoints of these trainings that become whole: of 200, one may fail. It is Railyard's own choice. Checkpoints are few, so alerts about them wake nobody; that a job has one that failed is told apart.
     *
     * Unit: %
     *
     * Default: 99.5
     *
     * Changing it is done while everything runs. Alerts and the dashboard of error budgets follow it; nothing else.
     */
    checkpointSuccess?: number | "off";
    /**
     * How soon jobs of Slurm start, by their QOS; standard stands for the everyday jobs of all teams, too. A job is late as soon as it has waited for so long, whether or not it starts then. Too few begin in an hour for an alert that wakes somebody.
     *
     * Default: nothing is promised: how long jobs wait depends on what a cluster is for
     *
     * Changing it is done while everything runs. Where there was no promise before, the pod that counts jobs starts anew.
     *
     * Example: {"high":{"minutes":30}}
     */
    jobStart?: {
      [k: string]: {
        /**
         * Within so many minutes jobs start. They are counted from when they may start: not while they are held, before their begin, while they wait for other jobs, or while a limit of their team, QOS or user holds them back.
         *
         * Unit: minutes
         *
         * Changing it is done while everything runs. What was counted before counts on.
         *
         * Example: 30
         */
        minutes: number;
        /**
         * Share of the jobs that do.
         *
         * Unit: %
         *
         * Default: 95
         *
         * Changing it is done while everything runs.
         */
        percent?: number;
      };
    };
  };
  /**
   * Whether nobody is told of nodes that go as planned: around the hours of schedule, in maintenance of slurm.reservations, and at the end of Capacity Blocks. What still holds afterwards is told then.
   *
   * Default: true
   *
   * Changing it is done while everything runs.
   *
   * See https://prometheus.io/docs/alerting/latest/configuration/#time_interval-0
   */
  mutePlanned?: boolean;
  /**
   * Who can be told of alerts, by name: e-mail, Slack, PagerDuty, Opsgenie, Microsoft Teams, SNS, webhook. Keys and addresses that are secrets lie in Secrets of Kubernetes.
   *
   * Changing it is done while everything runs.
   *
   * Example: {"oncall":{"kind":"pagerduty","secretName":"alert-receivers"}}
   */
  receivers?: {
    [k: string]:
      | {
          kind: "email";
          /**
           * Addresses that each alert is sent to, with the names of people or without: "GPU on-call <oncall@example.com>".
           *
           * Changing it is done while everything runs.
           *
           * Example: ["gpu-oncall@example.com"]
           *
           * @minItems 1
           * @maxItems 20
           */
          to: string[];
          /**
           * Address of the sender, with a name or without.
           *
           * Changing it is done while everything runs.
           *
           * Example: "GPU alerts <alerts@example.com>"
           */
          from: string;
          /**
           * Server that takes the mails by SMTP, and its port; an IPv6 address stands in brackets. The proxy of outbound does not reach it.
           *
           * Changing it is done while everything runs.
           *
           * Example: "smtp.example.com:587"
           */
          smarthost: string;
          /**
           * How the connection is encrypted: "starttls" asks the server to begin it, "implicit" begins with it, and "none" sends all in clear, the password too.
           *
           * Default: "starttls"
           *
           * Changing it is done while everything runs.
           */
          tls?: "starttls" | "implicit" | "none";
          /**
           * How Alertmanager logs in.
           *
           * Default: it does not
           *
           * Changing it is done while everything runs.
           */
          login?: {
            /**
             * Name at the server.
             *
             * Changing it is done while everything runs.
             */
            username: string;
            /**
             * Kubernetes Secret in the namespace monitoring with the password. Alertmanager does not start without it.
             *
             * Changing it is done while everything runs.
             *
             * Example: "alert-receivers"
             *
             * See https://prometheus.io/docs/alerting/latest/configuration/#receiver-integration-settings
             */
            secretName: string;
            /**
             * Key of the Secret.
             *
             * Default: "password"
             *
             * Changing it is done while everything runs.
             */
            secretKeyName?: string;
          };
          /**
           * Whether the end of an alert is told, too.
           *
           * Default: true
           *
           * Changing it is done while everything runs.
           */
          resolved?: boolean;
        }
      | {
          kind: "slack";
          /**
           * Kubernetes Secret in the namespace monitoring with the address of an incoming webhook. Alertmanager does not start without it.
           *
           * Changing it is done while everything runs.
           *
           * Example: "alert-receivers"
           *
           * See https://prometheus.io/docs/alerting/latest/configuration/#receiver-integration-settings
           */
          secretName: string;
          /**
           * Key of the Secret.
           *
           * Default: "slack-url"
           *
           * Changing it is done while everything runs.
           */
          secretKeyName?: string;
          /**
           * Channel of Slack, or a person.
           *
           * Default: the one that the webhook was made for
           *
           * Changing it is done while everything runs.
           *
           * Example: "#gpu-alerts"
           */
          channel?: string;
          /**
           * Whether the end of an alert is told, too.
           *
           * Default: true
           *
           * Changing it is done while everything runs.
           */
          resolved?: boolean;
        }
      | {
          kind: "pagerduty";
          /**
           * Kubernetes Secret in the namespace monitoring with the integration key of a service (Events API v2). Alertmanager does not start without it.
           *
           * Changing it is done while everything runs.
           *
           * Example: "alert-receivers"
           *
           * See https://prometheus.io/docs/alerting/latest/configuration/#receiver-integration-settings
           */
          secretName: string;
          /**
           * Key of the Secret.
           *
           * Default: "pagerduty-key"
           *
           * Changing it is done while everything runs.
           */
          secretKeyName?: string;
          /**
           * Where the account of PagerDuty is.
           *
           * Default: "us"
           *
           * Changing it is done while everything runs.
           *
           * See https://support.pagerduty.com/main/docs/service-regions
           */
          region?: "us" | "eu";
          /**
           * Whether the end of an alert is told, too.
           *
           * Default: true
           *
           * Changing it is done while everything runs.
           */
          resolved?: boolean;
        }
      | {
          kind: "opsgenie";
          /**
           * Kubernetes Secret in the namespace monitoring with the key of an API integration. Alertmanager does not start without it.
           *
           * Changing it is done while everything runs.
           *
           * Example: "alert-receivers"
           *
           * See https://prometheus.io/docs/alerting/latest/configuration/#receiver-integration-settings
           */
          secretName: string;
          /**
           * Key of the Secret.
           *
           * Default: "opsgenie-key"
           *
           * Changing it is done while everything runs.
           */
          secretKeyName?: string;
          /**
           * Where the account of Opsgenie is.
           *
           * Default: "us"
           *
           * Changing it is done while everything runs.
           *
           * See https://docs.opsgenie.com/docs/alert-api
           */
          region?: "us" | "eu";
          /**
           * Whether the end of an alert is told, too.
           *
           * Default: true
           *
           * Changing it is done while everything runs.
           */
          resolved?: boolean;
        }
      | {
          kind: "msteams";
          /**
           * Kubernetes Secret in the namespace monitoring with the address of a workflow of Microsoft Teams that takes webhooks. Alertmanager does not start without it.
           *
           * Changing it is done while everything runs.
           *
           * Example: "alert-receivers"
           *
           * See https://prometheus.io/docs/alerting/latest/configuration/#receiver-integration-settings
           */
          secretName: string;
          /**
           * Key of the Secret.
           *
           * Default: "msteams-url"
           *
           * Changing it is done while everything runs.
           */
          secretKeyName?: string;
          /**
           * Whether the end of an alert is told, too.
           *
           * Default: true
           *
           * Changing it is done while everything runs.
           */
          resolved?: boolean;
        }
      | {
          kind: "sns";
          /**
           * Topic. Its policy and that of its key must let the role of Alertmanager publish where it is in another account.
           *
           * Changing it is done while everything runs.
           *
           * Example: "arn:aws:sns:us-east-1:111122223333:gpu-oncall"
           */
          topic: string;
          /**
           * Whether the end of an alert is told, too.
           *
           * Default: true
           *
           * Changing it is done while everything runs.
           */
          resolved?: boolean;
        }
      | {
          kind: "webhook";
          /**
           * Where Alertmanager posts alerts as JSON. An address with which anybody could post is a secret.
           *
           * Changing it is done while everything runs.
           *
           * See https://prometheus.io/docs/alerting/latest/configuration/#webhook_config
           */
          address:
            | {
                in: "secret";
                /**
                 * Kubernetes Secret in the namespace monitoring with the address. Alertmanager does not start without it.
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "alert-receivers"
                 *
                 * See https://prometheus.io/docs/alerting/latest/configuration/#receiver-integration-settings
                 */
                secretName: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "url"
                 *
                 * Changing it is done while everything runs.
                 */
                secretKeyName?: string;
              }
            | {
                in: "config";
                /**
                 * Address that is no secret, such as that of a Service in the cluster.
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "http://alert-bridge.monitoring.svc:8080/alerts"
                 */
                url: string;
              };
          /**
           * Whether the end of an alert is told, too.
           *
           * Default: true
           *
           * Changing it is done while everything runs.
           */
          resolved?: boolean;
        };
  };
  /**
   * Who is told of which alerts. Each route that fits tells its receivers, and the topic of alarms hears of everything beside them, where there is one.
   *
   * Default: the topic of alarms alone
   *
   * Changing it is done while everything runs.
   *
   * Example: [{"to":["oncall"],"severities":["critical"]}]
   *
   * See https://prometheus.io/docs/alerting/latest/configuration/#route
   *
   * @maxItems 50
   */
  routes?: {
    /**
     * Receivers that are told, by their names in receivers.
     *
     * Changing it is done while everything runs.
     *
     * Example: ["oncall"]
     *
     * @minItems 1
     */
    to: string[];
    /**
     * Severities that are told: critical is for somebody who is woken, warning for working hours, info explains others.
     *
     * Default: ["critical","warning"]
     *
     * Changing it is done while everything runs.
     *
     * Example: ["critical"]
     *
     * @minItems 1
     */
    severities?: ("critical" | "warning" | "info")[];
    /**
     * Only alerts of these teams, and of those below them: alerts with the label team, and those of pods in the teams' namespaces.
     *
     * Default: alerts of all, and of the cluster
     *
     * Changing it is done while everything runs.
     *
     * Example: ["vision"]
     *
     * @minItems 1
     */
    teams?: string[];
    /**
     * Only alerts of these names.
     *
     * Default: alerts of any name
     *
     * Changing it is done while everything runs.
     *
     * Example: ["GpuLost"]
     *
     * @minItems 1
     */
    alerts?: string[];
    /**
     * Labels by which alerts come together in one message; "..." alone stands for all labels, so that each alert has a message of its own.
     *
     * Default: ["alertname"]
     *
     * Changing it is done while everything runs.
     *
     * See https://prometheus.io/docs/alerting/latest/configuration/#route
     *
     * @minItems 1
     */
    groupBy?: ("..." | string)[];
    /**
     * When it is told again while an alert goes on. Alertmanager remembers for 120 hours what it has told.
     *
     * Unit: hours
     *
     * Default: 12
     *
     * Changing it is done while everything runs.
     *
     * See https://prometheus.io/docs/alerting/latest/configuration/#route
     */
    repeatHours?: number;
  }[];
  /**
   * Stores outside of the cluster that get its metrics, by name: Amazon Managed Service for Prometheus, or anything that takes Prometheus' remote write. Each series gets the label cluster with the name of the environment.
   *
   * Default: metrics stay in the cluster
   *
   * Changing it is done while everything runs.
   *
   * Example: {"central":{"kind":"prometheus","url":"https://mimir.example.com/api/v1/push"}}
   *
   * See https://prometheus.io/docs/prometheus/latest/configuration/configuration/#remote_write
   */
  remoteWrite?: {
    [k: string]:
      | {
          kind: "amp";
          /**
           * Workspace of Amazon Managed Service for Prometheus, which somebody has made. Prometheus gets the right to write to it, and no other.
           *
           * Changing it is done while everything runs.
           *
           * Example: "arn:aws:aps:us-east-1:111122223333:workspace/ws-0a1b2c3d-0000-4000-8000-000000000000"
           *
           * See https://docs.aws.amazon.com/prometheus/latest/userguide/AMP-onboard-ingest-metrics-existing-Prometheus.html
           */
          workspace: string;
          /**
           * Only these metrics are sent; a star stands for any end of a name.
           *
           * Default: all
           *
           * Changing it is done while everything runs.
           *
           * Example: ["DCGM_*","slurm_*","up"]
           *
           * See https://prometheus.io/docs/prometheus/latest/configuration/configuration/#remote_write
           *
           * @minItems 1
           * @maxItems 200
           */
          metrics?: string[];
          /**
           * These are not sent, though metrics has them; a star stands for any end of a name.
           *
           * Default: none is left out
           *
           * Changing it is done while everything runs.
           *
           * Example: ["apiserver_*","etcd_*"]
           *
           * See https://prometheus.io/docs/prometheus/latest/configuration/configuration/#remote_write
           *
           * @minItems 1
           * @maxItems 200
           */
          except?: string[];
        }
      | {
          kind: "prometheus";
          /**
           * Where samples are posted: Mimir, Thanos Receive, VictoriaMetrics, Grafana Cloud, another Prometheus.
           *
           * Changing it is done while everything runs.
           *
           * Example: "https://mimir.example.com/api/v1/push"
           *
           * See https://prometheus.io/docs/prometheus/latest/configuration/configuration/#remote_write
           */
          url: string;
          /**
           * How Prometheus proves who it is.
           *
           * Default: it does not
           *
           * Changing it is done while everything runs.
           */
          login?:
            | {
                kind: "none";
              }
            | {
                kind: "basic";
                /**
                 * Kubernetes Secret in the namespace monitoring with a name and a password, of the type kubernetes.io/basic-auth for example. Without it Prometheus gets no new configuration, and a new one does not start.
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "metrics-store"
                 *
                 * See https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.RemoteWriteSpec
                 */
                secretName: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "username"
                 *
                 * Changing it is done while everything runs.
                 */
                usernameKeyName?: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "password"
                 *
                 * Changing it is done while everything runs.
                 */
                passwordKeyName?: string;
              }
            | {
                kind: "bearer";
                /**
                 * Kubernetes Secret in the namespace monitoring with a token. Without it Prometheus gets no new configuration, and a new one does not start.
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "metrics-store"
                 *
                 * See https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.RemoteWriteSpec
                 */
                secretName: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "token"
                 *
                 * Changing it is done while everything runs.
                 */
                secretKeyName?: string;
              };
          /**
           * Tenant, where the store has several.
           *
           * Default: the store knows none
           *
           * Changing it is done while everything runs.
           */
          tenant?: {
            /**
             * Tenant that the samples belong to.
             *
             * Changing it is done while everything runs.
             *
             * Example: "gpu-clusters"
             *
             * See https://grafana.com/docs/mimir/latest/configure/about-tenant-ids/
             */
            id: string;
            /**
             * Header that names it: that of Mimir and Cortex, or that of Thanos.
             *
             * Default: "X-Scope-OrgID"
             *
             * Changing it is done while everything runs.
             *
             * See https://thanos.io/tip/components/receive.md/
             */
            header?: "X-Scope-OrgID" | "THANOS-TENANT";
          };
          /**
           * Only these metrics are sent; a star stands for any end of a name.
           *
           * Default: all
           *
           * Changing it is done while everything runs.
           *
           * Example: ["DCGM_*","slurm_*","up"]
           *
           * See https://prometheus.io/docs/prometheus/latest/configuration/configuration/#remote_write
           *
           * @minItems 1
           * @maxItems 200
           */
          metrics?: string[];
          /**
           * These are not sent, though metrics has them; a star stands for any end of a name.
           *
           * Default: none is left out
           *
           * Changing it is done while everything runs.
           *
           * Example: ["apiserver_*","etcd_*"]
           *
           * See https://prometheus.io/docs/prometheus/latest/configuration/configuration/#remote_write
           *
           * @minItems 1
           * @maxItems 200
           */
          except?: string[];
        };
  };
  /**
   * Grafana, and who may log in there.
   *
   * Default: the administrator, by kubectl port-forward
   *
   * Changing it is done while everything runs.
   */
  grafana?: {
    /**
     * Address at which browsers reach Grafana. Railyard opens no way there from outside: kubectl port-forward, or a load balancer of your own.
     *
     * Default: kubectl port-forward to port 3000
     *
     * Changing it is done while everything runs.
     *
     * Example: "https://grafana.example.com"
     *
     * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-grafana/#root_url
     */
    url?: string;
    /**
     * How people log in: the one password of the administrator, or a provider of OpenID Connect, by whose groups they have their roles.
     *
     * Default: the password that the chart makes in the cluster
     *
     * Changing it is done while everything runs.
     *
     * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
     */
    login?:
      | {
          kind: "password";
        }
      | {
          kind: "oidc";
          /**
           * What stands on the button of the login page.
           *
           * Default: "SSO"
           *
           * Changing it is done while everything runs.
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           */
          title?: string;
          /**
           * Id that the provider gave to this Grafana. Its callback is the url of Grafana with /login/generic_oauth.
           *
           * Changing it is done while everything runs.
           *
           * Example: "grafana-research"
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           */
          clientId: string;
          /**
           * Kubernetes Secret in the namespace monitoring with the client's secret. Without it Grafana waits for it for ever.
           *
           * Changing it is done while everything runs.
           *
           * Example: "grafana-oidc"
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           */
          secretName: string;
          /**
           * Key of the Secret.
           *
           * Default: "client-secret"
           *
           * Changing it is done while everything runs.
           */
          secretKeyName?: string;
          /**
           * Where people log in: authorization_endpoint of the provider.
           *
           * Changing it is done while everything runs.
           *
           * Example: "https://id.example.com/authorize"
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           */
          authUrl: string;
          /**
           * Where Grafana gets tokens: token_endpoint.
           *
           * Changing it is done while everything runs.
           *
           * Example: "https://id.example.com/token"
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           */
          tokenUrl: string;
          /**
           * Where it learns who somebody is: userinfo_endpoint.
           *
           * Changing it is done while everything runs.
           *
           * Example: "https://id.example.com/userinfo"
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           */
          userInfoUrl: string;
          /**
           * What Grafana asks the provider for. Whether the scope groups exists differs: Microsoft Entra has none.
           *
           * Default: ["openid","profile","email","groups"]
           *
           * Changing it is done while everything runs.
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           *
           * @minItems 1
           * @maxItems 20
           */
          scopes?: string[];
          /**
           * Claim that has the groups; a dot leads into it.
           *
           * Default: "groups"
           *
           * Changing it is done while everything runs.
           *
           * Example: "cognito:groups"
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           */
          groupsClaim?: string;
          /**
           * Groups of the provider whose members may change everything in Grafana.
           *
           * Default: none
           *
           * Changing it is done while everything runs.
           *
           * Example: ["gpu-platform"]
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           *
           * @maxItems 50
           */
          admins?: string[];
          /**
           * Groups of the provider whose members may make dashboards, and silence alerts.
           *
           * Default: none
           *
           * Changing it is done while everything runs.
           *
           * Example: ["gpu-platform"]
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           *
           * @maxItems 50
           */
          editors?: string[];
          /**
           * Groups whose members may look at dashboards, and with them ask Prometheus, and logs that Grafana reads, for anything; "everybody" whom the provider lets in. Unless it is "everybody", who is in none of the groups is not let in.
           *
           * Default: none beside admins and editors
           *
           * Changing it is done while everything runs.
           *
           * Example: ["gpu-users"]
           *
           * See https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/
           */
          viewers?: "everybody" | string[];
        };
    /**
     * Whether the dashboards of jobs, nodes and GPUs show their lines of logs: of the groups in CloudWatch, or of the Loki that logs.to names. Whoever logs in at Grafana can read every line there, of all teams: Grafana knows no rights within a store.
     *
     * Default: they do not; where logs are in CloudWatch, links lead into the console of AWS, which asks who somebody is
     *
     * Changing it is done while everything runs.
     *
     * Example: {"kind":"loki"}
     *
     * See https://grafana.com/docs/grafana/latest/administration/data-source-management/#data-source-permissions
     */
    logs?:
      | {
          kind: "none";
        }
      | {
          kind: "cloudwatch";
        }
      | {
          kind: "loki";
          /**
           * Address at which Loki answers queries, where it is another one than that which takes logs.
           *
           * Default: logs.to.url
           *
           * Changing it is done while everything runs.
           *
           * Example: "https://loki-read.example.com"
           *
           * See https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources
           */
          url?: string;
          /**
           * How Grafana proves who reads logs. What may write there often may not read, so that this is a login of its own.
           *
           * Default: it does not
           *
           * Changing it is done while everything runs.
           */
          login?:
            | {
                kind: "none";
              }
            | {
                kind: "basic";
                /**
                 * Kubernetes Secret in the namespace monitoring with a name and a password, of the type kubernetes.io/basic-auth for example. Without it Grafana waits for it for ever, and nobody sees a dashboard.
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "log-reader"
                 *
                 * See https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources
                 */
                secretName: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "username"
                 *
                 * Changing it is done while everything runs.
                 */
                usernameKeyName?: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "password"
                 *
                 * Changing it is done while everything runs.
                 */
                passwordKeyName?: string;
              }
            | {
                kind: "bearer";
                /**
                 * Kubernetes Secret in the namespace monitoring with a token. Without it Grafana waits for it for ever, and nobody sees a dashboard.
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "log-reader"
                 *
                 * See https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources
                 */
                secretName: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "token"
                 *
                 * Changing it is done while everything runs.
                 */
                secretKeyName?: string;
              };
        };
    /**
     * Whether the dashboard of a job lists its traces, of the Grafana Tempo to which traces.to sends them. Whoever logs in at Grafana can read every trace there, of all teams.
     *
     * Default: it does not; where traces are in X-Ray, a link leads into the console of AWS, which asks who somebody is
     *
     * Changing it is done while everything runs.
     *
     * Example: {"kind":"tempo","url":"https://tempo-read.example.com"}
     *
     * See https://grafana.com/docs/grafana/latest/administration/data-source-management/#data-source-permissions
     */
    traces?:
      | {
          kind: "none";
        }
      | {
          kind: "tempo";
          /**
           * Address at which Grafana Tempo answers queries: seldom that of traces.to, which takes spans. The tenant is that of traces.to.
           *
           * Changing it is done while everything runs.
           *
           * Example: "https://tempo-read.example.com"
           *
           * See https://grafana.com/docs/tempo/latest/api_docs/
           */
          url: string;
          /**
           * How Grafana proves who reads traces. What may write there often may not read, so that this is a login of its own.
           *
           * Default: it does not
           *
           * Changing it is done while everything runs.
           */
          login?:
            | {
                kind: "none";
              }
            | {
                kind: "basic";
                /**
                 * Kubernetes Secret in the namespace monitoring with a name and a password, of the type kubernetes.io/basic-auth for example. Without it Grafana waits for it for ever, and nobody sees a dashboard.
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "trace-reader"
                 *
                 * See https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources
                 */
                secretName: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "username"
                 *
                 * Changing it is done while everything runs.
                 */
                usernameKeyName?: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "password"
                 *
                 * Changing it is done while everything runs.
                 */
                passwordKeyName?: string;
              }
            | {
                kind: "bearer";
                /**
                 * Kubernetes Secret in the namespace monitoring with a token. Without it Grafana waits for it for ever, and nobody sees a dashboard.
                 *
                 * Changing it is done while everything runs.
                 *
                 * Example: "trace-reader"
                 *
                 * See https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources
                 */
                secretName: string;
                /**
                 * Key of the Secret.
                 *
                 * Default: "token"
                 *
                 * Changing it is done while everything runs.
                 */
                secretKeyName?: string;
              };
        };
  };
}

/**
 * Where what pods and nodes write as logs is kept.
 *
 * Default: on the nodes alone, until the kubelet deletes them
 *
 * Changing it is done while everything runs.
 */
export interface Logs {
  /**
   * Who keeps logs: groups of CloudWatch that Railyard makes, or a Loki that exists. A collector on every node sends them.
   *
   * Default: nobody: the kubelet deletes those of pods that are gone, and the oldest of those that run
   *
   * Changing it is done while everything runs.
   *
   * Example: {"kind":"cloudwatch"}
   *
   * See https://kubernetes.io/docs/concepts/cluster-administration/logging/
   */
  to?:
    | {
        kind: "none";
      }
    | {
        kind: "cloudwatch";
        /**
         * Days for which CloudWatch keeps logs. It takes some numbers alone, and a rule says which.
         *
         * Unit: days
         *
         * Default: 30
         *
         * Changing it is done while everything runs. Fewer days delete what is older, for good.
         *
         * See https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html
         */
        retentionDays?: number;
      }
    | {
        kind: "loki";
        /**
         * Address of Loki 3 or newer, or of what stands before it.
         *
         * Changing it is done while everything runs.
         *
         * Example: "https://loki.example.com"
         *
         * See https://grafana.com/docs/loki/latest/send-data/otel/
         */
        url: string;
        /**
         * How collectors prove who they are.
         *
         * Default: they do not
         *
         * Changing it is done while everything runs.
         */
        login?:
          | {
              kind: "none";
            }
          | {
              kind: "basic";
              /**
               * Kubernetes Secret in the namespace kube-system with a name and a password, of the type kubernetes.io/basic-auth for example. Without it no collector starts, and no logs are kept.
               *
               * Changing it is done while everything runs.
               *
               * Example: "log-store"
               *
               * See https://grafana.com/docs/loki/latest/send-data/otel/
               */
              secretName: string;
              /**
               * Key of the Secret.
               *
               * Default: "username"
               *
               * Changing it is done while everything runs.
               */
              usernameKeyName?: string;
              /**
               * Key of the Secret.
               *
               * Default: "password"
               *
               * Changing it is done while everything runs.
               */
              passwordKeyName?: string;
            }
          | {
              kind: "bearer";
              /**
               * Kubernetes Secret in the namespace kube-system with a token. Without it no collector starts, and no logs are kept.
               *
               * Changing it is done while everything runs.
               *
               * Example: "log-store"
               *
               * See https://grafana.com/docs/loki/latest/send-data/otel/
               */
              secretName: string;
              /**
               * Key of the Secret.
               *
               * Default: "token"
               *
               * Changing it is done while everything runs.
               */
              secretKeyName?: string;
            };
        /**
         * Tenant that the logs belong to: the header X-Scope-OrgID.
         *
         * Default: the store knows none
         *
         * Changing it is done while everything runs.
         *
         * Example: "gpu-clusters"
         *
         * See https://grafana.com/docs/loki/latest/operations/multi-tenancy/
         */
        tenant?: string;
      };
  /**
   * Whether what containers of pods print is kept: controllers, Slurm's daemons, and jobs in pods.
   *
   * Default: true
   *
   * Changing it is done while everything runs.
   *
   * See https://kubernetes.io/docs/concepts/cluster-administration/logging/
   */
  pods?: boolean;
  /**
   * Pods of these namespaces are left out: those that print a lot, or what nobody else may read.
   *
   * Default: none is left out
   *
   * Changing it is done while everything runs.
   *
   * Example: ["team-vision"]
   *
   * See https://kubernetes.io/docs/concepts/cluster-administration/logging/
   *
   * @maxItems 100
   */
  exceptNamespaces?: string[];
  /**
   * Whether journals of nodes are kept: kernel, kubelet and containerd. The collector reads the whole file system of its node for it, and changes nothing there.
   *
   * Default: true
   *
   * Changing it is done while everything runs.
   *
   * See https://www.freedesktop.org/software/systemd/man/latest/journalctl.html
   */
  nodes?: boolean;
  /**
   * Files in which jobs of Slurm print, on volumes that login pods mount. A star stands for any part of one name. The number of the job stands after a dash, after a dot or at the beginning of the name, and at its end: slurm-%j.out, train-%A_%a.log. One collector reads them as root.
   *
   * Default: what jobs print is in their files alone
   *
   * Changing it is done while everything runs.
   *
   * Example: ["/home/* /slurm-*.out"]
   *
   * See https://slurm.schedmd.com/sbatch.html#SECTION_FILENAME-PATTERN
   *
   * @maxItems 20
   */
  jobFiles?: string[];
  /**
   * How much you expect all nodes to write in a day: the estimate of costs counts with it, and nothing else does.
   *
   * Unit: GiB per day
   *
   * Default: the estimate says the price of a GiB alone
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: 20
   *
   * See https://aws.amazon.com/cloudwatch/pricing/
   */
  expectedGiBPerDay?: number;
}

/**
 * Where traces of jobs and services are kept: spans of OpenTelemetry, such as those of each step of a training.
 *
 * Default: nowhere
 *
 * Changing it is done while everything runs.
 */
export interface Traces {
  /**
   * Who keeps traces: AWS X-Ray in the account and Region of the cluster, where Transaction Search is on, or a store that exists and takes OTLP. Two collectors in the cluster take them from jobs and services and send them there.
   *
   * Default: nobody: jobs are told of no collector
   *
   * Changing it is done while everything runs.
   *
   * Example: {"kind":"otlp","url":"https://tempo.example.com"}
   *
   * See https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-OTLPEndpoint.html
   */
  to?:
    | {
        kind: "none";
      }
    | {
        kind: "xray";
      }
    | {
        kind: "otlp";
        /**
         * Address of Grafana Tempo, of Jaeger, or of anything else that takes OTLP over HTTP.
         *
         * Changing it is done while everything runs.
         *
         * Example: "https://tempo.example.com"
         *
         * See https://grafana.com/docs/tempo/latest/configuration/#distributor
         */
        url: string;
        /**
         * How collectors prove who they are.
         *
         * Default: they do not
         *
         * Changing it is done while everything runs.
         */
        login?:
          | {
              kind: "none";
            }
          | {
              kind: "basic";
              /**
               * Kubernetes Secret in the namespace kube-system with a name and a password, of the type kubernetes.io/basic-auth for example. Without it no collector starts, and no traces are kept.
               *
               * Changing it is done while everything runs.
               *
               * Example: "trace-store"
               *
               * See https://opentelemetry.io/docs/specs/otlp/#otlphttp
               */
              secretName: string;
              /**
               * Key of the Secret.
               *
               * Default: "username"
               *
               * Changing it is done while everything runs.
               */
              usernameKeyName?: string;
              /**
               * Key of the Secret.
               *
               * Default: "password"
               *
               * Changing it is done while everything runs.
               */
              passwordKeyName?: string;
            }
          | {
              kind: "bearer";
              /**
               * Kubernetes Secret in the namespace kube-system with a token. Without it no collector starts, and no traces are kept.
               *
               * Changing it is done while everything runs.
               *
               * Example: "trace-store"
               *
               * See https://opentelemetry.io/docs/specs/otlp/#otlphttp
               */
              secretName: string;
              /**
               * Key of the Secret.
               *
               * Default: "token"
               *
               * Changing it is done while everything runs.
               */
              secretKeyName?: string;
            };
        /**
         * Tenant that the traces belong to: the header X-Scope-OrgID.
         *
         * Default: the store knows none
         *
         * Changing it is done while everything runs.
         *
         * Example: "gpu-clusters"
         *
         * See https://grafana.com/docs/tempo/latest/operations/manage-advanced-systems/multitenancy/
         */
        tenant?: string;
      };
  /**
   * How many traces of a hundred are kept; all spans of one trace are kept or left out together. Programs choose before it: railyard_telemetry.py sends one step of a hundred.
   *
   * Unit: percent
   *
   * Default: 100
   *
   * Changing it is done while everything runs.
   *
   * Example: 10
   *
   * See https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/v0.158.0/processor/probabilisticsamplerprocessor
   */
  samplePercent?: number;
}

export interface Teams {
  /**
   * Fair-share weight against the other teams.
   *
   * Default: 100
   *
   * Changing it is done while everything runs.
   */
  share?: number;
  /**
   * Most GPUs that the team may use at one time, in Slurm and in its namespace together.
   *
   * Unit: GPUs
   *
   * Default: no limit
   *
   * Changing it is done while everything runs.
   */
  gpus?: number;
  /**
   * Most GPUs of each type that the team's jobs in Slurm may use at one time, within gpus, by the types of Slurm.
   *
   * Unit: GPUs
   *
   * Changing it is done while everything runs.
   *
   * Example: {"h100":32}
   *
   * See https://slurm.schedmd.com/resource_limits.html
   */
  gpusByType?: {
    [k: string]: number;
  };
  /**
   * Most GPU hours that the team's running jobs have before them, by their time limits: short jobs may be large, and long ones are small.
   *
   * Unit: GPU hours
   *
   * Default: no limit
   *
   * Changing it is done while everything runs.
   *
   * See https://slurm.schedmd.com/resource_limits.html
   */
  gpuHours?: number;
  /**
   * GPUs beyond gpus that the team may use while nobody else needs them, by jobs with --qos=burst-<team>: they run before scavenger, count in fair share, and are requeued for everyday jobs of any team.
   *
   * Unit: GPUs
   *
   * Default: none; scavenger is always there
   *
   * Changing it is done while everything runs.
   */
  burst?: number;
  /**
   * Team above this one: its share is divided among its teams, and so are its GPUs. A team without gpus of its own uses those of the next one above.
   *
   * Default: none: a team of its own
   *
   * Changing it is done while everything runs.
   *
   * See https://slurm.schedmd.com/fair_tree.html
   */
  parent?: string;
  /**
   * Partitions that the team's jobs may use.
   *
   * Default: those of the team above, or all
   *
   * Changing it is done while everything runs. Jobs that wait in a partition that goes from the list are not started; running ones go on.
   */
  partitions?: string[];
  /**
   * QOS of slurm.qos, or high, that the team may use beside its own and scavenger.
   *
   * Changing it is done while everything runs.
   */
  qos?: string[];
  /**
   * Users of the team who may add and remove users of it and of teams below, and change their limits, with sacctmgr.
   *
   * Changing it is done while everything runs.
   *
   * See https://slurm.schedmd.com/sacctmgr.html#SECTION_GENERAL-SPECIFICATIONS-FOR-ASSOCIATION-BASED-ENTITIES
   */
  coordinators?: string[];
  /**
   * What GPUs of the team's jobs may cost in 30 days: an alert at 80 % and at 100 %. Counted by Slurm at the list price of a GPU, the mean of all GPUs of the cluster; AWS does not know whose job a node runs.
   *
   * Unit: USD
   *
   * Default: no alert
   *
   * Changing it is done while everything runs.
   */
  monthlyUsd?: number;
  /**
   * Users of the team, by their names in `slurm.users`: their jobs count against its share and its quota.
   *
   * Changing it is done while everything runs.
   */
  users?: string[];
  /**
   * Groups of the directory of `slurm.directorySecretName` whose people are users of the team, beside those of users: asked every ten minutes, without a deployment. Who leaves a group stays in the team, and is told of in the log of the CronJob slurm-members; with `slurm.prune` they go once they have no job.
   *
   * Changing it is done while everything runs. People come within ten minutes. Those of a group that is taken out stay unless prune says otherwise.
   *
   * Example: ["ml-vision"]
   *
   * See https://man7.org/linux/man-pages/man1/getent.1.html
   *
   * @maxItems 20
   */
  directoryGroups?: string[];
  /**
   * The team's namespace, which has the team's name: who may use it, and its share of the GPUs.
   *
   * Changing it is done while everything runs. The namespace of a team that is taken out stays, with all that is in it; rights and quota go.
   */
  namespace?: {
    /**
     * Most GPUs of the team's pods in its namespace at one time, of the `gpus` that it may use in all; its jobs in Slurm have the rest.
     *
     * Unit: GPUs
     *
     * Default: 0 where Slurm has the GPUs, else all of the team's gpus
     *
     * Changing it is done while everything runs.
     */
    gpus?: number;
    /**
     * GPUs of each node group that are the team's own in Kueue, with `kueue.sharing.kind` quota: it lends what it does not use, and gets it back. What config leaves open is shared out by `share`.
     *
     * Unit: GPUs
     *
     * Changing it is done while everything runs.
     *
     * Example: {"l40s":16}
     */
    quota?: {
      [k: string]: number;
    };
    /**
     * Groups of Kubernetes that may edit what is in the namespace, beside "railyard:<team>": those of an identity provider, or of access entries that somebody else makes.
     *
     * Changing it is done while everything runs.
     *
     * Example: ["oidc:vision"]
     *
     * @maxItems 20
     */
    groups?: string[];
    /**
     * IAM roles or users of the team: each gets an access entry with the group "railyard:<team>", and no right beyond its teams' namespaces.
     *
     * Changing it is done while everything runs.
     *
     * Example: ["arn:aws:iam::111122223333:role/vision"]
     */
    members?: string[];
  };
}

export interface Datasets {
  /**
   * Where it lies: below a prefix of a bucket, or in a folder of a volume.
   *
   * Changing it is done while everything runs.
   */
  place:
    | {
        kind: "bucket";
        /**
         * Bucket of S3 that is there. Railyard makes none, and sets and deletes nothing in it.
         *
         * Default: the bucket of the checkpoints, beside them
         *
         * Changing it is done while everything runs.
         *
         * Example: "lab-datasets"
         */
        name?: string;
        /**
         * Where in the bucket it lies, "" for the whole bucket: who may read the dataset may read what is below, and nothing beside it.
         *
         * Changing it is done while everything runs.
         *
         * Example: "imagenet/"
         *
         * See https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
         */
        prefix: string;
        /**
         * Key that encrypts the bucket, if not S3's own: readers may decrypt with it by way of S3, for this prefix.
         *
         * Default: none; that of the bucket of the checkpoints where it lies there
         *
         * Changing it is done while everything runs.
         */
        kmsKeyArn?: string;
        /**
         * Region of the bucket.
         *
         * Default: that of the environment
         *
         * Changing it is done while everything runs.
         */
        region?: string;
        /**
         * Account that owns the bucket: a bucket of the same name that is another's is not read. The policies of a bucket, and of a key, of another account must let the roles in, which its owner does.
         *
         * Default: that of the environment
         *
         * Changing it is done while everything runs.
         *
         * See https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-resourceaccount
         */
        account?: string;
      }
    | {
        kind: "volume";
        /**
         * Volume of storage, by its name; `lustre` for the short form.
         *
         * Changing it disturbs nothing that runs.
         */
        volume: string;
        /**
         * Folder of the volume from its root. Who reads it there is a matter of the modes of its files.
         *
         * Changing it disturbs nothing that runs.
         *
         * Example: "/datasets/imagenet"
         */
        path: string;
      };
  /**
   * What its files are. Shards of webdataset and tfrecord are shared out among the ranks of a training whole.
   *
   * Default: "files"
   *
   * Changing it disturbs nothing that runs.
   */
  format?: "webdataset" | "tfrecord" | "parquet" | "delta" | "files";
  /**
   * Teams whose pods may read it, by the service account `jobs` of their namespaces.
   *
   * Default: all teams
   *
   * Changing it is done while everything runs.
   *
   * Example: ["vision"]
   *
   * @minItems 1
   * @maxItems 100
   */
  readers?: string[];
  /**
   * Teams whose pods may write it as well. Nobody may delete, and no version of an object.
   *
   * Changing it is done while everything runs.
   *
   * @maxItems 100
   */
  writers?: string[];
  /**
   * What jobs of Slurm, and pods of its namespace, may do. All of them have one role, whatever team they are of.
   *
   * Default: read where readers is left out, else none
   *
   * Changing it is done while everything runs.
   */
  slurm?: "none" | "read" | "read-write";
  /**
   * How large it is: rules say where it does not fit.
   *
   * Unit: GiB
   *
   * Default: not known
   *
   * Changing it disturbs nothing that runs.
   */
  sizeGiB?: number;
  /**
   * Of how many files it is: shards, where its format has them.
   *
   * Unit: files
   *
   * Default: not known
   *
   * Changing it disturbs nothing that runs.
   */
  files?: number;
  /**
   * Who says which version of it there is: trainings that $RAILYARD_DATASETS names it to tell it, keep it in checkpoints, and say when a restart finds another.
   *
   * Default: nobody: runs know no version of it
   *
   * Changing it is done while everything runs.
   */
  version?:
    | {
        kind: "dvc";
        /**
         * The .dvc file or dvc.lock of DVC, as the processes of a training see it.
         *
         * Changing it disturbs nothing that runs.
         *
         * Example: "/home/ada/data/imagenet.dvc"
         *
         * See https://dvc.org/doc/user-guide/project-structure/dvc-files
         */
        file: string;
        /**
         * Which of its outs, by its path.
         *
         * Default: the only one
         *
         * Changing it disturbs nothing that runs.
         */
        out?: string;
      }
    | {
        kind: "delta";
        /**
         * Folder of the Delta table below the place of the dataset; empty: the place itself.
         *
         * Default: ""
         *
         * Changing it disturbs nothing that runs.
         *
         * Example: "events/"
         *
         * See https://github.com/delta-io/delta/blob/master/PROTOCOL.md
         */
        table?: string;
      }
    | {
        kind: "glue";
        /**
         * Database in the catalogue.
         *
         * Changing it is done while everything runs.
         */
        database: string;
        /**
         * Table in the catalogue. Of one of Iceberg its newest metadata is the version; of others that of its definition, which stays when files come.
         *
         * Changing it is done while everything runs.
         *
         * See https://docs.aws.amazon.com/glue/latest/dg/aws-glue-api-catalog-tables.html
         */
        table: string;
      };
  /**
   * A job that compares its columns with those which a model was trained on (PSI, KS), and starts a training where they drift.
   *
   * Default: none
   *
   * Changing it disturbs nothing that runs.
   */
  drift?: {
    /**
     * How often the job of `railyard examples` compares it: of Slurm, which asks for its next run, or a CronJob.
     *
     * Default: "day"
     *
     * Changing it disturbs nothing that runs.
     */
    every?: "hour" | "day" | "week";
    /**
     * What is started once for a version that drifts: a job of Slurm, by its path or by its name in the folder `training`; of a CronJob the name of a sample with a Job.
     *
     * Default: nothing: the drift is told
     *
     * Changing it disturbs nothing that runs.
     *
     * Example: "fsdp2.sbatch"
     */
    retrain?: string;
    /**
     * How long after the start of a training none is started, whatever drifts.
     *
     * Unit: hours
     *
     * Default: 24
     *
     * Changing it disturbs nothing that runs.
     */
    restHours?: number;
    /**
     * Population stability index from which a column drifts: the sum of (new − old) · ln(new / old) over the shares of its bins.
     *
     * Default: 0.2
     *
     * Changing it disturbs nothing that runs.
     */
    psi?: number;
    /**
     * Distance of Kolmogorov and Smirnov from which a column of numbers drifts.
     *
     * Default: 0.1
     *
     * Changing it disturbs nothing that runs.
     *
     * See https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.ks_2samp.html
     */
    ks?: number;
  };
  /**
   * Where `railyard examples` writes a job that copies it to before a training: the disks of each node (nodes), or a folder of a volume.
   *
   * Default: the disks of nodes, where jobs of Slurm may read it and nodes have any
   *
   * Changing it disturbs nothing that runs.
   */
  copyTo?:
    | {
        kind: "nodes";
      }
    | {
        kind: "volume";
        /**
         * Volume of storage, by its name; `lustre` for the short form.
         *
         * Changing it disturbs nothing that runs.
         */
        volume: string;
        /**
         * Folder of the volume, from its root, that the dataset is copied to.
         *
         * Changing it disturbs nothing that runs.
         *
         * Example: "/datasets/imagenet"
         */
        path: string;
      };
}

export interface Workloads {
  /**
   * Parameters of the model: K, M, B and T are thousands, millions, 10^9 and 10^12; at most 100T.
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: "70B"
   */
  params: string;
  /**
   * Tokens that it is trained on, at most 100000T.
   *
   * Unit: tokens
   *
   * Default: time and money of the whole training are not told
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: "2T"
   */
  tokens?: string;
  /**
   * Node group that it runs on.
   *
   * Default: the one with most GPUs
   *
   * Changing it disturbs nothing that runs.
   */
  pool?: string;
  /**
   * How many of its nodes it takes.
   *
   * Unit: nodes
   *
   * Default: all
   *
   * Changing it disturbs nothing that runs.
   */
  nodes?: number;
  /**
   * In which numbers it computes. Peaks of GPUs and published rates are of bf16.
   *
   * Default: "bf16"
   *
   * Changing it disturbs nothing that runs.
   */
  precision?: "bf16";
  /**
   * Tokens of one sequence.
   *
   * Unit: tokens
   *
   * Default: 8192
   *
   * Changing it disturbs nothing that runs.
   */
  sequence?: number;
  /**
   * Tokens of one step, over all GPUs; rounded to whole sequences for each of them. 4M is with what Llama 3 405B began.
   *
   * Unit: tokens
   *
   * Default: "4M"
   *
   * Changing it disturbs nothing that runs.
   *
   * Example: "16M"
   *
   * See https://arxiv.org/abs/2407.21783 section 3.4.1
   */
  batch?: string;
  /**
   * Layers and width of the model, from which its activations and what may be cut follow.
   *
   * Default: that of the published family member nearest in size, scaled
   *
   * Changing it disturbs nothing that runs.
   */
  shape?: {
    /**
     * Layers of the transformer.
     *
     * Unit: layers
     *
     * Changing it disturbs nothing that runs.
     */
    layers: number;
    /**
     * Width of what one layer hands to the next, for each token.
     *
     * Changing it disturbs nothing that runs.
     */
    hidden: number;
    /**
     * Heads of attention of a layer: tensor parallelism shares them out.
     *
     * Unit: heads
     *
     * Changing it disturbs nothing that runs.
     */
    heads: number;
    /**
     * Experts of a layer in a mixture of experts.
     *
     * Unit: experts
     *
     * Default: a dense model
     *
     * Changing it disturbs nothing that runs.
     */
    experts?: number;
    /**
     * Experts that each token meets.
     *
     * Unit: experts
     *
     * Default: 2
     *
     * Changing it disturbs nothing that runs.
     *
     * See https://arxiv.org/abs/2006.16668
     */
    expertsPerToken?: number;
    /**
     * Parameters that each token meets in a mixture of experts; time follows from them, memory from all.
     *
     * Default: all parameters
     *
     * Changing it disturbs nothing that runs.
     *
     * Example: "37B"
     */
    activeParams?: string;
  };
  /**
   * How the model is laid out over GPUs. What is left out is chosen; the other GPUs share the data.
   *
   * Changing it disturbs nothing that runs.
   */
  parallel?: {
    /**
     * GPUs over which each layer is cut.
     *
     * Unit: GPUs
     *
     * Default: the layout that is fastest by estimate
     *
     * Changing it disturbs nothing that runs.
     *
     * See https://arxiv.org/abs/1909.08053
     */
    tensor?: number;
    /**
     * Stages over which the layers are laid out.
     *
     * Unit: stages
     *
     * Default: the layout that is fastest by estimate
     *
     * Changing it disturbs nothing that runs.
     *
     * See https://arxiv.org/abs/2104.04473
     */
    pipeline?: number;
    /**
     * GPUs over which the tokens of a sequence are cut.
     *
     * Unit: GPUs
     *
     * Default: 1
     *
     * Changing it disturbs nothing that runs.
     *
     * See https://arxiv.org/abs/2407.21783 section 3.3.2
     */
    context?: number;
    /**
     * GPUs over which the experts of a layer are laid out, among those that share data.
     *
     * Unit: GPUs
     *
     * Default: 1
     *
     * Changing it disturbs nothing that runs.
     *
     * See https://arxiv.org/abs/2006.16668
     */
    expert?: number;
    /**
     * What GPUs of the same part of the model share: 0 nothing, 1 the optimizer, 2 gradients as well, 3 weights as well, as FSDP does.
     *
     * Default: the layout that is fastest by estimate
     *
     * Changing it disturbs nothing that runs.
     *
     * See https://arxiv.org/abs/1910.02054
     */
    zero?: 0 | 1 | 2 | 3;
  };
  /**
   * How often it is saved, and how.
   *
   * Changing it disturbs nothing that runs.
   */
  checkpoint?: {
    /**
     * Time between two checkpoints.
     *
     * Unit: minutes
     *
     * Default: the interval of the highest goodput
     *
     * Changing it disturbs nothing that runs.
     */
    everyMinutes?: number;
    /**
     * Whether the training goes on while a checkpoint is written: it then waits only until its state is copied to the memory of the hosts.
     *
     * Default: false
     *
     * Changing it disturbs nothing that runs.
     */
    async?: boolean;
    /**
     * How long a checkpoint holds the training up, where somebody has measured it.
     *
     * Unit: seconds
     *
     * Default: until it is written; with async, until it is copied
     *
     * Changing it disturbs nothing that runs.
     */
    stallSeconds?: number;
    /**
     * Checkpoints that the file system is to hold at one time.
     *
     * Unit: checkpoints
     *
     * Default: 3
     *
     * Changing it disturbs nothing that runs.
     */
    keep?: number;
  };
  /**
   * Share of the peak of its GPUs that it reaches, where somebody has measured it.
   *
   * Default: the estimate of the layout; without one, what somebody published for its GPUs
   *
   * Changing it disturbs nothing that runs.
   */
  mfu?: number;
  /**
   * From a failure to the first new step: detection, nodes, start, reading.
   *
   * Unit: minutes
   *
   * Default: 10
   *
   * Changing it disturbs nothing that runs.
   */
  restartMinutes?: number;
  /**
   * Until a node that failed is back, or another one there.
   *
   * Unit: minutes
   *
   * Default: 1440
   *
   * Changing it disturbs nothing that runs.
   */
  repairMinutes?: number;
}

/**
 * How the cluster is proved without anybody who starts it.
 *
 * Default: people and pipelines start verify
 *
 * Changing it is done while everything runs.
 */
export interface Verify {
  /**
   * A CronJob that runs checks of the suite weekly on idle nodes of pools that Slurm has not, with an account of its own: it may make Jobs in the namespace railyard-verify, and read nodes, pods, DaemonSets, Deployments and StatefulSets, but no Secret. Nodes of Slurm are proved by the workflow verify.yml.
   *
   * Default: nothing in the cluster proves it by itself
   *
   * Changing it is done while everything runs.
   *
   * See https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/
   */
  weekly?: {
    /**
     * Railyard's own image, by its digest. Nobody publishes one: `railyard examples <environment>` writes its recipe, images/railyard/Dockerfile. It need not have this environment: the deployment gives it to each run.
     *
     * Default: none, which is an error
     *
     * Changing it is done while everything runs.
     *
     * Example: "registry.example.com/railyard@sha256:0000000000000000000000000000000000000000000000000000000000000000"
     */
    image?: string;
    /**
     * Day on which it runs, in UTC.
     *
     * Default: "sun"
     *
     * Changing it is done while everything runs.
     */
    day?: "sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat";
    /**
     * When it starts, in UTC.
     *
     * Default: "03:00"
     *
     * Changing it is done while everything runs.
     *
     * Example: "03:00"
     */
    start?: string;
    /**
     * After so many hours Kubernetes ends it, and it removes what it made.
     *
     * Unit: hours
     *
     * Default: 6
     *
     * Changing it is done while everything runs.
     *
     * See https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#jobtemplate
     */
    hours?: number;
    /**
     * Checks of the suite weekly that it runs.
     *
     * Default: ["deployment","inventory","nccl-node","nccl-pairs","nccl-all"]
     *
     * Changing it is done while everything runs.
     *
     * Example: ["deployment","inventory","nccl-node","nccl-pairs"]
     *
     * @minItems 1
     */
    checks?: (
      | "deployment"
      | "inventory"
      | "dcgm-3"
      | "copies"
      | "nvlink"
      | "gemm"
      | "nccl-node"
      | "nvlink-domain"
      | "nccl-pairs"
      | "nccl-all"
      | "inference"
    )[];
    /**
     * Images of checks by their program, as --image of verify takes them: torch for gemm, vllm for inference, and nccl-tests for one of your own that has nccl-tests in /opt/nccl-tests, dcgmi and nvbandwidth.
     *
     * Default: nccl-tests comes with the image that fits the fabric of the pool
     *
     * Changing it is done while everything runs.
     *
     * Example: {"torch":"nvcr.io/nvidia/pytorch:25.10-py3"}
     */
    images?: {
      [k: string]: string;
    };
  };
}

/** What an environment file may say, on any site. */
export type EnvironmentInput = AwsEksInput | KubernetesInput;
