-- Pauses an item that is preheated while MySQL is away, and notes that MySQL does not know it.
--
-- KEYS[1] item
-- ARGV[1] '' for the item itself, 'all_' for the switch of all items
-- ARGV[2] revision in MySQL, as far as it is known
--
-- returns 0 if the item is not in Redis, else 1

local item, prefix = KEYS[1], ARGV[1]
if redis.call('EXISTS', item) == 0 then
  return 0
end
local held = whole_number(redis.call('HGET', item, prefix .. 'revision')) or 0
local known = math.max(held, whole_number(ARGV[2]) or 0)
redis.call('HSET', item, prefix .. 'status', 'PAUSED', prefix .. 'pause_unstored', string.format('%.0f', known))
return 1
