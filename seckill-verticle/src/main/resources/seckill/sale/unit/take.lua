-- Takes a unit again for an order that lost it, once.
--
-- KEYS[1..6] as in unit.lua, which stands before this
--
-- ARGV[1..4] as in unit.lua
-- ARGV[5] '1' if the rest of the sale was booked back, so that no unit can be had
-- ARGV[6] milliseconds since 1970 from which on this may not be carried out any more; 0 for no such moment
--
-- returns {word, stock or -1, detail}
--   TAKEN      the order holds a unit; also if it did before
--   DUPLICATE  the user holds a unit by another order; nothing was written
--   ALREADY    the order took a unit and gave it back with a higher seq; nothing was written
--   LATE       the time is over: whoever asked may have decided without the unit; nothing was written
--   CLOSED     no unit can be had any more, whatever the state of the item; nothing was written
--   SOLD_OUT   no stock left; nothing was written
--   else the obstacle, see unit.lua; nothing was written
--
-- The first write is the one that a full Redis refuses: a script that fails has changed nothing.

local settled, until_millis = ARGV[5] == '1', tonumber(ARGV[6])

if until_millis > 0 and now >= until_millis then
  return {'LATE', -1, ''}
end
if obstacle then
  return {settled and 'CLOSED' or obstacle, -1, settled and '' or detail}
end
local receipt, taken = receipt_of_user()
local new_receipt = order_id .. '|taken.' .. ARGV[3]
if redis.call('SISMEMBER', users, user_id) == 1 then
  if receipt ~= order_id then
    return {'DUPLICATE', stock, ''}
  end
  -- From now on a return that was asked for before this is too late.
  if not taken or taken < seq then
    redis.call('HSET', receipts, user_id, new_receipt)
  end
  return {'TAKEN', stock, ''}
end
local given_back = whole_number(redis.call('HGET', returned, order_id))
if given_back and given_back > seq then
  return {'ALREADY', stock, ''}
end
if settled then
  return {'CLOSED', stock, ''}
end
if stock <= 0 then
  return {'SOLD_OUT', stock, ''}
end

stock = redis.call('DECR', stock_key)
redis.call('SADD', users, user_id)
redis.call('HSET', receipts, user_id, new_receipt)
redis.call('HINCRBY', item, 'accepted', 1)
redis.call('HDEL', returned, order_id)
if not exists[3] then
  keep_with_users(expire_at, users)
end
if not exists[4] then
  keep_with_users(expire_at, receipts)
end
return {'TAKEN', stock, ''}
