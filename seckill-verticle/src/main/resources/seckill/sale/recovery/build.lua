-- Sets stock and counters of an item by those who hold its units.
--
-- KEYS[1..7], ARGV[1..2] as in building.lua, which stands before this
--
-- ARGV[3] consumer group of the orders
-- ARGV[4] epoch of the state from now on
-- ARGV[5] units ever for sale
-- ARGV[6] holders there are at least: those in the books
-- ARGV[7] purchases that were accepted at least
-- ARGV[8] until when users and receipts are kept, epoch milliseconds
-- ARGV[9] expire_at
-- ARGV[10] number of fields that the books decide, then these and those set where missing: name, value,
--          or '' for none
--
-- returns {word, stock or -1, epoch, detail}
--   BUILT     the state is whole; it sells once open.lua has ended the building
--   TAKEN     another has taken over; nothing was written
--   MISSING   holders that were entered have vanished again; nothing was written
--   OVERSOLD  so too, but with more holders (detail) than units: nothing is sold until they fit
--
-- Stock is never copied from the books: it is the units ever for sale less the holders, so that it
-- is right after any loss and however often this runs. With more holders than units none is left, and the
-- field `oversold` closes the item; what lowers the holders or raises the units takes it away.

local group, epoch, total = ARGV[3], ARGV[4], tonumber(ARGV[5])
local booked, least, keep_until, expire_at = tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8], ARGV[9]
local decided = tonumber(ARGV[10])
local FIRST = 11

if not is_held() then
  return {'TAKEN', -1, 0, ''}
end
local holders = redis.call('SCARD', users)
if holders < booked then
  return {'MISSING', -1, 0, ''}
end
local oversold, stock = holders > total, math.max(0, total - holders)
hold()
for i = FIRST, #ARGV, 2 do
  local field, value = ARGV[i], ARGV[i + 1]
  if i >= FIRST + 2 * decided then
    redis.call('HSETNX', item, field, value)
  elseif value == '' then
    redis.call('HDEL', item, field)
  else
    redis.call('HSET', item, field, value)
  end
end
-- The version of the holders only grows.
local accepted = math.max(whole_number(redis.call('HGET', item, 'accepted')) or 0,
  holders + redis.call('HLEN', returned), least)
redis.call('HSET', item, 'epoch', epoch, 'total', ARGV[5], 'expire_at', expire_at,
  'accepted', text(accepted), 'returned', text(accepted - holders))
if oversold then
  redis.call('HSET', item, 'oversold', text(holders))
else
  redis.call('HDEL', item, 'oversold')
end
redis.call('SET', stock_key, text(stock))
local created = redis.pcall('XGROUP', 'CREATE', orders, group, '0', 'MKSTREAM')
if created['err'] and not string.find(created['err'], 'BUSYGROUP', 1, true) then
  return redis.error_reply(created['err'])
end
redis.call('PEXPIREAT', item, expire_at)
redis.call('PEXPIREAT', stock_key, expire_at)
for _, key in ipairs({users, receipts, barred, returned}) do
  redis.call('PEXPIREAT', key, keep_until)
end
return {oversold and 'OVERSOLD' or 'BUILT', stock, tonumber(epoch), oversold and text(holders) or ''}
