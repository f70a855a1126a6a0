-- Decides purchases of one item, in the order of their arrival, and books the accepted ones.
--
-- KEYS[1] item      Hash    epoch, status, window, price, gate and counters
-- KEYS[2] stock     String  units left
-- KEYS[3] users     Set     users who hold a unit
-- KEYS[4] receipts  Hash    user -> order id, order id|fingerprint or order id|taken.seq
-- KEYS[5] orders    Stream  one entry per accepted purchase
-- KEYS[6] admitted  ZSet    user -> end of the admission, epoch milliseconds
-- KEYS[7] reserved  Set     users who registered
-- KEYS[8] passes    Hash    user -> pass|end of the pass, epoch milliseconds
-- KEYS[9] barred    Set     users who may not buy any more
-- KEYS[10] returned Hash    order id whose unit was given back -> seq
--
-- ARGV[1] item id
-- ARGV[2] epoch in the books, 0 if not known, -1 if the books say that the item is paused
-- ARGV[3] unwritten orders above which nothing is accepted, 0 for no cap
-- ARGV[4] consumer group of the orders
-- ARGV[5] purchases that were accepted at least: a state that knows of fewer was set back; -1 for an
--   item that the books do not know, or whose sale is over by them
-- ARGV[6] epoch that this is of: a state that was built since may know of fewer
-- then per attempt: order id, user id, fingerprint or '', reference or '', challenge: '' or
--   1 (needs a pass whatever the item says) or 0, followed by the pass that is shown
--
-- returns {now, start_at, accepted total or -1 if the item has to be built again, stock left or -1,
--          reason of -9, of an oversold item, why the item has to be built again, or '', epoch or 0,
--          code, order id or '', code, order id or '', ...}
--   2 accepted before: an earlier answer again, with the first order id
--   1 accepted                     0 sold out
--  -1 duplicate (first order id)  -2 not found        -3 not started
--  -4 ended                       -5 paused           -6 not admitted
--  -7 busy: backlog cap           -8 key reused (first order id)
--  -9 degraded: the keys of the item are not usable, nothing was touched
-- -10 not reserved               -11 challenge required
-- -12 challenge invalid: the pass is not this user's, run out or used (first order id of a holder)
-- -13 lapse limit: the user is barred
--
-- All guards come before the first write, and the first write is the one that can still fail, for a
-- full Redis or a stream that takes no further id: a script that fails has changed nothing. A user
-- who holds a unit hears the order id whatever else holds, so that a lost answer can be asked for
-- after the window, too; and an attempt that was accepted is not accepted anew if it comes again after
-- its unit was given back. A pass and an admission are used up by an accepted purchase and by nothing
-- else. Ids are never numbers.

local REPLAYED, ACCEPTED, SOLD_OUT, DUPLICATE = 2, 1, 0, -1
local NOT_FOUND, NOT_STARTED, ENDED, PAUSED = -2, -3, -4, -5
local NOT_ADMITTED, BUSY, KEY_REUSED, DEGRADED = -6, -7, -8, -9
local NOT_RESERVED, CHALLENGE_REQUIRED, CHALLENGE_INVALID, LAPSE_LIMIT = -10, -11, -12, -13

local FIRST_ATTEMPT, FIELDS_PER_ATTEMPT = 7, 5
local CHUNK = 1000 -- values per command; unpack has a limit

