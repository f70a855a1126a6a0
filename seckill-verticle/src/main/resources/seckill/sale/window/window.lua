-- Lets each user make so many purchases within any stretch of time that is as long as the window.
--
-- KEYS one per attempt: the window of its user, ZSet of what passed, by microseconds
-- KEYS[1] the window of the first attempt's user
--
-- ARGV[1] purchases of one user within a window  ARGV[2] length of the window, milliseconds
--
-- returns the numbers of the refused attempts, from 1, in order: an empty list if all may pass
--
-- Below the limit nothing has to be pruned, and a window never holds more than the limit. What is
-- refused is not counted and makes nothing last longer. No key is ever without an end, which lies
-- at most one window ahead; a key that was damaged from outside mends itself within one.
--
-- A window is worth nothing once it is over: it goes neither to replicas nor to the append-only
-- file. After a failover or a restart every user begins a new one.

redis.set_repl(redis.REPL_NONE)

local limit, window_millis = tonumber(ARGV[1]), tonumber(ARGV[2])
-- The key's end is told in milliseconds: one more, so that no entry goes before its time.
local keep_millis = window_millis + 1

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local now_text = string.format('%.0f', now)

local function count(key)
  local known = redis.pcall('ZCARD', key)
  if type(known) == 'number' then
    return known
  end
  redis.call('DEL', key)
  return 0
end

-- Leaves what counts. What a clock that was set back left in the future counts as made now.
local function prune(key)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now - window_millis * 1000))
  redis.call('ZREMRANGEBYRANK', key, 0, -limit - 1)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. now_text, '+inf')) do
    redis.call('ZADD', key, 'XX', now_text, member)
  end
  return redis.call('ZCARD', key)
end

local function add(key, number)
  local member = now_text .. '.' .. number
  while redis.call('ZADD', key, 'NX', now_text, member) == 0 do
    member = member .. '+'
  end
  redis.call('PEXPIRE', key, keep_millis)
end

local refused = {}
for i, key in ipairs(KEYS) do
  if count(key) < limit or prune(key) < limit then
    add(key, i)
  else
    local left = redis.call('PTTL', key)
    if left == -1 or left > keep_millis then
      redis.call('PEXPIRE', key, keep_millis)
    end
    refused[#refused + 1] = i
  end
end
return refused
