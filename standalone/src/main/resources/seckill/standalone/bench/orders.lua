-- Puts orders into a stream, as accepted purchases do.
-- KEYS[1] orders (stream)
-- ARGV[1] item id   ARGV[2] first number   ARGV[3] how many   ARGV[4] epoch milliseconds
for i = ARGV[2], ARGV[2] + ARGV[3] - 1 do
  local digits = string.format('%012x', i)
  redis.call('XADD', KEYS[1], '*',
    'order_id', '0190a6b2-7c3d-7e4f-8' .. string.format('%03x', ARGV[1] % 4096) .. '-' .. digits,
    'item_id', ARGV[1], 'user_id', 'u' .. string.format('%.0f', i), 'price_cents', '149900', 'purchased_at', ARGV[4])
end
return redis.call('XLEN', KEYS[1])
