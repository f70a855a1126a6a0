-- Shows that a building goes on, or with a lease of 0 that it is given up and another may begin.
--
-- KEYS[1..7], ARGV[1..2] as in building.lua, which stands before this
--
-- returns 1, or -1 if another has taken over

if not is_held() then
  return -1
end
hold()
return 1
