-- Sells one unit if there is one.
--
-- KEYS[1] stock  String  units left
--
-- returns 1 sold, 0 sold out

if tonumber(redis.call('GET', KEYS[1]) or '0') <= 0 then
  return 0
end
redis.call('DECR', KEYS[1])
return 1
