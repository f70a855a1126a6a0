-- Sends the message of a lost order again.
-- KEYS[1] item (hash)   KEYS[2] users (set)   KEYS[3] receipts (hash)   KEYS[4] orders (stream)
-- ARGV[1] fence of the caller   ARGV[2] epoch in the books
-- ARGV[3] user id   ARGV[4] order id   ARGV[5] item id   ARGV[6] price   ARGV[7] purchased at
-- returns, besides the obstacles of fenced.lua, which stands before this,
--   DONE   the message stands in the stream
--   MOVED  the user holds no unit by this order any more; nothing was written

local obstacle = obstacle_of(KEYS[1], ARGV[1], ARGV[2])
if obstacle then
  return obstacle
end
local receipt = redis.call('HGET', KEYS[3], ARGV[3])
if redis.call('SISMEMBER', KEYS[2], ARGV[3]) == 0 or not receipt
  or string.match(receipt, '^[^|]*') ~= ARGV[4] then
  return 'MOVED'
end
redis.call('XADD', KEYS[4], '*', 'order_id', ARGV[4], 'item_id', ARGV[5], 'user_id', ARGV[3],
  'price_cents', ARGV[6], 'purchased_at', ARGV[7])
redis.call('HSET', KEYS[1], 'repair_fence', ARGV[1])
return 'DONE'
