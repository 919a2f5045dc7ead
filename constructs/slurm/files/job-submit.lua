-- What Slurm asks before it takes a job. Tells people in words what their job lacks, and chooses what follows from its size.
-- Reads no file and calls no program: slurmctld holds its locks meanwhile. Each field of a job is a call into slurmctld, and is
-- read once, where it decides something; what follows from the text in it is worked out for the first job that has it.
-- insert: tables
local TRES = { "tres_per_job", "tres_per_node", "tres_per_socket", "tres_per_task" }
local UNSET = { [slurm.NO_VAL] = true, [slurm.NO_VAL16 or 65534] = true, [0] = true }
local SUCCESS, NO_VAL = slurm.SUCCESS, slurm.NO_VAL
local MOST_REMEMBERED, LONGEST_REMEMBERED = 200, 200

local function tell(...)
  slurm.log_user("%s", string.format(...))
end

local function refuse(code, ...)
  tell(...)
  return slurm[code] or slurm.ERROR
end

-- Answers to what people write: they write the same things again and again. What is long, or one of many, is answered anew, since
-- the memory is slurmctld's.
local function remembered(answer)
  local answers, count = {}, 0
  return function(text)
    local known = answers[text]
    if known ~= nil then return known end
    known = answer(text)
    if #text > LONGEST_REMEMBERED then return known end
    if count >= MOST_REMEMBERED then answers, count = {}, 0 end
    answers[text], count = known, count + 1
    return known
  end
end

-- Slurm tells names of QOS and of accounts apart without their case, and takes several QOS with commas between.
-- What keeps a QOS of a job from one of its partitions, or from one that config does not know; false: nothing does.
local function closed_to_qos(names, known)
  for qos in string.gmatch(string.lower(names), "[^,%s]+") do
    local only = QOS_ONLY_IN[qos]
    if only and #known == 0 then return { qos = qos, place = "what the job names", others = only } end
    for _, partition in ipairs(known) do
      local others = partition.closed_qos[qos]
      if others then return { qos = qos, place = partition.name, others = others } end
    end
  end
  return false
end

-- GPUs that partitions have between them: most on a node by type, one of the types, and the most of any.
local function gpus_in(known)
  local types, only, several, most = {}, nil, false, 0
  for _, partition in ipairs(known) do
    for name, count in pairs(partition.counts) do
      several = several or (only ~= nil and only ~= name)
      only = name
      types[name] = math.max(types[name] or 0, count)
      most = math.max(most, count)
    end
  end
  return types, only, several, most
end

-- The same text, with a type for GPUs that have none.
local function with_kind(text, kind)
  return (string.gsub(text, "[^,]+", function(one)
    local start, rest = string.match(one, "^(gres[:/]gpu)(.*)$")
    if not start or string.find(rest, "^[:=][%a_]") or not (rest == "" or string.find(rest, "^[:=]%d")) then return one end
    return start .. ":" .. kind .. rest
  end))
end

