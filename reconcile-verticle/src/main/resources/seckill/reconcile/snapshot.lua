#!lua flags=no-writes
-- Reads the numbers of one item at one instant; writes nothing and touches no large value.
-- KEYS[1] item (hash)   KEYS[2] stock (string)   KEYS[3] users (set)
-- KEYS[4] orders (stream)   KEYS[5] dead (stream)   KEYS[6] receipts (hash)
-- ARGV[1] consumer group
-- returns {present 0|1, stock or false, users, accepted, length, last id, last delivered id,
--          pending, lag or -1 if the server cannot tell, dead, expire at, end at, epoch and total
--          or 0, now in milliseconds, keys without which it cannot be sold and that are missing,
--          1 if the time of item and stock is over by what still stands, else 0}

-- Users and receipts are kept for so much longer than item and stock.
local USERS_OUTLIVE_STOCK_MILLIS = 3600000

local function pairs_of(flat)
  local map = {}
  for i = 1, #flat, 2 do
    map[flat[i]] = flat[i + 1]
  end
  return map
end

local stock = redis.call('GET', KEYS[2])
local users = redis.call('SCARD', KEYS[3])
local item = redis.call('HMGET', KEYS[1], 'accepted', 'expire_at', 'end_at', 'epoch', 'total')
local present = redis.call('EXISTS', KEYS[1], KEYS[2], KEYS[3]) > 0 and 1 or 0

local length, last_id, delivered, pending, lag = 0, '0-0', '0-0', 0, 0
if redis.call('EXISTS', KEYS[4]) == 1 then
  local stream = pairs_of(redis.call('XINFO', 'STREAM', KEYS[4]))
  length, last_id = stream['length'], stream['last-generated-id']
  lag = length
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', KEYS[4])) do
    local group = pairs_of(flat)
    if group['name'] == ARGV[1] then
      delivered, pending = group['last-delivered-id'], group['pending']
      lag = group['lag'] or -1
    end
  end
  -- Entries that were removed unread stay in the lag on some versions.
  if lag > length then
    lag = -1
  end
end

local missing = {}
local function need(name, key)
  if redis.call('EXISTS', key) == 0 then
    missing[#missing + 1] = name
  end
end
need('item', KEYS[1])
need('stock', KEYS[2])
if users > 0 then
  need('receipts', KEYS[6])
  need('orders', KEYS[4])
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Keys that expire do not all go at once: those that are left tell whether the others expired or
-- were lost before their time. Without a key that has a time nobody can tell.
local function expire_at_by_ttl()
  local stock_left = redis.call('PTTL', KEYS[2])
  if stock_left >= 0 then
    return now + stock_left
  end
  local users_left = math.max(redis.call('PTTL', KEYS[3]), redis.call('PTTL', KEYS[6]))
  return users_left >= 0 and now + users_left - USERS_OUTLIVE_STOCK_MILLIS or nil
end
local expire_at = tonumber(item[2] or '') or expire_at_by_ttl()
local expired = expire_at and expire_at <= now

return {
  present, stock, users, item[1] or '0', length, last_id, delivered, pending, lag,
  redis.call('XLEN', KEYS[5]), item[2] or '0', item[3] or '0', item[4] or '0',
  item[5] or '0', now, table.concat(missing, ', '), expired and 1 or 0
}
