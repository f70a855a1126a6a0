-- Closes an item so that its state can be built again, by one at a time.
--
-- KEYS[1..7], ARGV[1..2] as in building.lua, which stands before this
--
-- ARGV[3] 'always', or 'broken' for an item whose state is not whole, older than the books, or was set
--         back
-- ARGV[4] purchases that were accepted at least: a state that knows of fewer was set back, unless it is
--         of a later epoch than ARGV[8]
-- ARGV[5] epoch in the books
-- ARGV[6] end_at in the books
-- ARGV[7] expire_at in the books
-- ARGV[8] epoch of ARGV[4]
-- then fields of the item that are set where they are missing: name, value
--
-- returns {word, stock or -1, epoch, detail}
--   CLOSED     nothing is sold until open.lua has ended this building
--   ACTIVE     ('broken') the state is whole; nothing was written
--   BUSY       another builds it: ask again in so many milliseconds (detail); nothing was written
--   ENDED      the sale is over, and ('broken') what is lost stays so, or nothing is left; nothing was
--              written
--   WRONGTYPE  ('broken') a key (detail) has another type; nothing was written
--
-- A key of another type is of no use to anybody: 'always' removes it, as if it had been lost.

local always, least, book_epoch = ARGV[3] == 'always', tonumber(ARGV[4]), tonumber(ARGV[5])
local least_epoch = tonumber(ARGV[8])
local FIRST_FIELD = 9

local expected = {'hash', 'string', 'set', 'hash', 'stream', 'set', 'hash'}
local exists, strays = {}, {}
for i, key in ipairs(KEYS) do
  local actual = redis.call('TYPE', key)['ok']
  exists[i] = actual == expected[i]
  if actual ~= 'none' and not exists[i] then
    if not always then
      return {'WRONGTYPE', -1, 0, key}
    end
    strays[#strays + 1] = key
  end
end

local fields = not exists[1] and {} or redis.call('HMGET', item, 'epoch', 'status', 'start_at', 'end_at',
  'price_cents', 'expire_at', 'accepted', 'loading', 'all_status', 'returned', 'loading_until', 'oversold')
local epoch = whole_number(fields[1]) or 0
local stock = exists[2] and whole_number(redis.call('GET', stock_key))
local accepted, left = whole_number(fields[7]), whole_number(fields[10] or '0')

if always then
  local rest = exists[2] or exists[3] or exists[4]
  if now >= tonumber(ARGV[6]) and not exists[1] and (not rest or now >= tonumber(ARGV[7])) then
    return {'ENDED', -1, epoch, ''}
  end
elseif now >= math.max(whole_number(fields[4]) or 0, tonumber(ARGV[6])) then
  -- A later end in the books that Redis was not told yet counts, an earlier one does not.
  return {'ENDED', stock or -1, epoch, ''}
end

local until_when = whole_number(fields[11])
if fields[8] and fields[8] ~= building and until_when and until_when > now then
  return {'BUSY', stock or -1, epoch, text(until_when - now)}
end

local function whole()
  for i = 3, 6 do
    if not whole_number(fields[i]) then
      return false
    end
  end
  return fields[2] and fields[9] and not fields[8] and not fields[12] and stock and accepted and left
    and epoch >= book_epoch and (accepted >= least or epoch > least_epoch)
    and (accepted <= left or (exists[3] and exists[4] and exists[5]))
end

if not always and whole() then
  return {'ACTIVE', stock, epoch, ''}
end
if #strays > 0 then
  redis.call('UNLINK', unpack(strays))
end
for i = FIRST_FIELD, #ARGV, 2 do
  redis.call('HSETNX', item, ARGV[i], ARGV[i + 1])
end
hold()
if redis.call('PTTL', item) < 0 then
  redis.call('PEXPIREAT', item, ARGV[7])
end
return {'CLOSED', stock or -1, epoch, ''}
