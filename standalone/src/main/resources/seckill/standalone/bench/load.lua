-- wrk script: one token per request, read line by line from a file that is long enough, and one address per request.
-- arguments: method, path, token file
-- wrapped is global, because wrk reads it from outside the thread
-- prints one line at the end: RESULT requests micros refused errors p50 p99 max wrapped

local threads = {}
local head, tail, file
local user = 0

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  head = args[1] .. " " .. args[2] .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
  tail = "\r\n" .. (args[1] == "POST" and "Content-Length: 0\r\n" or "") .. "\r\n"
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
  user = user + 1
  local a, b, c = math.floor(user / 65536) % 256, math.floor(user / 256) % 256, user % 256
  return head .. token .. "\r\nX-Forwarded-For: 10." .. a .. "." .. b .. "." .. c .. tail
end

function done(summary, latency, requests)
  local wraps = 0
  for _, thread in ipairs(threads) do
    wraps = wraps + thread:get("wrapped")
  end
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d %d %d\n",
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99), latency.max, wraps))
end
