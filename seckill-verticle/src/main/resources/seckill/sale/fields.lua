-- Sets fields of an item that is preheated, and of no other.
--
-- KEYS[1] item
-- then per field: name, value, or '' to take the field away
--
-- returns 0 if the item is not in Redis, 1 if everything was so already, 2 if something changed

local item = KEYS[1]
if redis.call('EXISTS', item) == 0 then
  return 0
end
local result = 1
for i = 1, #ARGV, 2 do
  local field, value = ARGV[i], ARGV[i + 1]
  if (redis.call('HGET', item, field) or '') ~= value then
    result = 2
    if value == '' then
      redis.call('HDEL', item, field)
    else
      redis.call('HSET', item, field, value)
    end
  end
end
return result
