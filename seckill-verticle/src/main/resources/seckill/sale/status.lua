-- Sets the status of an item that is preheated, and of no other.
--
-- KEYS[1] item
-- ARGV[1] OPEN or PAUSED
--
-- returns 1, or 0 if the item is not in Redis

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'status', ARGV[1])
return 1
