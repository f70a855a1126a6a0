-- Changes the settings of one section of the gate, unless somebody else changed any meanwhile.
--
-- KEYS[1] gate: version, and settings by section
-- ARGV[1] the version that the change was made from; 0 if there was none
-- ARGV[2] section
-- ARGV[3] its settings as JSON; empty to go back to those of the file
--
-- returns the new version, or 0 if the version is another one by now

local gate = KEYS[1]
local version = tonumber(redis.call('HGET', gate, 'version') or '') or 0
if version ~= tonumber(ARGV[1]) then
  return 0
end

-- By the clock, so that a version that was lost with the key does not come again.
local time = redis.call('TIME')
version = math.max(version + 1, tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))

if ARGV[3] == '' then
  redis.call('HDEL', gate, ARGV[2])
else
  redis.call('HSET', gate, ARGV[2], ARGV[3])
end
redis.call('HSET', gate, 'version', string.format('%.0f', version))
return version
