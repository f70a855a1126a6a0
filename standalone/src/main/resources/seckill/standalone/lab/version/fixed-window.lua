-- Lets so many requests pass in each window of the clock: the count begins anew at every edge.
--
-- KEYS[1] window  Hash  number: of the window that is counted; passed: in that window
--
-- ARGV[1] requests that pass in one window  ARGV[2] length of a window, milliseconds
--
-- returns the numbers of the refused requests, from 1: an empty list, or {1}

local limit, window_millis = tonumber(ARGV[1]), tonumber(ARGV[2])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local number = string.format('%.0f', math.floor(now / window_millis))

if redis.call('HGET', KEYS[1], 'number') ~= number then
  redis.call('HSET', KEYS[1], 'number', number, 'passed', 0)
  redis.call('PEXPIRE', KEYS[1], 2 * window_millis)
end
if tonumber(redis.call('HGET', KEYS[1], 'passed')) >= limit then
  return {1}
end
redis.call('HINCRBY', KEYS[1], 'passed', 1)
return {}