-- Partitions that a job names, as far as config knows all of them, and what they have and refuse.
local choice_of = remembered(function(names)
  local known, for_gpus, closes = {}, true, false
  for name in string.gmatch(names, "[^,]+") do
    local partition = PARTITIONS[name]
    if not partition then
      known = {}
      break
    end
    known[#known + 1] = partition
    for_gpus = for_gpus and partition.for_gpus
    closes = closes or next(partition.closed_qos) ~= nil
  end
  local choice = { known = known, first = known[1], for_gpus = for_gpus }
  choice.types, choice.only, choice.several, choice.most = gpus_in(known)
  -- of several partitions, Slurm takes one that is open; it closes partitions to teams itself, and none to QOS
  choice.denies = #known == 1 and next(known[1].denies) ~= nil and known[1].denies or nil
  if closes or (#known == 0 and next(QOS_ONLY_IN) ~= nil) then
    choice.closed_to = remembered(function(qos) return closed_to_qos(qos, known) end)
  end
  choice.typed = remembered(function(text) return with_kind(text, choice.only) end)
  local only = #known == 1 and known[1]
  choice.placed = only and (only.leaf or only.domain) and only or nil
  return choice
end)

local NO_GPU = { asks = false }
-- What a text asks of GPUs: the first type that it says, and the most of one kind.
local request_of = remembered(function(text)
  local found, kind, most = false, nil, 0
  for one in string.gmatch(text, "[^,]+") do
    local rest = string.match(one, "^gres[:/]gpu(.*)$")
    if rest and (rest == "" or string.find(rest, "^[:=]")) then
      found = true
      kind = kind or string.match(rest, "^[:=]([%a_][^:=]*)")
      most = math.max(most, tonumber(string.match(rest, "[:=](%d+)$")) or 1)
    end
  end
  return found and { asks = true, kind = kind, most = most } or NO_GPU
end)

-- What the job that is looked at says of its resources; slurmctld asks of one at a time.
local texts = {}
-- Whether a job asks for GPUs, the first type that it says of them, and their number on each node.
local function gpus_of(job)
  local asks, kind, per_node = false, nil, nil
  for index = 1, 4 do
    local text = job[TRES[index]]
    texts[index] = text
    if text then
      local request = request_of(text)
      if request.asks then
        asks = true
        kind = kind or request.kind
        if index == 2 then per_node = request.most end
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

-- GPUs without a type would pass limits by type: Slurm holds a job only against what it asks for. `texts` are those of the job.
local function set_type(job, typed)
  for index = 1, 4 do
    local text = texts[index]
    if text then
      local changed = typed(text)
      if changed ~= text then job[TRES[index]] = changed end
    end
  end
end

-- What no partition of the job has.
local function check_gpus(job, choice)
  local asks, kind, per_node = gpus_of(job)
  local types, only, name = choice.types, choice.only, choice.first.name
  if not asks then
    if choice.for_gpus then
      local other = NO_GPUS and string.format(", or use --partition=%s", NO_GPUS) or ""
      return refuse("ESLURM_INVALID_GRES", "%s is for jobs with GPUs: ask for some, such as --gpus-per-node=%d%s", name,
        types[only] or 1, other)
    end
    return SUCCESS
  end
  if not only then
    return refuse("ESLURM_INVALID_GRES", "%s has no GPUs%s", name,
      GPU_PARTITIONS and string.format(": use --partition=%s", GPU_PARTITIONS) or "")
  end
  if kind and not types[kind] then
    local place = with_type(kind)
    return refuse("ESLURM_INVALID_GRES", "%s has GPUs of type %s, and the job asks for %s%s", name, only, kind,
      place ~= "" and string.format(": use --partition=%s", place) or ", which no partition has")
  end
  local most = kind and types[kind] or choice.most
  if per_node and per_node > most then
    return refuse("ESLURM_INVALID_GRES", "nodes of %s have %d GPUs, and the job asks for %d on each: use more nodes", name,
      most, per_node)
  end
  if LIMITS_BY_TYPE and not kind then
    if choice.several then
      return refuse("ESLURM_INVALID_GRES", "say which type of GPUs the job needs, such as --gpus-per-node=%s:%d", only,
        types[only])
    end
    set_type(job, choice.typed)
  end
  return SUCCESS
end

-- One leaf where the job fits into one, and whole NVLink domains.
local function place(job, partition)
  local nodes = job.min_nodes
  if not nodes or nodes < 2 or UNSET[nodes] then return end
  local leaf = partition.leaf
  if leaf then
    local switches = job.req_switch
    if not switches or UNSET[switches] then
      job.req_switch = math.ceil(nodes / leaf.nodes)
      job.wait4switch = leaf.wait_seconds
    end
  end
  local domain = partition.domain
  local segment = domain and job.segment_size
  if not segment or not UNSET[segment] then return end
  for size = math.min(nodes, domain.nodes), 2, -1 do
    if nodes % size == 0 then
      if nodes / size <= domain.count then job.segment_size = size end
      return
    end
  end
end

-- Partitions that are closed to the team of a job, or to its QOS.
local function check_team(choice, account)
  local team = string.lower(account)
  local others = choice.denies[team]
  if not others then return SUCCESS end
  return refuse("ESLURM_INVALID_ACCOUNT", "team %s may not use %s: use --partition=%s", team, choice.first.name, others)
end
local function check_qos(choice, qos)
  local closed = choice.closed_to(qos)
  if not closed then return SUCCESS end
  return refuse("ESLURM_INVALID_QOS", "QOS %s is not for %s: use --partition=%s", closed.qos, closed.place, closed.others)
end

-- What Slurm has to look up for a job that does not say it. It is asked under locks that all of slurmctld waits for: one who sends
-- many jobs is looked up once in these seconds, and what administrators change meanwhile holds after them.
local SECONDS, looked_up, looked_up_at = 2, {}, 0
local function default_of(job, field, account, names)
  local now = os.time()
  if now < looked_up_at or now - looked_up_at >= SECONDS then looked_up, looked_up_at = {}, now end
  local key = table.concat({ field, job.user_id, account or "", names or "" }, "\n")
  local found = looked_up[key]
  if found == nil then
    found = job[field] or false
    looked_up[key] = found
  end
  return found
end

-- A job that says no time gets the one of its partition, and Slurm refuses it where its QOS allows less: it gets what the QOS allows.
local function set_time(job, choice, names)
  local said = job.time_limit
  if said and said ~= NO_VAL then return end
  local least, least_of = nil, nil
  for qos in string.gmatch(string.lower(names), "[^,%s]+") do
    local minutes = QOS_MINUTES[qos]
    if minutes and (not least or minutes < least) then least, least_of = minutes, qos end
  end
  if not least then return end
  local exceeds = false
  for _, partition in ipairs(choice.known) do
    exceeds = exceeds or partition.minutes.usual > least
  end
  if not exceeds then return end
  local minutes = least
  for _, partition in ipairs(choice.known) do minutes = math.min(minutes, partition.minutes.most) end
  job.time_limit = minutes
  tell("the job may run %d minutes, since it says no --time and QOS %s allows %d", minutes, least_of, least)
end

-- What people are asked, and administrators are not.
local function check_person(job, choice, names)
  local said = job.account
  local account = said or default_of(job, "default_account")
  if not account then
    return refuse("ESLURM_INVALID_ACCOUNT",
      "you are in no team: Slurm does not know whose share the job counts against. Ask to be added to the users of a team")
  end
  if TIME_LIMIT_REQUIRED then
    local limit = job.time_limit
    if not limit or limit == NO_VAL then
      local longest = choice.first and choice.first.longest
      return refuse("ESLURM_MISSING_TIME_LIMIT", "say how long the job may run, such as --time=02:00:00%s",
        longest and string.format("; %s allows %s at most", choice.first.name, longest) or "")
    end
  end
  local result = SUCCESS
  if choice.denies then result = check_team(choice, account) end
  if result == SUCCESS and choice.closed_to then
    result = check_qos(choice, job.qos or default_of(job, "default_qos", said, names) or "")
  end
  if result == SUCCESS and choice.first then result = check_gpus(job, choice) end
  if result == SUCCESS and QOS_MINUTES then
    set_time(job, choice, job.qos or default_of(job, "default_qos", said, names) or "")
  end
  return result
end

function slurm_job_submit(job, _, uid)
  -- a partition of administrators is not config's
  local names = job.partition
  local choice = choice_of(names or DEFAULT_PARTITION or "")
  if uid ~= 0 then
    local result = check_person(job, choice, names)
    if result ~= SUCCESS then return result end
  end
  if choice.placed then place(job, choice.placed) end
  return SUCCESS
end

function slurm_job_modify(job, record, _, uid)
  if uid == 0 then return SUCCESS end
  local choice = choice_of(job.partition or record.partition or DEFAULT_PARTITION or "")
  local account, result = job.account or record.account, SUCCESS
  if choice.denies and account then result = check_team(choice, account) end
  if result == SUCCESS and choice.closed_to then result = check_qos(choice, job.qos or record.qos or "") end
  if result == SUCCESS and choice.first and gpus_of(job) then result = check_gpus(job, choice) end
  return result
end

return SUCCESS
