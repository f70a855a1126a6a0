-- Keeps the one challenge that a user has to solve for an item, in place of an earlier one.
--
-- KEYS[1] item       Hash  start_at and end_at, epoch milliseconds
-- KEYS[2] challenge  Hash  id, answers, tries, not_before and again_at, epoch milliseconds
--
-- ARGV[1] id of the challenge
-- ARGV[2] the right answers, one a line
-- ARGV[3] tries
-- ARGV[4] milliseconds for which it can be answered
-- ARGV[5] milliseconds before which an answer is no human's
-- ARGV[6] milliseconds after which the user may ask for another
-- ARGV[7] milliseconds before start_at from which on challenges are given
--
-- returns {word, first, second}, times in epoch milliseconds
--   KEPT         can be answered from first until second
--   WAIT         the user asks too often, and may ask again in first milliseconds
--   NOT_STARTED  the sale starts at first, and challenges are given in second milliseconds
--   ENDED        the sale is over
--   NOT_FOUND    the item is not preheated
--
-- Tries that are used stay used while an earlier challenge lives, so that asking for another picture
-- buys no further guess.

local item, challenge = KEYS[1], KEYS[2]
local tries = tonumber(ARGV[3])
local valid, min_answer, again, opens_before =
  tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local window = redis.call('HMGET', item, 'start_at', 'end_at')
local start_at, end_at = tonumber(window[1] or ''), tonumber(window[2] or '')
if not start_at or not end_at then
  return {'NOT_FOUND', 0, 0}
end
if now < start_at - opens_before then
  return {'NOT_STARTED', start_at, start_at - opens_before - now}
end
if now >= end_at then
  return {'ENDED', 0, 0}
end

local former = redis.call('HMGET', challenge, 'tries', 'again_at')
local tries_left, again_at = tonumber(former[1] or ''), tonumber(former[2] or '')
if again_at and now < again_at then
  return {'WAIT', again_at - now, 0}
end
if tries_left and tries_left > 0 then
  tries = math.min(tries, tries_left)
end

local function text(number)
  return string.format('%.0f', number)
end

redis.call('HSET', challenge, 'id', ARGV[1], 'answers', ARGV[2], 'tries', text(tries),
  'not_before', text(now + min_answer), 'again_at', text(now + again))
redis.call('PEXPIRE', challenge, text(valid))
return {'KEPT', now + min_answer, now + valid}
