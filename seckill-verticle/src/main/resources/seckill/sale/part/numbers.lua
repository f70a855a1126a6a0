-- A part of other scripts: reads numbers that somebody else may have written.

local MAX_DIGITS = 15 -- what a Lua number holds exactly

local function whole_number(text)
  if text and #text <= MAX_DIGITS and (text == '0' or string.find(text, '^[1-9]%d*$')) then
    return tonumber(text)
  end
end

