-- Enters orders whose unit was given back, and users who may not buy any more; can be run again.
--
-- KEYS[1..7], ARGV[1..2] as in building.lua, which stands before this
--
-- ARGV[3] until when they are kept, epoch milliseconds
-- ARGV[4] orders that are remembered at most
-- ARGV[5] number of orders, the latest first
-- then the order ids, then the users who are barred
--
-- returns 0, or -1 if another has taken over

local keep_until, most, count = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local FIRST = 6
local FIRST_SEQ = '0' -- lower than any real one, so that it stands in nobody's way

if not is_held() then
  return -1
end
hold()
for i = FIRST, FIRST + count - 1 do
  if redis.call('HLEN', returned) < most then
    redis.call('HSETNX', returned, ARGV[i], FIRST_SEQ)
  end
end
if count > 0 then
  redis.call('PEXPIREAT', returned, keep_until)
end
if #ARGV >= FIRST + count then
  local user_ids = {}
  for i = FIRST + count, #ARGV do
    user_ids[#user_ids + 1] = ARGV[i]
  end
  each_page(user_ids, function(...)
    redis.call('SADD', barred, ...)
  end)
  redis.call('PEXPIREAT', barred, keep_until)
  redis.call('HSET', item, 'barred', '1')
end
return 0
