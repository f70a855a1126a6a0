-- Sets the units on the shelf to what is there, if nothing has changed since it was looked at.
-- KEYS[1] item (hash)   KEYS[2] stock (string)   KEYS[3] users (set)
-- ARGV[1] fence of the caller   ARGV[2] epoch in the books
-- ARGV[3] stock, ARGV[4] users and ARGV[5] accepted as they were seen, a missing stock as 0
-- ARGV[6] units ever for sale, by the books
-- ARGV[7] units to be added, or 'cut' to take off what is not there
-- returns, besides the obstacles of fenced.lua, which stands before this,
--   DONE   the shelf is right
--   MOVED  the numbers are others by now, or a restock is under way; nothing was written

local item, stock_key, users = unpack(KEYS)
local obstacle = obstacle_of(item, ARGV[1], ARGV[2])
if obstacle then
  return obstacle
end
local fields = redis.call('HMGET', item, 'accepted', 'total', 'expire_at')
local stock, held = tonumber(redis.call('GET', stock_key) or '0'), redis.call('SCARD', users)
local total = tonumber(ARGV[6])
if stock ~= tonumber(ARGV[3]) or held ~= tonumber(ARGV[4]) or (fields[1] or '0') ~= ARGV[5] then
  return 'MOVED'
end

local function set(units)
  local text = string.format('%.0f', units)
  if redis.call('EXISTS', stock_key) == 1 then
    redis.call('SET', stock_key, text, 'KEEPTTL')
  else
    redis.call('SET', stock_key, text)
    if tonumber(fields[3] or '0') > 0 then
      redis.call('PEXPIREAT', stock_key, fields[3])
    end
  end
  redis.call('HSET', item, 'repair_fence', ARGV[1])
end

if ARGV[7] == 'cut' then
  local right = math.max(0, total - held)
  if stock <= right and stock >= 0 then
    return 'MOVED'
  end
  set(right)
  if tonumber(fields[2] or '0') > total then
    redis.call('HSET', item, 'total', ARGV[6])
  end
  return 'DONE'
end

-- While Redis does not know of a restock, the till is about to add those units itself.
local more = tonumber(ARGV[7])
if tonumber(fields[2] or '-1') ~= total or more <= 0 or stock < 0 or stock + more + held > total then
  return 'MOVED'
end
set(stock + more)
return 'DONE'
