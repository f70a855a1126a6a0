-- Admits people from the front of the waiting room of one item, as many as the rate allows by now.
--
-- KEYS[1..12] as in room.lua, which stands before this
--
-- ARGV[1] consumer group of the orders
-- ARGV[2] admissions per second, 0 for none
-- ARGV[3] valid admissions at most, in percent of the stock
-- ARGV[4] unwritten orders above which nobody is admitted, 0 for no limit
-- ARGV[5] how long an admission is valid
-- ARGV[6] absence after which one is passed over, and gap between releases that counts as an outage
-- ARGV[7] absence after which a place is lost
-- ARGV[8] how long before the sale people are admitted
-- ARGV[9] how long a lost place is remembered   ARGV[10] people per call (all in milliseconds but this)
--
-- returns {code, admitted, set aside, lost, expired, waiting, valid admissions, 1 if there is more to do}
--   1 the room is open    else what closes it: see room.lua
--
-- Any number of tills may call this at any time: what one admitted is gone from the credit that the
-- next one finds. The credit grows by rate * time, up to one second's worth.
--   rate = per second * (1 while the backlog is up to half its limit, then falling to 0 at the limit);
--   0 while paused, before the admissions begin, and after the end.

local PACE_MILLIS = 1000 -- over which the recent rate is measured
local PACE_WEIGHT = 0.5

local group, per_second, percent = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local backlog_limit, admission, fresh = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local grace, admit_before, remember, chunk = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])

if closed == SOLD_OUT or closed == ENDED then
  redis.call('UNLINK', queue, away, seen, admitted)
  redis.call('HDEL', room, 'ticked', 'credit', 'pace', 'pace_from', 'pace_count')
end
if closed then
  return {closed, 0, 0, 0, 0, 0, 0, 0}
end

local function rate()
  if paused or now < start_at - admit_before then
    return 0
  end
  if backlog_limit == 0 then
    return per_second
  end
  local unwritten = redis.call('EXISTS', orders) == 1 and backlog(orders, group) or 0
  local spare = (backlog_limit - unwritten) / (backlog_limit / 2)
  return per_second * math.max(0, math.min(1, spare))
end

local state = redis.call('HMGET', room, 'ticked', 'credit', 'amnesty', 'pace', 'pace_from', 'pace_count', 'silence')
local ticked, credit, amnesty = tonumber(state[1] or now), tonumber(state[2] or 0), tonumber(state[3] or 0)
local pace, pace_from, pace_count = tonumber(state[4] or 0), tonumber(state[5] or now), tonumber(state[6] or 0)
local silence = tonumber(state[7] or 0)

-- While nobody released, nobody may have been able to show up or to buy either.
if now - ticked > fresh then
  silence, amnesty = ticked, now
end

local over, ends = {}, {}
local excused, excused_ends, late = {}, {}, {}
for i, value in ipairs(redis.call('ZRANGEBYSCORE', admitted, '-inf', text(now), 'WITHSCORES', 'LIMIT', 0, chunk)) do
  if i % 2 == 1 then
    over[#over + 1] = value
  else
    ends[#ends + 1] = tonumber(value)
  end
end
-- Nobody could buy during a pause or an outage, so nobody loses their turn by it.
for i, id in ipairs(over) do
  if paused or (ends[i] > silence and ends[i] <= amnesty) then
    excused[#excused + 1], excused_ends[#excused_ends + 1] = id, ends[i]
  else
    late[#late + 1] = id
  end
end
to_the_front(excused, excused_ends)
mark_lost(late)
remove(over, admitted)

local lost = {}
if now - amnesty > grace then
  lost = redis.call('ZRANGEBYSCORE', seen, 0, '(' .. text(now - grace), 'LIMIT', 0, chunk)
  if #lost > 0 then
    mark_lost(lost)
    remove(lost, queue, away)
  end
end
local forgotten = redis.call('ZRANGEBYSCORE', seen, text(remember - now), '(0', 'LIMIT', 0, chunk)
remove(forgotten, seen)

local per_second_now = rate()
local elapsed = math.max(0, now - ticked)
credit = credit + elapsed * per_second_now / 1000
credit = per_second_now == 0 and 0 or math.min(credit, math.max(1, per_second_now))
local outstanding = redis.call('ZCARD', admitted)
local turns = math.max(0, math.min(math.floor(credit), math.ceil(stock * percent / 100) - outstanding))

local entering, passed, aside, seen_through = {}, {}, 0, 0
local wanted = math.min(turns, chunk)
while #entering / 2 < wanted and seen_through < chunk do
  local count = math.min(wanted - #entering / 2, chunk - seen_through, PAGE)
  local front = redis.call('ZRANGE', queue, seen_through, seen_through + count - 1, 'WITHSCORES')
  if #front == 0 then
    break
  end
  local ids = {}
  for i = 1, #front, 2 do
    ids[#ids + 1] = front[i]
  end
  for i, heard_at in ipairs(redis.call('ZMSCORE', seen, unpack(ids))) do
    if heard_at and now - tonumber(heard_at) <= fresh then
      entering[#entering + 1] = text(now + admission)
      entering[#entering + 1] = ids[i]
    else
      passed[#passed + 1] = front[2 * i]
      passed[#passed + 1] = ids[i]
      aside = aside + 1
    end
  end
  seen_through = seen_through + #ids
end

local admitted_now = #entering / 2
if seen_through > 0 then
  write('ZADD', admitted, entering, 2)
  write('ZADD', away, passed, 2)
  redis.call('ZREMRANGEBYRANK', queue, 0, seen_through - 1)
  for i = 2, #entering, 2 do
    redis.call('ZREM', seen, entering[i])
  end
  expire_with_item(admitted, away)
end

credit = credit - admitted_now
local waiting = redis.call('ZCARD', queue)
pace_count = pace_count + admitted_now
if now - pace_from >= PACE_MILLIS or now < pace_from then
  -- An empty room says nothing about how fast it could go.
  if waiting > 0 and now > pace_from then
    local measured = pace_count * 1000 / (now - pace_from)
    pace = pace == 0 and measured or pace + PACE_WEIGHT * (measured - pace)
  end
  pace_from, pace_count = now, 0
end

redis.call('HSET', room, 'ticked', text(now), 'credit', string.format('%.6f', credit), 'amnesty', text(amnesty),
  'silence', text(silence), 'pace', string.format('%.3f', pace), 'pace_from', text(pace_from),
  'pace_count', text(pace_count))
for counter, count in pairs({admitted = admitted_now, expired = #over, aside = aside, lost = #lost}) do
  if count > 0 then
    redis.call('HINCRBY', room, counter, count)
  end
end
expire_with_item(room, seen)
local more = #over == chunk or #lost == chunk or #forgotten == chunk
  or (waiting > 0 and turns - admitted_now > 0)
return {1, admitted_now, aside, #lost, #over, waiting, outstanding + admitted_now, more and 1 or 0}
