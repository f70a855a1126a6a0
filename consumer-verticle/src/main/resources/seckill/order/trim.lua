-- Removes the oldest entries of an orders stream that nobody needs: settled, and older than a time.
-- KEYS[1] orders (stream)
-- ARGV[1] consumer group   ARGV[2] how long settled entries stay, milliseconds
-- ARGV[3] about how many entries one call may remove
-- returns how many were removed; 0 when there is nothing left to do
-- Never removes what is unread or pending: without the group everything counts as unread.

local REST = 100 -- removed one by one, where the last node of the stream is kept in part

local function shorter_or_less(a, b)
  if #a ~= #b then
    return #a < #b
  end
  return a < b
end

-- By digits: the parts of an id have 64 bits, a Lua number holds 53.
local function before(a, b)
  local a_time, a_number = string.match(a, '^(%d+)-(%d+)$')
  local b_time, b_number = string.match(b, '^(%d+)-(%d+)$')
  if a_time ~= b_time then
    return shorter_or_less(a_time, b_time)
  end
  return shorter_or_less(a_number, b_number)
end

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local bound
for _, flat in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local group = {}
  for i = 1, #flat, 2 do
    group[flat[i]] = flat[i + 1]
  end
  if group['name'] == ARGV[1] then
    bound = group['last-delivered-id']
    if group['pending'] > 0 then
      local oldest = redis.call('XPENDING', KEYS[1], ARGV[1])[2]
      bound = before(oldest, bound) and oldest or bound
    end
  end
end
if not bound then
  return 0
end

local time = redis.call('TIME')
local cutoff = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[2])
cutoff = string.format('%.0f-0', math.max(0, cutoff))
bound = before(cutoff, bound) and cutoff or bound
-- Of a stream that nobody has read from: no id is before this one, and Redis refuses to look.
if bound == '0-0' then
  return 0
end

local removed = redis.call('XTRIM', KEYS[1], 'MINID', '~', bound, 'LIMIT', ARGV[3])
local rest = redis.call('XRANGE', KEYS[1], '-', '(' .. bound, 'COUNT', REST + 1)
if #rest > REST then
  bound = rest[#rest][1]
end
if #rest > 0 then
  removed = removed + redis.call('XTRIM', KEYS[1], 'MINID', '=', bound)
end
return removed