local item, stock_key, users, receipts, orders, admitted, reserved, passes, barred, returned = unpack(KEYS)
local item_id, known_epoch, backlog_cap, group = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local least_accepted, least_epoch = tonumber(ARGV[5]), tonumber(ARGV[6])
local on_books = least_accepted >= 0
local attempts = (#ARGV - FIRST_ATTEMPT + 1) / FIELDS_PER_ATTEMPT

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function answer_all(code, reason, accepted)
  local reply = {now, 0, accepted, -1, reason, 0}
  for i = 1, attempts do
    reply[#reply + 1] = code
    reply[#reply + 1] = ''
  end
  return reply
end

local function type_of(key)
  return redis.call('TYPE', key)['ok']
end

local item_type = type_of(item)
local stock_type, users_type, receipts_type = type_of(stock_key), type_of(users), type_of(receipts)
if item_type == 'none' and users_type == 'none' and receipts_type == 'none' then
  if on_books then
    return answer_all(PAUSED, 'the keys of the item are gone', -1)
  end
  return answer_all(known_epoch < 0 and PAUSED or NOT_FOUND, '', 0)
end
local orders_type = type_of(orders)
local function wrong(actual, expected)
  return actual ~= expected and actual ~= 'none'
end
if wrong(item_type, 'hash') or wrong(stock_type, 'string') or wrong(users_type, 'set')
  or wrong(receipts_type, 'hash') or wrong(orders_type, 'stream') then
  return answer_all(DEGRADED, 'a key of the item has the wrong type', 0)
end

local fields = redis.call('HMGET', item, 'epoch', 'status', 'start_at', 'end_at', 'price_cents',
  'expire_at', 'accepted', 'waiting_room', 'loading', 'all_status', 'reserved_only', 'challenge',
  'returned', 'barred', 'loading_until', 'oversold')
local epoch, status, price_cents = whole_number(fields[1]), fields[2], fields[5]
local start_at, end_at, expire_at = whole_number(fields[3]), whole_number(fields[4]), whole_number(fields[6])
local accepted_total = whole_number(fields[7] or '0')
local loading, loading_until = fields[9], whole_number(fields[15]) or 0
local stock = stock_type == 'string' and whole_number(redis.call('GET', stock_key))
local returned_total = whole_number(fields[13] or '0')
local somebody_holds = accepted_total and returned_total and accepted_total > returned_total
local admitted_only, reserved_only = fields[8] == '1', fields[11] == '1'
local nobody_challenged = fields[12] == 'NEVER'
local all_challenged = fields[12] and fields[12] ~= 'AUTO' and not nobody_challenged

local no_field = not start_at or not end_at or not expire_at or not accepted_total or not returned_total
  or not whole_number(price_cents)
local too_old = known_epoch > 0 and (epoch or 0) < known_epoch
local set_back = accepted_total and accepted_total < least_accepted and (epoch or 0) <= least_epoch
local no_holders = somebody_holds
  and (users_type == 'none' or receipts_type == 'none' or orders_type == 'none')

-- Why an item that is on the books has to be built again, whether it could be sold now or not.
local function why_broken()
  if not on_books or loading and loading_until > now then
    return nil
  end
  return item_type == 'none' and 'the item hash is missing'
    or loading and 'nobody goes on building it'
    or no_field and 'a field of the item hash is missing or is no number'
    or too_old and 'its state is older than the books'
    or set_back and string.format('Redis knows of %.0f purchases, there were %.0f', accepted_total,
      least_accepted)
    or not stock and 'the stock key is missing or holds no whole number'
    or no_holders and 'users, receipts or orders are missing'
    or nil
end
local broken = why_broken()

-- What a user who holds nothing hears; nil where stock decides.
local closed, reason
if item_type == 'none' then
  closed = (known_epoch < 0 or on_books) and PAUSED or NOT_FOUND
elseif no_field then
  closed, reason = DEGRADED, 'a field of the item hash is missing or is no number'
elseif loading or status ~= 'OPEN' or fields[10] ~= 'OPEN' or known_epoch < 0 or too_old or set_back then
  closed = PAUSED
elseif fields[16] and now < end_at then
  closed, reason = PAUSED, 'it is OVERSOLD: more users hold units than there are'
elseif now < start_at then
  closed = NOT_STARTED
elseif now >= end_at then
  closed = ENDED
elseif not stock then
  closed, reason = DEGRADED, 'the stock key is missing or holds no whole number'
elseif no_holders then
  closed, reason = DEGRADED, 'users, receipts or orders are missing'
end

local room = math.huge
if not closed and stock > 0 and backlog_cap > 0 then
  room = backlog_cap - (orders_type == 'none' and 0 or backlog(orders, group))
end

local user_ids, order_ids, showing, shown_by = {}, {}, {}, {}
for i = 1, attempts do
  local at = FIRST_ATTEMPT + (i - 1) * FIELDS_PER_ATTEMPT
  order_ids[i], user_ids[i] = ARGV[at], ARGV[at + 1]
  if #ARGV[at + 4] > 1 and not nobody_challenged then
    showing[#showing + 1] = user_ids[i]
    shown_by[i] = string.sub(ARGV[at + 4], 2)
  end
end

-- One value per user; none, and closed, if the key has another type.
local function look_up(command, key, asked)
  local values = {}
  for from = 1, #asked, CHUNK do
    local page = redis.pcall(command, key, unpack(asked, from, math.min(from + CHUNK - 1, #asked)))
    if page['err'] then
      closed, reason = closed or DEGRADED, reason or 'a key of the gate has the wrong type'
      return {}, true
    end
    for i = 1, #page do
      values[from + i - 1] = page[i]
    end
  end
  return values
end

local held = users_type == 'set' and look_up('SMISMEMBER', users, user_ids) or {}
local given_back = returned_total and returned_total > 0 and look_up('HMGET', returned, order_ids)
local is_barred = not closed and fields[14] == '1' and look_up('SMISMEMBER', barred, user_ids)
local is_reserved = not closed and reserved_only and look_up('SMISMEMBER', reserved, user_ids)
local admitted_until = not closed and admitted_only and look_up('ZMSCORE', admitted, user_ids)
local pass_of, passes_unknown = {}, false
if #showing > 0 then
  local kept
  kept, passes_unknown = look_up('HMGET', passes, showing)
  for i, user_id in ipairs(showing) do
    pass_of[user_id] = kept[i]
  end
end

local function is_valid(pass, user_id)
  local kept, ends_at = string.match(pass_of[user_id] or '', '^(.*)|(%d+)$')
  return kept == pass and tonumber(ends_at) > now
end

local function answer_holder(receipt, order_id, fingerprint, user_id, pass)
  local first, stored = string.match(receipt, '^([^|]*)|?(.*)$')
  if first == order_id then
    return REPLAYED, first
  end
  if fingerprint ~= '' and stored ~= '' and not string.find(stored, '^taken%.') then
    if fingerprint == stored then
      return REPLAYED, first
    end
    if string.match(fingerprint, '^[^.]*') == string.match(stored, '^[^.]*') then
      return KEY_REUSED, first
    end
  end
  if pass and not passes_unknown and not is_valid(pass, user_id) then
    return CHALLENGE_INVALID, first
  end
  return DUPLICATE, first
end

local function decide(i, user_id, pass, taken)
  if closed then
    return closed
  end
  if stock <= 0 then
    return SOLD_OUT
  end
  if is_barred and is_barred[i] == 1 then
    return LAPSE_LIMIT
  end
  if reserved_only and is_reserved[i] ~= 1 then
    return NOT_RESERVED
  end
  if admitted_only and not (admitted_until[i] and tonumber(admitted_until[i]) > now) then
    return NOT_ADMITTED
  end
  if taken >= stock then
    return SOLD_OUT
  end
  if taken >= room then
    return BUSY
  end
  if pass then
    return is_valid(pass, user_id) and ACCEPTED or CHALLENGE_INVALID
  end
  local flag = string.sub(ARGV[FIRST_ATTEMPT + (i - 1) * FIELDS_PER_ATTEMPT + 4], 1, 1)
  if all_challenged or flag == '1' and not nobody_challenged then
    return CHALLENGE_REQUIRED
  end
  return ACCEPTED
end

local reply = {now, start_at or 0, 0, 0, reason or broken or '', epoch or 0}
local receipts_alone = users_type == 'none' and receipts_type == 'hash'
local new_users, new_receipts, receipt_of, taken_at, used_passes = {}, {}, {}, {}, {}
for i = 1, attempts do
  local at = FIRST_ATTEMPT + (i - 1) * FIELDS_PER_ATTEMPT
  local order_id, user_id, fingerprint, pass = ARGV[at], ARGV[at + 1], ARGV[at + 2], shown_by[i]
  local receipt = receipt_of[user_id]
  if not receipt and (held[i] == 1 or receipts_alone) then
    receipt = redis.call('HGET', receipts, user_id) or (held[i] == 1 and '')
  end
  local code, first = nil, ''
  if receipt then
    code, first = answer_holder(receipt, order_id, fingerprint, user_id, pass)
  elseif given_back and given_back[i] then
    code, first = REPLAYED, order_id
  else
    code = decide(i, user_id, pass, #taken_at)
  end
  if code == ACCEPTED then
    receipt_of[user_id] = fingerprint == '' and order_id or order_id .. '|' .. fingerprint
    taken_at[#taken_at + 1] = at
    new_users[#new_users + 1] = user_id
    new_receipts[#new_receipts + 1] = user_id
    new_receipts[#new_receipts + 1] = receipt_of[user_id]
    if pass then
      pass_of[user_id] = nil
      used_passes[#used_passes + 1] = user_id
    end
  end
  reply[#reply + 1] = code
  reply[#reply + 1] = first
end

local function write(command, key, values)
  for from = 1, #values, CHUNK do
    redis.call(command, key, unpack(values, from, math.min(from + CHUNK - 1, #values)))
  end
end

local taken = #taken_at
if taken > 0 then
  local purchased_at = string.format('%.0f', now)
  for _, at in ipairs(taken_at) do
    local reference = ARGV[at + 3]
    if reference == '' then
      redis.call('XADD', orders, '*', 'order_id', ARGV[at], 'item_id', item_id, 'user_id', ARGV[at + 1],
        'price_cents', price_cents, 'purchased_at', purchased_at)
    else
      redis.call('XADD', orders, '*', 'order_id', ARGV[at], 'item_id', item_id, 'user_id', ARGV[at + 1],
        'price_cents', price_cents, 'purchased_at', purchased_at, 'reference', reference)
    end
  end
  stock = redis.call('DECRBY', stock_key, taken)
  write('SADD', users, new_users)
  write('HSET', receipts, new_receipts)
  write('HDEL', passes, used_passes)
  if admitted_only then
    write('ZREM', admitted, new_users)
  end
  accepted_total = redis.call('HINCRBY', item, 'accepted', taken)
  if users_type == 'none' then
    keep_with_users(expire_at, users)
  end
  if receipts_type == 'none' then
    keep_with_users(expire_at, receipts)
  end
end
reply[3] = broken and -1 or accepted_total or 0
reply[4] = stock or -1
return reply
