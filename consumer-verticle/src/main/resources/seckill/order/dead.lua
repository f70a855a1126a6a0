-- Copies messages that could not be stored to the dead stream and acknowledges the originals.
-- KEYS[1] orders (stream)   KEYS[2] dead (stream)
-- ARGV[1] consumer group, then for each message:
--   stream id, reason, and '1' if an earlier try may have left a copy, else '0'
-- returns how many copies were added
-- A message that is no longer pending was settled by somebody else: nothing is done for it.

local MAX_PARTS = 1000

local copies

-- Looked up only for repeated tries, and then once for all of them.
local function copied(id)
  if not copies then
    copies = {}
    for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+')) do
      local parts = entry[2]
      for i = 1, #parts, 2 do
        if parts[i] == 'stream_id' then
          copies[parts[i + 1]] = true
        end
      end
    end
  end
  return copies[id]
end

local function pending(group, id)
  return #redis.call('XPENDING', KEYS[1], group, id, id, 1) > 0
end

local function copy(id, reason)
  local parts = {}
  local original = redis.call('XRANGE', KEYS[1], id, id)[1]
  if original then
    for i = 1, math.min(#original[2], MAX_PARTS) do
      parts[i] = original[2][i]
    end
  end
  -- Last, so that they win over fields of the same name.
  for _, part in ipairs({'stream_id', id, 'reason', reason}) do
    parts[#parts + 1] = part
  end
  redis.call('XADD', KEYS[2], '*', unpack(parts))
end

local added = 0
for i = 2, #ARGV, 3 do
  local id = ARGV[i]
  if pending(ARGV[1], id) then
    if ARGV[i + 2] == '0' or not copied(id) then
      copy(id, ARGV[i + 1])
      added = added + 1
    end
    redis.call('XACK', KEYS[1], ARGV[1], id)
  end
end
return added
