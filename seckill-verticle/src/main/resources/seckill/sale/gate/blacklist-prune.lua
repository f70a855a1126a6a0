-- Takes entries off the blacklist whose time is over, unless they were changed meanwhile.
-- Nobody is blocked by them any more, so the version stays.
--
-- KEYS[1] blacklist
-- ARGV[1], ARGV[2], ... entry, and what was read of it, in turn
--
-- returns how many went

local gone = 0
for i = 1, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    gone = gone + redis.call('HDEL', KEYS[1], ARGV[i])
  end
end
return gone
