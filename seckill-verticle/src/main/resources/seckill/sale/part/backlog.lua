-- A part of other scripts: how many orders of a stream that exists are not in the books yet.

local function backlog(orders, group)
  for _, entry in ipairs(redis.call('XINFO', 'GROUPS', orders)) do
    local info = {}
    for i = 1, #entry, 2 do
      info[entry[i]] = entry[i + 1]
    end
    if info['name'] == group and info['lag'] then
      return info['lag'] + info['pending']
    end
  end
  return redis.call('XLEN', orders)
end

