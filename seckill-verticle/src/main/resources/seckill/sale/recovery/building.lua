-- What the scripts that build the state of one item begin with: its keys, and whose turn it is.
--
-- KEYS[1] item      Hash    loading: name of the building; loading_until: when it must have shown
--                           itself again, epoch milliseconds; and what the purchase script reads
-- KEYS[2] stock     String  units left
-- KEYS[3] users     Set     users who hold a unit
-- KEYS[4] receipts  Hash    user -> order id, order id|fingerprint or order id|taken.seq
-- KEYS[5] orders    Stream  orders on their way into the books
-- KEYS[6] barred    Set     users who may not buy any more
-- KEYS[7] returned  Hash    order id whose unit was given back -> seq
--
-- ARGV[1] name of the building
-- ARGV[2] milliseconds within which it shows itself again, or another may take over
--
-- returns nothing
--
-- A building that was taken over hears so from every script and writes nothing any more.

local item, stock_key, users, receipts, orders, barred, returned = unpack(KEYS)
local building, lease = ARGV[1], tonumber(ARGV[2])
local PAGE = 1000 -- values per command; unpack has a limit

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function text(number)
  return string.format('%.0f', number)
end

local function is_held()
  return redis.call('HGET', item, 'loading') == building
end

local function hold()
  redis.call('HSET', item, 'loading', building, 'loading_until', text(now + lease))
end

local function each_page(values, use)
  for from = 1, #values, PAGE do
    use(unpack(values, from, math.min(from + PAGE - 1, #values)))
  end
end

local function order_of(receipt)
  return receipt and string.match(receipt, '^[^|]*')
end
