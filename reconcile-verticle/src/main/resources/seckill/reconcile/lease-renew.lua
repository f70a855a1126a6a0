-- Prolongs a lease that is still the caller's.
-- KEYS[1] lease (string)
-- ARGV[1] the caller's token   ARGV[2] milliseconds from now
-- returns 1, or 0 if the lease is not the caller's
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
