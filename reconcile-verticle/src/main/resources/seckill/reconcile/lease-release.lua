-- Gives back a lease that is still the caller's.
-- KEYS[1] lease (string)
-- ARGV[1] the caller's token
-- returns 1, or 0 if the lease is not the caller's
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
