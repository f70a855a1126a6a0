-- Takes users out whose orders hold no unit any more.
--
-- KEYS[1..7], ARGV[1..2] as in building.lua, which stands before this
--
-- ARGV[3...] per user: user id, order id, or '' for a user without a receipt
--
-- returns the number of users that were taken out, or -1 if another has taken over. A user whose
-- receipt names another order stays.

local FIRST = 3

if not is_held() then
  return -1
end
hold()
local gone = 0
for i = FIRST, #ARGV, 2 do
  if order_of(redis.call('HGET', receipts, ARGV[i]) or '') == ARGV[i + 1] then
    redis.call('HDEL', receipts, ARGV[i])
    gone = gone + redis.call('SREM', users, ARGV[i])
  end
end
return gone
