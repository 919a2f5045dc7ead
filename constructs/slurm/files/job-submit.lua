-- What Slurm asks before it takes a job. Tells people in words what their job lacks, and chooses what follows from its size.
-- Reads no file and calls no program: slurmctld holds its locks meanwhile.
-- insert: tables
local TRES = { "tres_per_job", "tres_per_node", "tres_per_socket", "tres_per_task" }
local UNSET = { [slurm.NO_VAL] = true, [slurm.NO_VAL16 or 65534] = true, [0] = true }

local function tell(...)
  slurm.log_user("%s", string.format(...))
end

local function refuse(code, ...)
  tell(...)
  return slurm[code] or slurm.ERROR
end

-- Partitions of a job, those that config knows; nil where there is another one among them.
local function partitions_of(names)
  names = names or DEFAULT_PARTITION
  if not names then return nil end
  local found = {}
  for name in string.gmatch(names, "[^,]+") do
    local partition = PARTITIONS[name]
    if not partition then return nil end
    found[#found + 1] = partition
  end
  return found
end

-- Whether a job asks for GPUs, and the first type and number that it says of them.
local function gpus_of(job)
  local asks, kind, per_node = false, nil, nil
  for _, field in ipairs(TRES) do
    local text = job[field]
    if text then
      for one in string.gmatch(text, "[^,]+") do
        local rest = string.match(one, "^gres[:/]gpu(.*)$")
        if rest and (rest == "" or string.find(rest, "^[:=]")) then
          asks = true
          kind = kind or string.match(rest, "^[:=]([%a_][^:=]*)")
          if field == "tres_per_node" then
            per_node = math.max(per_node or 0, tonumber(string.match(rest, "[:=](%d+)$")) or 1)
          end
        end
      end
    end
  end
  return asks, kind, per_node
end

local function with_type(kind)
  local found = {}
  for _, name in ipairs(NAMES) do
    if PARTITIONS[name].counts[kind] then found[#found + 1] = name end
  end
  return table.concat(found, " or ")
end

-- GPUs without a type would pass limits by type: Slurm holds a job only against what it asks for.
local function set_type(job, kind)
  for _, field in ipairs(TRES) do
    local text = job[field]
    if text and string.find(text, "gpu", 1, true) then
      local changed = string.gsub(text, "[^,]+", function(one)
        local start, rest = string.match(one, "^(gres[:/]gpu)(.*)$")
        if not start or string.find(rest, "^[:=][%a_]") or not (rest == "" or string.find(rest, "^[:=]%d")) then
          return one
        end
        return start .. ":" .. kind .. rest
      end)
      if changed ~= text then job[field] = changed end
    end
  end
end

-- What no partition of the job has. `known` are its partitions.
local function check_gpus(job, known)
  local asks, kind, per_node = gpus_of(job)
  local types, only, several, for_gpus = {}, nil, false, true
  for _, partition in ipairs(known) do
    for name, count in pairs(partition.counts) do
      several = several or (only ~= nil and only ~= name)
      only = name
      types[name] = math.max(types[name] or 0, count)
    end
    for_gpus = for_gpus and partition.for_gpus
  end
  if not asks then
    if for_gpus then
      local other = NO_GPUS and string.format(", or use --partition=%s", NO_GPUS) or ""
      return refuse("ESLURM_INVALID_GRES", "%s is for jobs with GPUs: ask for some, such as --gpus-per-node=%d%s",
        known[1].name, types[only] or 1, other)
    end
    return slurm.SUCCESS
  end
  if not only then
    return refuse("ESLURM_INVALID_GRES", "%s has no GPUs%s", known[1].name,
      GPU_PARTITIONS and string.format(": use --partition=%s", GPU_PARTITIONS) or "")
  end
  if kind and not types[kind] then
    local place = with_type(kind)
    return refuse("ESLURM_INVALID_GRES", "%s has GPUs of type %s, and the job asks for %s%s", known[1].name, only, kind,
      place ~= "" and string.format(": use --partition=%s", place) or ", which no partition has")
  end
  local most = kind and types[kind] or 0
  if not kind then
    for _, count in pairs(types) do most = math.max(most, count) end
  end
  if per_node and per_node > most then
    return refuse("ESLURM_INVALID_GRES", "nodes of %s have %d GPUs, and the job asks for %d on each: use more nodes",
      known[1].name, most, per_node)
  end
  if LIMITS_BY_TYPE and not kind then
    if several then
      return refuse("ESLURM_INVALID_GRES", "say which type of GPUs the job needs, such as --gpus-per-node=%s:%d", only,
        types[only])
    end
    set_type(job, only)
  end
  return slurm.SUCCESS
end

-- One leaf where the job fits into one, and whole NVLink domains.
local function place(job, partition)
  local nodes = job.min_nodes
  if not nodes or UNSET[nodes] or nodes < 2 then return end
  local leaf = partition.leaf
  if leaf and (not job.req_switch or UNSET[job.req_switch]) then
    job.req_switch = math.ceil(nodes / leaf.nodes)
    job.wait4switch = leaf.wait_seconds
  end
  local domain = partition.domain
  if not domain or not job.segment_size or not UNSET[job.segment_size] then return end
  for size = math.min(nodes, domain.nodes), 2, -1 do
    if nodes % size == 0 then
      if nodes / size <= domain.count then job.segment_size = size end
      return
    end
  end
end

-- Slurm tells names of QOS and of accounts apart without their case, and takes several QOS with commas between.
local function lower(name)
  return name and string.lower(name)
end

-- What keeps a QOS of a job from one of its partitions, or from one that config does not know; nil: nothing does.
local function closed_to_qos(names, known)
  for qos in string.gmatch(lower(names or ""), "[^,%s]+") do
    local only = QOS_ONLY_IN[qos]
    if only and (not known or #known == 0) then return qos, "what the job names", only end
    for _, partition in ipairs(known or {}) do
      local others = partition.closed_qos[qos]
      if others then return qos, partition.name, others end
    end
  end
end

-- Partitions that are closed to the team or to the QOS of a job. Of several, Slurm takes one that is open. `known` is nil where
-- config does not know one of them: Slurm itself closes partitions to teams, and none to QOS.
local function check_access(known, account, qos)
  account = lower(account)
  for _, partition in ipairs(known or {}) do
    local others = account and partition.denies[account]
    if others and #known == 1 then
      return refuse("ESLURM_INVALID_ACCOUNT", "team %s may not use %s: use --partition=%s", account, partition.name, others)
    end
  end
  local name, place, others = closed_to_qos(qos, known)
  if name then
    return refuse("ESLURM_INVALID_QOS", "QOS %s is not for %s: use --partition=%s", name, place, others)
  end
  return slurm.SUCCESS
end

function slurm_job_submit(job, _, uid)
  local known = partitions_of(job.partition)
  -- administrators are asked nothing, and a partition of theirs is not config's
  if uid ~= 0 then
    if not job.account and not job.default_account then
      return refuse("ESLURM_INVALID_ACCOUNT",
        "you are in no team: Slurm does not know whose share the job counts against. Ask to be added to the users of a team")
    end
    if TIME_LIMIT_REQUIRED and (not job.time_limit or job.time_limit == slurm.NO_VAL) then
      local longest = known and known[1] and known[1].longest
      return refuse("ESLURM_MISSING_TIME_LIMIT", "say how long the job may run, such as --time=02:00:00%s",
        longest and string.format("; %s allows %s at most", known[1].name, longest) or "")
    end
    local result = check_access(known, job.account or job.default_account, job.qos or job.default_qos)
    if result ~= slurm.SUCCESS then return result end
  end
  if not known or #known == 0 then return slurm.SUCCESS end
  if uid ~= 0 then
    local result = check_gpus(job, known)
    if result ~= slurm.SUCCESS then return result end
  end
  if #known == 1 then place(job, known[1]) end
  return slurm.SUCCESS
end

function slurm_job_modify(job, record, _, uid)
  if uid == 0 then return slurm.SUCCESS end
  local known = partitions_of(job.partition or record.partition)
  local result = check_access(known, job.account or record.account, job.qos or record.qos)
  if result == slurm.SUCCESS and known and #known > 0 and gpus_of(job) then result = check_gpus(job, known) end
  return result
end

return slurm.SUCCESS
