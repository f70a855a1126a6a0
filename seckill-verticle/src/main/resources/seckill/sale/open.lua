-- Ends the building of an item's state: from now on its status decides.
--
-- KEYS[1] item
-- ARGV[1] status in the books; PAUSED is taken over, because it may be newer than the build
-- ARGV[2] status of all items in the books; taken over in the same way
-- ARGV[3] name of the building
--
-- returns 1, or 0 if that building is over already

local item = KEYS[1]
if redis.call('HGET', item, 'loading') ~= ARGV[3] then
  return 0
end
if ARGV[1] == 'PAUSED' then
  redis.call('HSET', item, 'status', 'PAUSED')
end
if ARGV[2] ~= 'OPEN' then
  redis.call('HSET', item, 'all_status', 'PAUSED')
end
redis.call('HDEL', item, 'loading')
return 1
