#!lua flags=no-writes
-- One page of the messages that were delivered and are not acknowledged; writes nothing.
-- KEYS[1] orders (stream)
-- ARGV[1] consumer group   ARGV[2] first id, '(id' for the ones after it
-- ARGV[3] last id   ARGV[4] page size
-- returns {{stream id, user id}, …}, with an empty text for a message that names no user;
--         a message that was deleted has only its stream id
if redis.call('EXISTS', KEYS[1]) == 0 then
  return {}
end
local owed = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4])
if owed.err then
  if string.find(owed.err, 'NOGROUP', 1, true) then
    return {}
  end
  return owed
end
local page = {}
for i, entry in ipairs(owed) do
  local id = entry[1]
  local message = redis.call('XRANGE', KEYS[1], id, id)[1]
  if message then
    local user = ''
    for f = 1, #message[2], 2 do
      if message[2][f] == 'user_id' then
        user = message[2][f + 1]
      end
    end
    page[i] = {id, user}
  else
    page[i] = {id}
  end
end
return page
