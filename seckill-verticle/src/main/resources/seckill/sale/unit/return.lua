-- Gives the unit of one order back, and to its user the right to buy, once.
--
-- KEYS[1..6] as in unit.lua, which stands before this
--
-- ARGV[1..4] as in unit.lua
-- ARGV[5] '1' if the unit is for sale again, '0' if it was none of those for sale
-- ARGV[6] '1' if the user may buy again, '0' if not
-- ARGV[7] how many of the orders whose unit was given back are remembered; above that any two make place
-- ARGV[8] '1' if the books know no other order by which the user could hold a unit, '0' if that was not
--         asked
--
-- returns {word, stock or -1, detail, 1 if this opened an item that was closed as oversold}
--   RETURNED  done
--   SURPLUS   done, but the unit is not for sale: with it there would be more than ever were
--   ALREADY   the user's unit is not this order's, or was given back before, or the order took a unit
--             again with a higher seq; nothing was written
--   UNNAMED   the user holds a unit and there is no receipt for it: ask the books; nothing was written
--   else the obstacle, see unit.lua; nothing was written
--
-- The first write is one that a full Redis takes, and after it every other is taken, too: a script
-- that fails has changed nothing.

local for_sale, may_buy, remembered = ARGV[5] == '1', ARGV[6] == '1', tonumber(ARGV[7])
local only_order = ARGV[8] == '1'

if obstacle then
  return {obstacle, -1, detail}
end
local receipt, taken = receipt_of_user()
-- Until an order has given its unit back its user can buy no other: a unit whose receipt is lost is
-- this order's if this order gave none back, and the books know of no other.
if not receipt and redis.call('SISMEMBER', users, user_id) == 1
  and redis.call('HEXISTS', returned, order_id) == 0 then
  if not only_order then
    return {'UNNAMED', stock, ''}
  end
  receipt = order_id
end
if receipt ~= order_id or (taken and taken > seq) then
  return {'ALREADY', stock, ''}
end

local word = 'RETURNED'
local was_in = redis.call('SREM', users, user_id)
redis.call('HDEL', receipts, user_id)
if for_sale then
  if stock + redis.call('SCARD', users) < total then
    stock = redis.call('INCR', stock_key)
  else
    word = 'SURPLUS'
  end
end
redis.call('HINCRBY', item, 'returned', was_in)
if redis.call('HLEN', returned) >= remembered then
  redis.call('HDEL', returned, unpack(redis.call('HRANDFIELD', returned, 2)))
end
redis.call('HSET', returned, order_id, ARGV[3])
if not exists[6] then
  keep_with_users(expire_at, returned)
end
if not may_buy then
  redis.call('SADD', barred, user_id)
  redis.call('HSET', item, 'barred', '1')
  if not exists[5] then
    keep_with_users(expire_at, barred)
  end
end
local opened = fields[8] and stock + redis.call('SCARD', users) <= total
if opened then
  redis.call('HDEL', item, 'oversold')
end
return {word, stock, '', opened and 1 or 0}
