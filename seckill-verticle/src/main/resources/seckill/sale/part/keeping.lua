-- A part of other scripts: until when keys are kept, where the item hash says expire_at.

local USERS_OUTLIVE_STOCK_MILLIS = 3600000

-- Whoever bought must be known for as long as there is stock.
local function keep_with_users(expire_at, ...)
  for _, key in ipairs({...}) do
    redis.call('PEXPIREAT', key, string.format('%.0f', expire_at + USERS_OUTLIVE_STOCK_MILLIS))
  end
end

