-- Puts an entry on the blacklist or takes it off; every change gives the list a new version.
--
-- Versions follow the clock, so that a list which was lost and begun anew repeats none of the old.
--
-- KEYS[1] blacklist: entries, and the field version
-- ARGV[1] entry
-- ARGV[2] who, when and why as JSON; empty to take the entry off
-- ARGV[3] entries that there may be
--
-- returns {DONE, what stood there or '', version before, version}
--         {ABSENT} if there is nothing to take off
--         {FULL} if there is no room for one more

local list, entry, value = KEYS[1], ARGV[1], ARGV[2]

local old = redis.call('HGET', list, entry)
if value == '' and not old then
  return {'ABSENT'}
end
local before = redis.call('HGET', list, 'version') or '0'
if value ~= '' and not old then
  -- The version is no entry.
  local entries = redis.call('HLEN', list) - (before == '0' and 0 or 1)
  if entries >= tonumber(ARGV[3]) then
    return {'FULL'}
  end
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1e6 + tonumber(time[2])
local version = string.format('%.0f', math.max(now, (tonumber(before) or 0) + 1))
if value == '' then
  redis.call('HDEL', list, entry)
else
  redis.call('HSET', list, entry, value)
end
redis.call('HSET', list, 'version', version)
return {'DONE', old or '', before, version}
