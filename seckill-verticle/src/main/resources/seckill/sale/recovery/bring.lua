-- Brings orders of another Redis into the stream, and their users among the holders.
--
-- KEYS[1..7], ARGV[1..2] as in building.lua, which stands before this
--
-- ARGV[3] until when users and receipts are kept, epoch milliseconds
-- then per order: user id, order id, number of values of its entry, and these
--
-- returns the number of orders that were new, or -1 if another has taken over

local keep_until = ARGV[3]

if not is_held() then
  return -1
end
hold()
local new, at = 0, 4
while at <= #ARGV do
  local user_id, order_id, count = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2])
  local first = order_of(redis.call('HGET', receipts, user_id))
  if first ~= order_id then
    redis.call('XADD', orders, '*', unpack(ARGV, at + 3, at + 2 + count))
    if not first then
      redis.call('SADD', users, user_id)
      redis.call('HSET', receipts, user_id, order_id)
    end
    new = new + 1
  end
  at = at + 3 + count
end
redis.call('PEXPIREAT', users, keep_until)
redis.call('PEXPIREAT', receipts, keep_until)
return new
