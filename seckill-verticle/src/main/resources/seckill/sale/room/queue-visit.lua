-- Users join the waiting room of one item, or ask for their places in it; either shows that they
-- still wait.
--
-- KEYS[1..12] as in room.lua, which stands before this
--
-- ARGV[1] 'join' or 'look'
-- ARGV[2] absence after which a place is lost   ARGV[3] gap between releases that counts as an outage
-- ARGV[4] how long before the sale the room opens
-- ARGV[5] how much a click time may count       ARGV[6] places in the room (all in milliseconds but this)
-- then per user: user id, click time in epoch milliseconds or 0
--
-- returns {now, opens_at, start_at, stock or -1, valid admissions, recent admissions per second as
--          text, admissions ever, 1 if paused, code, number, order id or '', ...}
--    1 waits: number is the position, from 1     2 admitted: number is the end of the admission
--  410 place or admission lost                  -2 never joined, or no such item
--   -1 holds a unit (order id)                  -3 the room is not open yet
--  else what refuses them: see room.lua
--
-- A place is (server time - base) * 1e6 + sequence, so that it is exact below 2^53 for 104 days. It
-- is given once: whoever joins again, from another tab or after a lost answer, keeps it.

local FIRST, FIELDS = 7, 2
local WAITS, ADMITTED = 1, 2
local PLACES_PER_MILLI = 1000000

local joining = ARGV[1] == 'join'
local grace, outage, opens_before = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local click_credit, max_places = tonumber(ARGV[5]), tonumber(ARGV[6])
local opens_at = start_at and start_at - opens_before

local ids = {}
for at = FIRST, #ARGV, FIELDS do
  ids[#ids + 1] = ARGV[at]
end

local function ask(command, key)
  local values = {}
  if is_usable then
    each_page(ids, 1, function(...)
      for _, value in ipairs(redis.call(command, key, ...)) do
        values[#values + 1] = value
      end
    end)
  end
  return values
end

local held = ask('SMISMEMBER', users)
local places, heard, admissions, absentees, registered, lapsed = {}, {}, {}, {}, {}, {}
if not closed then
  places, heard, admissions = ask('ZMSCORE', queue), ask('ZMSCORE', seen), ask('ZMSCORE', admitted)
  if redis.call('EXISTS', away) == 1 then
    absentees = ask('ZMSCORE', away)
  end
  if joining and fields[5] == '1' then
    registered = ask('SMISMEMBER', reserved)
  end
  if joining and fields[9] == '1' then
    lapsed = ask('SMISMEMBER', barred)
  end
end
local state = is_usable and redis.call('HMGET', room, 'base', 'last', 'seq', 'ticked', 'amnesty', 'pace', 'admitted',
  'silence') or {}
local base, last, seq = tonumber(state[1] or opens_at), tonumber(state[2] or 0), tonumber(state[3] or 0)
local ticked, amnesty, silence = tonumber(state[4] or now), tonumber(state[5] or 0), tonumber(state[8] or 0)
local is_full = joining and not closed and redis.call('ZCARD', seen) >= max_places

-- While the house itself was away, nobody's absence counts.
local function is_lost(heard_at)
  return heard_at and now - math.max(heard_at, amnesty) > grace and now - ticked <= outage
end

-- Whether an admission ended while nobody could buy: see queue-release.lua, which may be yet to come.
local function is_excused(ended_at)
  return paused or (now - ticked > outage and ended_at > ticked) or (ended_at > silence and ended_at <= amnesty)
end

local function credit(clicked_at)
  if clicked_at and clicked_at >= opens_at and clicked_at <= now then
    return math.min(now - clicked_at, click_credit)
  end
  return 0
end

local function next_place(clicked_at)
  local at = math.max(now, last)
  seq = at == last and seq + 1 or 0
  last = at
  return text((at - base - credit(clicked_at)) * PLACES_PER_MILLI + seq)
end

local present, ranked, joined = {}, {}, false

local function wait(id)
  present[#present + 1] = text(now)
  present[#present + 1] = id
  return WAITS, 0
end

local function join(i, id)
  if paused then
    return PAUSED
  elseif lapsed[i] == 1 then
    return LAPSE_LIMIT
  elseif fields[5] == '1' and registered[i] ~= 1 then
    return NOT_RESERVED
  elseif is_full then
    return BUSY
  end
  redis.call('ZADD', queue, 'NX', next_place(whole_number(ARGV[FIRST + (i - 1) * FIELDS + 1])), id)
  if admissions[i] then
    redis.call('ZREM', admitted, id)
  end
  joined = true
  return wait(id)
end

local function visit(i, id)
  if held[i] == 1 then
    local receipt = redis.call('HGET', receipts, id) or ''
    return DUPLICATE, 0, string.match(receipt, '^[^|]*')
  elseif closed then
    return closed
  elseif now < opens_at then
    return NOT_STARTED
  elseif admissions[i] and tonumber(admissions[i]) > now then
    return ADMITTED, tonumber(admissions[i])
  elseif admissions[i] and is_excused(tonumber(admissions[i])) then
    to_the_front({id}, {tonumber(admissions[i])})
    redis.call('ZREM', admitted, id)
    joined = true
    return wait(id)
  end
  local place, heard_at = places[i] or absentees[i], tonumber(heard[i] or nil)
  local lost = admissions[i] or (heard_at and heard_at < 0)
  if place and is_lost(heard_at) then
    redis.call('ZREM', queue, id)
    redis.call('ZREM', away, id)
    mark_lost({id})
    place, lost = nil, true
  end
  if place then
    if not places[i] then
      redis.call('ZADD', queue, 'NX', place, id)
      redis.call('ZREM', away, id)
      joined = true
    end
    return wait(id)
  elseif joining then
    return join(i, id)
  end
  return lost and PLACE_EXPIRED or NOT_FOUND
end

local reply = {now, opens_at or 0, start_at or 0, stock or -1, 0, state[6] or '0', tonumber(state[7] or 0),
  paused and 1 or 0}
local answers, first = {}, {}
for i, id in ipairs(ids) do
  if not first[id] then
    first[id] = i
    local code, number, order_id = visit(i, id)
    answers[i] = {code, number or 0, order_id or ''}
  end
end
write('ZADD', seen, present, 2)
if joined then
  redis.call('HSET', room, 'base', text(base), 'last', text(last), 'seq', text(seq))
  expire_with_item(queue, seen, room)
end
for i, id in ipairs(ids) do
  local answer = answers[first[id]]
  if answer[1] == WAITS then
    answer[2] = redis.call('ZRANK', queue, id) + 1
  end
  for _, value in ipairs(answer) do
    reply[#reply + 1] = value
  end
end
reply[5] = is_usable and redis.call('ZCARD', admitted) or 0
return reply
