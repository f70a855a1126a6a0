-- Removes the names of consumers that owe nothing and have been silent for long.
-- In a script, so that nothing is delivered to a name between the look and the removal.
-- KEYS[1] orders (stream)
-- ARGV[1] consumer group   ARGV[2] the caller's own name   ARGV[3] silence in milliseconds
-- returns how many names were removed

local limit = tonumber(ARGV[3])
local removed = 0
for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local facts = {}
  for i = 1, #consumer, 2 do
    facts[consumer[i]] = consumer[i + 1]
  end
  if facts['name'] ~= ARGV[2] and facts['pending'] == 0 and facts['idle'] >= limit then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], facts['name'])
    removed = removed + 1
  end
end
return removed
