-- Ends the building of an item's state: from now on its status decides.
--
-- KEYS[1..7], ARGV[1..2] as in building.lua, which stands before this
--
-- ARGV[3] epoch under which it was built
-- ARGV[4] status in the books; PAUSED is taken over, because it may be newer than the build
-- ARGV[5] status of all items in the books; taken over in the same way
--
-- returns 1, or 0 if another has taken over

if not is_held() or redis.call('HGET', item, 'epoch') ~= ARGV[3] then
  return 0
end
if ARGV[4] == 'PAUSED' then
  redis.call('HSET', item, 'status', 'PAUSED')
end
if ARGV[5] ~= 'OPEN' then
  redis.call('HSET', item, 'all_status', 'PAUSED')
end
redis.call('HDEL', item, 'loading', 'loading_until')
return 1
