-- Puts the message of a dead letter back into the orders stream and takes its copy away.
-- KEYS[1] orders (stream)   KEYS[2] dead (stream)   KEYS[3] item (hash)
-- ARGV[1] consumer group   ARGV[2] stream id of the message when it was buried
-- ARGV[3] id of the copy in the dead stream, '' if there is none
-- then names and values of the message for the case that there is no copy; none if that must not be
-- returns MOVED, a space and the new stream id of the message; or after having done nothing:
--   LOADING the item is being built anew   GONE   the item has no orders stream
--   PENDING a consumer still owes it       ABSENT there is no copy and no message was given

local ADDED_PARTS = 4 -- stream_id and reason with their values, last
local FIRST_PART = 4

if redis.call('TYPE', KEYS[1])['ok'] == 'none' then
  return 'GONE'
end
if redis.call('HEXISTS', KEYS[3], 'loading') == 1 then
  return 'LOADING'
end
local owed = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1)
if not owed.err and #owed > 0 then
  return 'PENDING'
end

local parts = {}
local copy = ARGV[3] ~= '' and redis.call('XRANGE', KEYS[2], ARGV[3], ARGV[3])[1]
if copy then
  for i = 1, #copy[2] - ADDED_PARTS do
    parts[i] = copy[2][i]
  end
end
if #parts == 0 then
  for i = FIRST_PART, #ARGV do
    parts[#parts + 1] = ARGV[i]
  end
end
if #parts == 0 then
  return 'ABSENT'
end
local again = redis.call('XADD', KEYS[1], '*', unpack(parts))
if copy then
  redis.call('XDEL', KEYS[2], ARGV[3])
end
return 'MOVED ' .. again
