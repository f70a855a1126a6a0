-- Keeps auditors that ran before from writing to an item any more.
-- KEYS[1] item (hash)
-- ARGV[1] fence of the caller   ARGV[2] epoch in the books
-- returns DONE, or the obstacle of fenced.lua, which stands before this; nothing was written then

local obstacle = obstacle_of(KEYS[1], ARGV[1], ARGV[2])
if obstacle then
  return obstacle
end
redis.call('HSET', KEYS[1], 'repair_fence', ARGV[1])
return 'DONE'
