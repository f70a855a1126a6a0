-- Enters the buyer of a live order that Redis has forgotten, and takes the unit off the shelf
-- unless it has left it already, or none is there.
-- KEYS[1] item (hash)   KEYS[2] stock (string)   KEYS[3] users (set)   KEYS[4] receipts (hash)
-- ARGV[1] fence of the caller   ARGV[2] epoch in the books
-- ARGV[3] user id   ARGV[4] order id   ARGV[5] units ever for sale, by the books
-- returns, besides the obstacles of fenced.lua, which stands before this,
--   DONE     the buyer is entered
--   ALREADY  the user holds a unit; nothing was written

local USERS_OUTLIVE_STOCK_MILLIS = 3600000

local item, stock_key, users, receipts = unpack(KEYS)
local obstacle = obstacle_of(item, ARGV[1], ARGV[2])
if obstacle then
  return obstacle
end
if redis.call('SISMEMBER', users, ARGV[3]) == 1 then
  return 'ALREADY'
end
local fields = redis.call('HMGET', item, 'total', 'expire_at')
local total, expire_at = tonumber(fields[1] or ARGV[5]), tonumber(fields[2] or '0')
local stock = tonumber(redis.call('GET', stock_key) or '0')
local on_shelf = stock > 0 and stock + redis.call('SCARD', users) >= total
local new = {users = redis.call('EXISTS', users) == 0, receipts = redis.call('EXISTS', receipts) == 0}

redis.call('SADD', users, ARGV[3])
redis.call('HSET', receipts, ARGV[3], ARGV[4])
if on_shelf then
  redis.call('DECR', stock_key)
end
-- The version of the holders only grows.
redis.call('HINCRBY', item, 'accepted', 1)
redis.call('HSET', item, 'repair_fence', ARGV[1])
if expire_at > 0 then
  local keep_until = string.format('%.0f', expire_at + USERS_OUTLIVE_STOCK_MILLIS)
  if new.users then
    redis.call('PEXPIREAT', users, keep_until)
  end
  if new.receipts then
    redis.call('PEXPIREAT', receipts, keep_until)
  end
end
return 'DONE'
