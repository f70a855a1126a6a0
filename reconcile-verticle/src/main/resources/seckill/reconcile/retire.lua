-- Removes the streams of an item whose sale is over and whose books are closed.
-- KEYS[1] item (hash)   KEYS[2] stock (string)   KEYS[3] users (set)
-- KEYS[4] orders (stream)   KEYS[5] dead (stream)
-- ARGV[1] consumer group   ARGV[2] last id of the orders stream when its books were found closed
-- returns the number of streams removed, or -1 if anything still needs them; nothing is touched then
local expire_at = redis.call('HGET', KEYS[1], 'expire_at')
if expire_at then
  local time = redis.call('TIME')
  if tonumber(expire_at) > time[1] * 1000 + math.floor(time[2] / 1000) then
    return -1
  end
elseif redis.call('EXISTS', KEYS[1], KEYS[2], KEYS[3]) > 0 then
  return -1
end
if redis.call('XLEN', KEYS[5]) > 0 then
  return -1
end
if redis.call('EXISTS', KEYS[4]) == 1 then
  local delivered, pending = '0-0', 0
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', KEYS[4])) do
    local group = {}
    for i = 1, #flat, 2 do
      group[flat[i]] = flat[i + 1]
    end
    if group['name'] == ARGV[1] then
      delivered, pending = group['last-delivered-id'], group['pending']
    end
  end
  local unread = redis.call('XRANGE', KEYS[4], '(' .. delivered, '+', 'COUNT', 1)
  local newest = redis.call('XINFO', 'STREAM', KEYS[4])
  for i = 1, #newest, 2 do
    if newest[i] == 'last-generated-id' and newest[i + 1] ~= ARGV[2] then
      return -1
    end
  end
  if pending > 0 or #unread > 0 then
    return -1
  end
end
return redis.call('UNLINK', KEYS[4], KEYS[5])
