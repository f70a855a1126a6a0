-- A part of the scripts that repair: why an auditor may not write to an item, or nil.
--   GONE       the item is not in Redis       WRONGTYPE  its key has another type
--   FENCED     another auditor runs by now    LOADING    it is being built, or older than the books

local function obstacle_of(item, fence, known_epoch)
  local item_type = redis.call('TYPE', item)['ok']
  if item_type ~= 'hash' then
    return item_type == 'none' and 'GONE' or 'WRONGTYPE'
  end
  local fields = redis.call('HMGET', item, 'repair_fence', 'epoch', 'loading')
  if (tonumber(fields[1] or '0') or 0) > tonumber(fence) then
    return 'FENCED'
  end
  if fields[3] or (tonumber(fields[2] or '0') or 0) < tonumber(known_epoch) then
    return 'LOADING'
  end
  return nil
end

