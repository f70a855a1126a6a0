-- Takes tokens out of the bucket that all gateways share; refills it by this server's clock.
--
-- KEYS[1] bucket: tokens, and the time they were counted at in microseconds
-- ARGV[1] tokens per second, a fraction allowed; 0 for none
-- ARGV[2] capacity
-- ARGV[3] tokens wanted
--
-- returns {tokens granted, milliseconds until there is a token again; 0 if there is one}

local bucket = KEYS[1]
local rate = tonumber(ARGV[1])
local capacity = tonumber(ARGV[2])
local wanted = tonumber(ARGV[3])

-- Longest wait that is told, and longest life of the key: a slow rate gives numbers beyond any clock.
local FOREVER = 1e12
-- A clock that steps back less than this is waited for; one that steps back further starts anew.
local STEP = 1e6

if rate <= 0 then
  return {0, FOREVER}
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1e6 + tonumber(time[2])
local tokens = capacity
local at = now

local kind = redis.call('TYPE', bucket).ok
if kind == 'hash' then
  local kept = redis.call('HMGET', bucket, 'tokens', 'at')
  tokens = tonumber(kept[1] or '') or -1
  at = tonumber(kept[2] or '') or -1
  if not (tokens >= 0 and tokens < math.huge and at >= 0 and at < math.huge) then
    -- Nonsense gives nothing away.
    tokens = 0
    at = now
  elseif at > now + STEP then
    at = now
  end
elseif kind ~= 'none' then
  redis.call('DEL', bucket)
  tokens = 0
end

if now > at then
  tokens = tokens + (now - at) / 1e6 * rate
  at = now
end
tokens = math.min(tokens, capacity)

local granted = math.min(wanted, math.floor(tokens))
tokens = tokens - granted
redis.call('HSET', bucket, 'tokens', string.format('%.17g', tokens), 'at', string.format('%.0f', at))

-- When the key is gone the bucket is full, so it lives until then, and a second more.
local full = math.ceil((capacity - tokens) / rate * 1000) + 1000
redis.call('PEXPIRE', bucket, string.format('%.0f', math.min(full, FOREVER)))

local wait = 0
if tokens < 1 then
  wait = math.min(math.ceil((1 - tokens) / rate * 1000), FOREVER)
end
return {granted, wait}
