-- Takes the copy of a dead letter away, and the message, so that a new group never delivers it.
-- KEYS[1] orders (stream)   KEYS[2] dead (stream)
-- ARGV[1] consumer group   ARGV[2] stream id of the message when it was buried
-- ARGV[3] id of the copy in the dead stream, '' if there is none
-- returns REMOVED, whatever was there, or PENDING after having done nothing: a consumer still owes it

local owed = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1)
if not owed.err and #owed > 0 then
  return 'PENDING'
end
if ARGV[3] ~= '' then
  redis.call('XDEL', KEYS[2], ARGV[3])
end
redis.call('XDEL', KEYS[1], ARGV[2])
return 'REMOVED'
