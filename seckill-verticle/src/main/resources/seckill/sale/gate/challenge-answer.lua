-- Tries an answer to the challenge of a user for an item; the right one is worth one pass.
--
-- KEYS[1] challenge  Hash  id, answers, tries, not_before and again_at, epoch milliseconds
-- KEYS[2] passes     Hash  user -> pass|end, epoch milliseconds
--
-- ARGV[1] id of the challenge
-- ARGV[2] the answer
-- ARGV[3] user id
-- ARGV[4] the pass that a right answer is worth
-- ARGV[5] milliseconds for which the pass can be shown
-- ARGV[6] milliseconds that a user who has used up the tries waits for another challenge
-- ARGV[7] where the search for expired passes goes on, 0 to begin
-- ARGV[8] passes looked at in that search
--
-- returns {word, end of the pass or 0, where the search for expired passes goes on}
--   PASSED    the challenge is gone, the pass stands
--   WRONG     one try less
--   TOO_FAST  right or wrong, it came sooner than a human answers: one try less
--   USED_UP   all its tries were used before
--   UNKNOWN   there is no such challenge

local challenge, passes = KEYS[1], KEYS[2]
local id, answer, user_id, pass = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local pass_millis, pause, cursor = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function text(number)
  return string.format('%.0f', number)
end

local kept = redis.call('HMGET', challenge, 'id', 'answers', 'tries', 'not_before')
local tries = tonumber(kept[3] or '')
if kept[1] ~= id or not tries then
  return {'UNKNOWN', 0, cursor}
elseif tries < 1 then
  return {'USED_UP', 0, cursor}
end

local too_fast = now < tonumber(kept[4])
local right = string.find('\n' .. kept[2] .. '\n', '\n' .. answer .. '\n', 1, true)
if too_fast or not right then
  if redis.call('HINCRBY', challenge, 'tries', -1) < 1 then
    redis.call('HSET', challenge, 'again_at', text(now + pause))
    if redis.call('PTTL', challenge) < pause then
      redis.call('PEXPIRE', challenge, text(pause))
    end
  end
  return {too_fast and 'TOO_FAST' or 'WRONG', 0, cursor}
end

redis.call('DEL', challenge)
redis.call('HSET', passes, user_id, pass .. '|' .. text(now + pass_millis))
-- The Hash lives as long as the pass that lives longest.
if redis.call('PTTL', passes) < pass_millis then
  redis.call('PEXPIRE', passes, text(pass_millis))
end
local page = redis.call('HSCAN', passes, cursor, 'COUNT', ARGV[8])
local found = page[2]
for i = 1, #found, 2 do
  local ends = tonumber(string.match(found[i + 1], '|(%d+)$') or '')
  if not ends or ends <= now then
    redis.call('HDEL', passes, found[i])
  end
end
return {'PASSED', now + pass_millis, page[1]}
