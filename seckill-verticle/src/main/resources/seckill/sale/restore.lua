-- Enters holders that were found in the books or in the orders stream; can be run again.
--
-- KEYS[1] item  KEYS[2] users  KEYS[3] receipts
-- ARGV[1] until when users and receipts are kept, epoch milliseconds
-- then per holder: user id, order id
--
-- returns the number of holders that were new, or -1 if nobody builds the item's state any more:
-- then another preheat has finished, and the item may be selling

local CHUNK = 1000
local item, users, receipts = unpack(KEYS)
if redis.call('EXISTS', item) == 1 and redis.call('HEXISTS', item, 'loading') == 0 then
  return -1
end
-- Asked before the first write: an error here leaves nothing half done.
redis.call('HLEN', receipts)

local user_ids = {}
for i = 2, #ARGV, 2 do
  user_ids[#user_ids + 1] = ARGV[i]
end
local new = 0
for from = 1, #user_ids, CHUNK do
  new = new + redis.call('SADD', users, unpack(user_ids, from, math.min(from + CHUNK - 1, #user_ids)))
end
for i = 2, #ARGV, 2 do
  redis.call('HSETNX', receipts, ARGV[i], ARGV[i + 1])
end
redis.call('PEXPIREAT', users, ARGV[1])
redis.call('PEXPIREAT', receipts, ARGV[1])
return new
