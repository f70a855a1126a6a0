-- Gives users what the gate asks of buyers: a registration, an admission and a pass.
--
-- KEYS[1] passes  KEYS[2] admitted  KEYS[3] reserved
-- ARGV[1] number of the first user  ARGV[2] how many  ARGV[3] pass  ARGV[4] valid until, epoch ms
-- returns how many

local first, count, pass, valid_until = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
for i = first, first + count - 1 do
  local user = 'u' .. string.format('%.0f', i)
  redis.call('HSET', KEYS[1], user, pass .. '|' .. valid_until)
  redis.call('ZADD', KEYS[2], valid_until, user)
  redis.call('SADD', KEYS[3], user)
end
return count
