-- What every script of the waiting room begins with: its keys, the time, and the state of the item.
--
-- KEYS[1] item      Hash    status, window, gate
-- KEYS[2] stock     String  units left
-- KEYS[3] users     Set     users who hold a unit
-- KEYS[4] receipts  Hash    user -> order id, order id|fingerprint or order id|taken.seq
-- KEYS[5] orders    Stream  orders on their way into the books
-- KEYS[6] reserved  Set     users who registered
-- KEYS[7] queue     ZSet    user -> place
-- KEYS[8] away      ZSet    user -> place, of those who were not there when it was their turn
-- KEYS[9] seen      ZSet    user of queue or away -> when last heard from; negative: when the place
--                           or the admission was lost
-- KEYS[10] admitted ZSet    user -> end of the admission
-- KEYS[11] room     Hash    base, last, seq (places); ticked, credit, silence, amnesty (admission);
--                           pace, pace_from, pace_count (recent admissions per second);
--                           admitted, expired, aside, lost (totals)
-- KEYS[12] barred   Set     users who may not buy any more
--
-- ARGV[1] epoch in the books, 0 if not known. It is taken out of ARGV here, so that each script counts its
--         own arguments from 1.
--
-- All times are epoch milliseconds. A user is in at most one of queue, away and admitted.
--
-- returns nothing; it leaves `closed`: what everybody hears who holds no unit, or nil

local SOLD_OUT, DUPLICATE, NOT_FOUND, NOT_STARTED = 0, -1, -2, -3
local ENDED, PAUSED, BUSY, DEGRADED, NOT_RESERVED, LAPSE_LIMIT = -4, -5, -7, -9, -10, -13
local PLACE_EXPIRED, CONFLICT = 410, 4091

local PAGE = 1000 -- values per command; unpack has a limit
local BEFORE_ALL_PLACES = 4e15 -- far enough for any time, and exact

local item, stock_key, users, receipts, orders, reserved = unpack(KEYS, 1, 6)
local queue, away, seen, admitted, room, barred = unpack(KEYS, 7, 12)

local known_epoch = tonumber(table.remove(ARGV, 1))

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function text(number)
  return string.format('%.0f', number)
end

local function usable()
  local expected = {'hash', 'string', 'set', 'hash', 'stream', 'set', 'zset', 'zset', 'zset', 'zset', 'hash',
    'set'}
  for i, key in ipairs(KEYS) do
    local actual = redis.call('TYPE', key)['ok']
    if actual ~= 'none' and actual ~= expected[i] then
      return false
    end
  end
  return true
end

local is_usable = usable()
local fields = is_usable and redis.call('HMGET', item, 'status', 'all_status', 'loading', 'waiting_room',
  'reserved_only', 'start_at', 'end_at', 'expire_at', 'barred', 'epoch', 'oversold') or {}
local start_at, end_at, expire_at = whole_number(fields[6]), whole_number(fields[7]), whole_number(fields[8])
local stock = is_usable and whole_number(redis.call('GET', stock_key))
local paused = fields[1] ~= 'OPEN' or fields[2] ~= 'OPEN' or fields[3] or fields[11]

local closed
if not is_usable then
  closed = DEGRADED
elseif not fields[1] then
  closed = NOT_FOUND
elseif not start_at or not end_at or not expire_at then
  closed = DEGRADED
elseif (whole_number(fields[10]) or 0) < known_epoch and not fields[3] then
  -- An older state says nothing true about the room, and nothing of it may be cleared away.
  closed = PAUSED
elseif now >= end_at then
  closed = ENDED
elseif fields[4] ~= '1' then
  closed = CONFLICT
elseif not stock then
  closed = DEGRADED
elseif stock == 0 then
  closed = (fields[3] or fields[11]) and PAUSED or SOLD_OUT
end

local function each_page(values, width, use)
  local step = width * math.floor(PAGE / width)
  for from = 1, #values, step do
    use(unpack(values, from, math.min(from + step - 1, #values)))
  end
end

local function write(command, key, values, width)
  each_page(values, width or 1, function(...)
    redis.call(command, key, ...)
  end)
end

local function remove(ids, ...)
  for _, key in ipairs({...}) do
    write('ZREM', key, ids)
  end
end

-- Those who lost a place or an admission hear so when they ask, and not that they never came.
local function mark_lost(ids)
  local marks = {}
  for _, id in ipairs(ids) do
    marks[#marks + 1] = text(-now)
    marks[#marks + 1] = id
  end
  write('ZADD', seen, marks, 2)
end

local function expire_with_item(...)
  for _, key in ipairs({...}) do
    redis.call('PEXPIREAT', key, fields[8])
  end
end

-- Before every place that is ever given out, in the order in which the admissions ended.
local function to_the_front(ids, ends)
  local fronts, heard = {}, {}
  for i, id in ipairs(ids) do
    fronts[2 * i - 1], fronts[2 * i] = text(ends[i] - BEFORE_ALL_PLACES), id
    heard[2 * i - 1], heard[2 * i] = text(now), id
  end
  write('ZADD', queue, fronts, 2)
  write('ZADD', seen, heard, 2)
  expire_with_item(queue)
end
