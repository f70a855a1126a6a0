-- Lets users hold a unit each, as accepted purchases that have landed do.
--
-- KEYS[1] item  KEYS[2] stock  KEYS[3] users  KEYS[4] receipts
-- ARGV[1] number of the first user  ARGV[2] how many
-- returns how many

local first, count = tonumber(ARGV[1]), tonumber(ARGV[2])
local CHUNK = 1000 -- values per command; unpack has a limit
for from = first, first + count - 1, CHUNK do
  local users, receipts = {}, {}
  for i = from, math.min(from + CHUNK, first + count) - 1 do
    local user = 'holder' .. string.format('%.0f', i)
    users[#users + 1] = user
    receipts[#receipts + 1] = user
    receipts[#receipts + 1] = '0190a6b2-7c3d-7e4f-8a1b-' .. string.format('%012x', i)
  end
  redis.call('SADD', KEYS[3], unpack(users))
  redis.call('HSET', KEYS[4], unpack(receipts))
end
redis.call('DECRBY', KEYS[2], count)
redis.call('HINCRBY', KEYS[1], 'accepted', count)
return count
