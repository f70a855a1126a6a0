-- Tells an item that is preheated what MySQL says of it: its status, its gate, and the switch of all.
--
-- KEYS[1] item
-- ARGV[1] revision of the item in MySQL, or '' if only the switch is told
-- ARGV[2] revision of the switch in MySQL, or '' if only the item is told
-- ARGV[3] status of all items, by the switch
-- then per field of the item: name, value, or '' to take the field away
--
-- returns {of the item, revision, of the switch, revision}, each one of
--   ABSENT    the item is not in Redis, or nothing was to be told
--   SAME      everything was so already
--   CHANGED   something changed
--   OLDER     Redis holds what a later revision (told beside it) says; nothing was written
--   UNSTORED  somebody paused while MySQL was away, which had come to this revision at least; nothing
--             was written
--
-- The revision is raised in MySQL by every change, so what arrives late never undoes what is newer. Of
-- one revision the values count: who changes MySQL by hand does not raise it.

local FIRST = 4

local item = KEYS[1]
if redis.call('EXISTS', item) == 0 then
  return {'ABSENT', -1, 'ABSENT', -1}
end

local function refused(revision, held, unstored)
  if unstored and revision <= unstored then
    return 'UNSTORED', unstored
  elseif revision < held then
    return 'OLDER', held
  end
end

local function set(field, value)
  if (redis.call('HGET', item, field) or '') == value then
    return false
  end
  if value == '' then
    redis.call('HDEL', item, field)
  else
    redis.call('HSET', item, field, value)
  end
  return true
end

local function tell(prefix, text, fields)
  local revision = whole_number(text)
  if not revision then
    return 'ABSENT', -1
  end
  local held = whole_number(redis.call('HGET', item, prefix .. 'revision')) or -1
  local unstored = whole_number(redis.call('HGET', item, prefix .. 'pause_unstored'))
  local word, at = refused(revision, held, unstored)
  if word then
    return word, at
  end
  local changed = false
  -- First what a full Redis refuses, so that a script that fails has changed nothing.
  if held ~= revision then
    redis.call('HSET', item, prefix .. 'revision', text)
  end
  for i = 1, #fields, 2 do
    changed = set(fields[i], fields[i + 1]) or changed
  end
  if unstored then
    redis.call('HDEL', item, prefix .. 'pause_unstored')
  end
  return changed and 'CHANGED' or 'SAME', revision
end

local fields = {}
for i = FIRST, #ARGV do
  fields[#fields + 1] = ARGV[i]
end
local of_item, revision = tell('', ARGV[1], fields)
local of_all, all_revision = tell('all_', ARGV[2], {'all_status', ARGV[3]})
return {of_item, revision, of_all, all_revision}
