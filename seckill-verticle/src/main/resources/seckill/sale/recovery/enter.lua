-- Enters users who hold a unit, as far as they are not entered; can be run again.
--
-- KEYS[1..7], ARGV[1..2] as in building.lua, which stands before this
--
-- ARGV[3] until when users and receipts are kept, epoch milliseconds
-- ARGV[4] '1' if the order that is named stands for the unit even if the receipt names another
-- then per user: user id, order id
--
-- returns the number of users that were new, or -1 if another has taken over

local keep_until, overrule = ARGV[3], ARGV[4] == '1'
local FIRST = 5

if not is_held() then
  return -1
end
hold()
-- Asked before the first write: an error here leaves nothing half done.
local kept = {}
local user_ids = {}
for i = FIRST, #ARGV, 2 do
  user_ids[#user_ids + 1] = ARGV[i]
end
each_page(user_ids, function(...)
  for _, receipt in ipairs(redis.call('HMGET', receipts, ...)) do
    kept[#kept + 1] = receipt
  end
end)

local new, changed = 0, {}
for i, user_id in ipairs(user_ids) do
  local order_id = ARGV[FIRST + 2 * i - 1]
  if not kept[i] or (overrule and order_of(kept[i]) ~= order_id) then
    changed[#changed + 1] = user_id
    changed[#changed + 1] = order_id
  end
end
each_page(user_ids, function(...)
  new = new + redis.call('SADD', users, ...)
end)
each_page(changed, function(...)
  redis.call('HSET', receipts, ...)
end)
redis.call('PEXPIREAT', users, keep_until)
redis.call('PEXPIREAT', receipts, keep_until)
return new
