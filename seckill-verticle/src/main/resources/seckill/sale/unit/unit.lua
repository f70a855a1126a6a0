-- What the scripts about the unit of one order begin with: their keys, and whether the item is whole.
--
-- KEYS[1] item      Hash    epoch, total, accepted, returned, expire_at, loading, loading_until, oversold,
--                           barred
-- KEYS[2] stock     String  units left
-- KEYS[3] users     Set     users who hold a unit
-- KEYS[4] receipts  Hash    user -> order id, order id|fingerprint or order id|taken.seq
-- KEYS[5] barred    Set     users who may not buy any more
-- KEYS[6] returned  Hash    order id whose unit was given back -> seq
--
-- ARGV[1] user id
-- ARGV[2] order id
-- ARGV[3] seq: requests for one order count by it, whatever the order in which they arrive
-- ARGV[4] epoch in the books, 0 if not known
--
-- An item that is closed because it is oversold has no obstacle: units come back to it, and that opens it.
--
-- returns nothing; it leaves `obstacle`: why the item cannot be touched, or nil
--   GONE       the item is not in Redis
--   LOADING    the item is being built
--   BROKEN     the item is not whole or is older than the books, and nobody is building it
--   WRONGTYPE  a key (detail) has another type

local item, stock_key, users, receipts, barred, returned = unpack(KEYS)
local user_id, order_id, seq, known_epoch = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local exists, obstacle, detail = {}, nil, ''
for i, expected in ipairs({'hash', 'string', 'set', 'hash', 'set', 'hash'}) do
  local actual = redis.call('TYPE', KEYS[i])['ok']
  exists[i] = actual ~= 'none'
  if exists[i] and actual ~= expected then
    obstacle, detail = 'WRONGTYPE', KEYS[i]
  end
end

local fields = obstacle and {}
  or redis.call('HMGET', item, 'epoch', 'total', 'accepted', 'returned', 'expire_at', 'loading',
    'loading_until', 'oversold')
local epoch, total = whole_number(fields[1]) or 0, whole_number(fields[2])
local entered, left = whole_number(fields[3]), whole_number(fields[4] or '0')
local expire_at = whole_number(fields[5])
local stock = not obstacle and whole_number(redis.call('GET', stock_key))

if obstacle then
  stock = nil
elseif not exists[1] then
  obstacle = 'GONE'
elseif fields[6] and (whole_number(fields[7]) or 0) > now then
  obstacle = 'LOADING'
elseif fields[6] or epoch < known_epoch or not stock or not entered or not left or not expire_at
  or (entered > left and not (exists[3] and exists[4])) then
  obstacle = 'BROKEN'
else
  total = total or stock + redis.call('SCARD', users)
end

-- The order that stands for the user's unit, and the seq by which it was taken again, if it was.
local function receipt_of_user()
  local receipt = redis.call('HGET', receipts, user_id)
  if not receipt then
    return nil, nil
  end
  local order, rest = string.match(receipt, '^([^|]*)|?(.*)$')
  return order, whole_number(string.match(rest, '^taken%.(%d+)$'))
end
