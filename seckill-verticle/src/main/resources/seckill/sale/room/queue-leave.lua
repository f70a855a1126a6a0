-- Takes users out of the waiting room of one item, and their admissions back.
--
-- KEYS[1..12] as in room.lua, which stands before this
-- ARGV user ids
--
-- returns the number of places and admissions that were given up

if not is_usable then
  return redis.error_reply('WRONGTYPE a key of the waiting room has the wrong type')
end
local given_up = 0
for _, key in ipairs({queue, away, admitted}) do
  each_page(ARGV, 1, function(...)
    given_up = given_up + redis.call('ZREM', key, ...)
  end)
end
remove(ARGV, seen)
return given_up
