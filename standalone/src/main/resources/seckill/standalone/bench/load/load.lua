-- wrk script: one token per request, read line by line from a file that is long enough.
-- arguments: first item, how many items in a row, token file, further header lines,
--   'own' for an address of its own per request
-- wrapped is global, because wrk reads it from outside the thread
-- prints one line at the end: RESULT requests micros refused errors p50 p99 p99.9 max wrapped

local threads = {}
local heads, tail, file = {}, nil, nil
local items, asked = 1, 0
local address

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  items = tonumber(args[2])
  for i = 0, items - 1 do
    heads[i] = "POST /api/items/" .. string.format("%.0f", args[1] + i)
      .. "/purchases HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
  end
  tail = "\r\nContent-Length: 0\r\n" .. args[4] .. "\r\n"
  address = args[5] == "own" and 0
  file = assert(io.open(args[3], "r"))
  wrapped = 0
end

function request()
  local token = file:read("*l")
  if not token then
    wrapped = wrapped + 1
    file:seek("set", 0)
    token = file:read("*l")
  end
  local head = heads[asked % items]
  asked = asked + 1
  if not address then
    return head .. token .. tail
  end
  address = (address + 1) % 16000000
  local high = math.floor(address / 65536)
  return head .. token .. "\r\nX-Forwarded-For: 10." .. high .. "." .. math.floor(address / 256) % 256
    .. "." .. address % 256 .. tail
end

function done(summary, latency, requests)
  local wraps = 0
  for _, thread in ipairs(threads) do
    wraps = wraps + thread:get("wrapped")
  end
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d %d %d %d\n",
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9), latency.max, wraps))
end
