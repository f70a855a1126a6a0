-- Builds the state of one item from its row in the books, and writes only what is not there.
--
-- KEYS[1] item  KEYS[2] stock  KEYS[3] users  KEYS[4] receipts  KEYS[5] orders
--
-- ARGV[1] 'look', or 'build' once everybody who holds a unit is in users and receipts
-- ARGV[2] consumer group of the orders
-- ARGV[3] epoch in the books
-- ARGV[4] '1' if the item was open before, so that this builds lost state again under a new epoch
-- ARGV[5] units ever for sale
-- ARGV[6] status  ARGV[7] start_at  ARGV[8] end_at  ARGV[9] price_cents  ARGV[10] expire_at
-- ARGV[11] name for this building, taken if none is under way
-- ARGV[12] holders that the books alone know
-- ARGV[13] status of all items
-- then per field of the gate: name, value, or '' for none
--
-- returns {word, stock, epoch, detail}
--   ACTIVE    the item is whole; nothing was written
--   MISSING   the state is absent or not whole; purchases are held off until it is built. On
--             'build': holders that were entered have vanished again; nothing was written
--   BUILT     ('build') the state is whole; it sells once open.lua has ended the building (detail)
--   ENDED     the sale is over; nothing was written
--   WRONGTYPE a key (detail) has another type; nothing was written
--   OVERSOLD  more holders (detail) than units; the item stays closed
--
-- Stock is never copied from the books: it is the units ever for sale less the holders, so that it
-- is right after any loss and however often this runs.

local item, stock_key, users, receipts, orders = unpack(KEYS)
local mode, group, book_epoch, rebuild, total = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4] == '1', tonumber(ARGV[5])
local status, start_at, end_at, price_cents = ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local expire_at, building, all_status = ARGV[10], ARGV[11], ARGV[13]
local FIRST_GATE_FIELD = 14

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local expected = {'hash', 'string', 'set', 'hash', 'stream'}
local exists = {}
for i, key in ipairs(KEYS) do
  local actual = redis.call('TYPE', key)['ok']
  if actual ~= 'none' and actual ~= expected[i] then
    return {'WRONGTYPE', -1, 0, key}
  end
  exists[i] = actual ~= 'none'
end

local fields = redis.call('HMGET', item, 'epoch', 'status', 'start_at', 'end_at', 'price_cents',
  'expire_at', 'accepted', 'loading', 'all_status', 'returned')
local epoch = whole_number(fields[1]) or 0
local stock = exists[2] and whole_number(redis.call('GET', stock_key))
local accepted, returned = whole_number(fields[7]), whole_number(fields[10] or '0')

-- A later end in the books that Redis was not told yet counts, an earlier one does not.
local known_end, known_expire = whole_number(fields[4]) or 0, whole_number(fields[6]) or 0
if now >= math.max(known_end, tonumber(end_at)) then
  return {'ENDED', stock or -1, epoch, ''}
end

local function whole()
  for i = 3, 6 do
    if not whole_number(fields[i]) then
      return false
    end
  end
  return fields[2] and fields[9] and not fields[8] and stock and accepted and epoch >= book_epoch
    and returned and (accepted <= returned or (exists[3] and exists[4] and exists[5]))
end

if whole() then
  return {'ACTIVE', stock, epoch, ''}
end
if mode == 'look' then
  if exists[1] then
    redis.call('HSETNX', item, 'loading', building)
  end
  return {'MISSING', stock or -1, epoch, ''}
end

local holders = redis.call('SCARD', users)
if holders > total then
  return {'OVERSOLD', -1, epoch, tostring(holders)}
end
if holders < tonumber(ARGV[12]) then
  return {'MISSING', stock or -1, epoch, ''}
end
epoch = math.max(epoch, book_epoch)
if rebuild then
  epoch = epoch + 1
end
stock = total - holders

redis.call('HSET', item, 'epoch', string.format('%.0f', epoch))
local row = {'status', status, 'start_at', start_at, 'price_cents', price_cents, 'all_status', all_status,
  'loading', building}
for i = 1, #row, 2 do
  redis.call('HSETNX', item, row[i], row[i + 1])
end
for i, field in pairs({[3] = 'start_at', [5] = 'price_cents'}) do
  if not whole_number(fields[i]) then
    redis.call('HSET', item, field, ARGV[i + 4])
  end
end
-- The units that the stock was reckoned from, and the later end.
redis.call('HSET', item, 'total', ARGV[5],
  'end_at', string.format('%.0f', math.max(known_end, tonumber(end_at))),
  'expire_at', string.format('%.0f', math.max(known_expire, tonumber(expire_at))))
for i = FIRST_GATE_FIELD, #ARGV, 2 do
  if ARGV[i + 1] == '' then
    redis.call('HDEL', item, ARGV[i])
  else
    redis.call('HSET', item, ARGV[i], ARGV[i + 1])
  end
end
-- The version of the holders only grows.
accepted = math.max(accepted or 0, holders)
redis.call('HSET', item, 'accepted', string.format('%.0f', accepted), 'returned',
  string.format('%.0f', accepted - holders))
redis.call('SET', stock_key, string.format('%.0f', stock))
local created = redis.pcall('XGROUP', 'CREATE', orders, group, '0', 'MKSTREAM')
if created['err'] and not string.find(created['err'], 'BUSYGROUP', 1, true) then
  return redis.error_reply(created['err'])
end
local keep_until = redis.call('HGET', item, 'expire_at')
redis.call('PEXPIREAT', item, keep_until)
redis.call('PEXPIREAT', stock_key, keep_until)
return {'BUILT', stock, epoch, redis.call('HGET', item, 'loading')}
