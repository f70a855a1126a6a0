-- Brings the terms of a sale from the books into force: units ever for sale, and the end. Both only
-- grow, so this may run at any time, often and from an older copy of the books.
--
-- KEYS[1] item  KEYS[2] stock  KEYS[3] users
-- KEYS[4..7] receipts, barred, returned, reserved: kept as long as users
-- KEYS[8..12] admitted, queue, away, seen, room: kept as long as item and stock
--
-- ARGV[1] epoch in the books  ARGV[2] units ever for sale
-- ARGV[3] end_at  ARGV[4] expire_at, both epoch milliseconds
--
-- returns {word, stock or -1, units added, 1 if the end was moved,
--          1 if the holders of an item that was closed as oversold fit now, which opens it}
--   TOLD       the terms are in force
--   ABSENT     the item is not in Redis; nothing was written
--   LOADING    the item is not whole, is being built, or is older than the books; nothing was written
--   WRONGTYPE  a key has another type; nothing was written
--
-- Every key of the item is then kept at least until its time, whatever was said before. The first
-- write is one that a full Redis refuses: a script that fails has changed nothing.

local ITEM_AND_STOCK, LAST_OF_USERS = 2, 7

local item, stock_key, users = KEYS[1], KEYS[2], KEYS[3]
local book_epoch, book_total = tonumber(ARGV[1]), tonumber(ARGV[2])
local book_end, book_expire = tonumber(ARGV[3]), tonumber(ARGV[4])

for i, expected in ipairs({'hash', 'string', 'set'}) do
  local actual = redis.call('TYPE', KEYS[i])['ok']
  if actual ~= 'none' and actual ~= expected then
    return {'WRONGTYPE', -1, 0, 0, 0}
  end
end
if redis.call('EXISTS', item) == 0 then
  return {'ABSENT', -1, 0, 0, 0}
end

local fields = redis.call('HMGET', item, 'epoch', 'total', 'end_at', 'expire_at', 'loading', 'oversold')
local stock = whole_number(redis.call('GET', stock_key))
local end_at, expire_at = whole_number(fields[3]), whole_number(fields[4])
if fields[5] or (whole_number(fields[1]) or 0) < book_epoch or not stock or not end_at or not expire_at then
  return {'LOADING', -1, 0, 0, 0}
end

local holders = redis.call('SCARD', users)
local total = whole_number(fields[2]) or stock + holders
local added = 0
if book_total > total or not whole_number(fields[2]) then
  added = math.max(0, math.min(book_total - total, book_total - holders - stock))
  stock = redis.call('INCRBY', stock_key, added)
  redis.call('HSET', item, 'total', string.format('%.0f', math.max(book_total, total)))
end
local opened = fields[6] and stock + holders <= math.max(book_total, total)
if opened then
  redis.call('HDEL', item, 'oversold')
end
local moved = book_end > end_at
if moved then
  redis.call('HSET', item, 'end_at', ARGV[3])
end
if book_expire > expire_at then
  redis.call('HSET', item, 'expire_at', ARGV[4])
  expire_at = book_expire
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i, key in ipairs(KEYS) do
  local with_users = i > ITEM_AND_STOCK and i <= LAST_OF_USERS
  local keep_until = with_users and expire_at + USERS_OUTLIVE_STOCK_MILLIS or expire_at
  local left = redis.call('PTTL', key)
  if left == -1 or (left >= 0 and now + left < keep_until - 1) then
    redis.call('PEXPIREAT', key, string.format('%.0f', keep_until))
  end
end
return {'TOLD', stock, added, moved and 1 or 0, opened and 1 or 0}
