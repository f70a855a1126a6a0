-- The life of an order, what has to follow from it, and what operators change in a sale.
-- Statements that were applied already are passed over, so that all can be run again after a crash.

-- CREATED, then PAID, CANCELLED or CLOSED; REFUND_DUE if it was paid too late.
ALTER TABLE orders ADD COLUMN changed_at DATETIME(3) NULL;
ALTER TABLE orders ADD KEY by_status (item_id, status, purchased_at);

-- OPEN until somebody decides, then REPLAYED or DISCARDED.
ALTER TABLE dead_letter
  ADD COLUMN state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'OPEN';
-- What an operator began with it and a mark of the try; it may be half done while it is OPEN.
ALTER TABLE dead_letter
  ADD COLUMN intent VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL;
ALTER TABLE dead_letter ADD KEY by_state (state, id);
ALTER TABLE dead_letter ADD KEY by_item (item_id, state, id);
-- How often the giving up of a dead letter of the item was begun. Where it is 0 none of its orders
-- was given up, and fresh orders are written without a look at the letters.
ALTER TABLE seckill_item ADD COLUMN given_up INT NOT NULL DEFAULT 0;

-- What was tried with a dead letter, and by whom.
CREATE TABLE IF NOT EXISTS dead_letter_event (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  letter_id BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  actor VARBINARY(128) NOT NULL,
  action VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  detail VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  KEY by_letter (letter_id, id)
) ENGINE = InnoDB;

-- An item without a row, and a rule that is NULL, has the rules of the settings.
CREATE TABLE IF NOT EXISTS order_rule (
  item_id BIGINT NOT NULL PRIMARY KEY,
  -- An order that is not paid by then is closed; 0 for never.
  pay_within_seconds INT NULL,
  -- Orders of one user that may be cancelled or closed before the user may not buy again; 0 for any.
  max_lapses INT NULL
) ENGINE = InnoDB;

-- Every change of an order after it was created.
CREATE TABLE IF NOT EXISTS order_event (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  order_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  at DATETIME(3) NOT NULL,
  actor VARBINARY(128) NOT NULL,
  detail VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  KEY by_order (order_id, id)
) ENGINE = InnoDB;

-- Notices of payments, each counted once.
CREATE TABLE IF NOT EXISTS payment (
  payment_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  order_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  amount_cents BIGINT NOT NULL,
  -- PAID, TAKING (a unit is being taken again), REFUND_DUE.
  outcome VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  received_at DATETIME(3) NOT NULL,
  KEY by_order (order_id)
) ENGINE = InnoDB;

-- What has to be done in Redis because of a change in the books, in the order of each order's ids.
-- A row is gone when it is done.
CREATE TABLE IF NOT EXISTS outbox (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  -- UNIT_RETURN or UNIT_TAKE.
  kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  item_id BIGINT NOT NULL,
  order_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id VARBINARY(128) NOT NULL,
  payload MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  next_at DATETIME(3) NOT NULL,
  claimed_by VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  claimed_until DATETIME(3) NULL,
  created_at DATETIME(3) NOT NULL,
  KEY by_due (next_at),
  KEY by_order (order_id, id),
  KEY by_item (item_id)
) ENGINE = InnoDB;

-- Orders of one transaction whose buyers are to be told; one row for all of them, with how far it came.
-- Whoever works on a row moves next_at to the end of its lease, so that it becomes due again if they die.
CREATE TABLE IF NOT EXISTS notice_batch (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  event VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  item_id BIGINT NOT NULL,
  -- A JSON list of order ids, how many they are, and how many from the first on are settled.
  orders MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  size INT NOT NULL,
  told INT NOT NULL DEFAULT 0,
  next_at DATETIME(3) NOT NULL,
  claimed_by VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  created_at DATETIME(3) NOT NULL,
  KEY by_due (next_at)
) ENGINE = InnoDB;

-- Single notices that could not be sent at once; those of one order in the order of seq.
CREATE TABLE IF NOT EXISTS notice (
  seq BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  event VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  item_id BIGINT NOT NULL,
  order_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- WAITING, or GIVEN_UP.
  state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  next_at DATETIME(3) NOT NULL,
  claimed_by VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  last_error VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY one_notice (id),
  KEY by_due (state, next_at),
  KEY by_order (order_id, state)
) ENGINE = InnoDB;

-- Restocks and extensions, each applied once by the id of its request.
CREATE TABLE IF NOT EXISTS item_change (
  request_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  item_id BIGINT NOT NULL,
  -- RESTOCK or EXTEND.
  kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  units BIGINT NULL,
  end_at DATETIME(3) NULL,
  -- Units ever for sale after the change.
  total BIGINT NOT NULL,
  actor VARBINARY(128) NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY by_item (item_id)
) ENGINE = InnoDB;

-- What was left when a sale was over; grows by units that come back later.
CREATE TABLE IF NOT EXISTS settlement (
  item_id BIGINT NOT NULL PRIMARY KEY,
  units BIGINT NOT NULL,
  sold BIGINT NOT NULL,
  unsold BIGINT NOT NULL,
  settled_at DATETIME(3) NOT NULL
) ENGINE = InnoDB;

-- One row: which Redis sells. The generation grows with every switch.
CREATE TABLE IF NOT EXISTS store_choice (
  id TINYINT NOT NULL PRIMARY KEY,
  -- MAIN or BACKUP.
  active VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  generation BIGINT NOT NULL,
  changed_by VARBINARY(128) NOT NULL,
  changed_at DATETIME(3) NOT NULL
) ENGINE = InnoDB;

INSERT IGNORE INTO store_choice (id, active, generation, changed_by, changed_at)
  VALUES (1, 'MAIN', 1, '', UTC_TIMESTAMP(3));

-- Every switch; a request that comes again finds that it was carried out.
CREATE TABLE IF NOT EXISTS store_switch (
  generation BIGINT NOT NULL PRIMARY KEY,
  active VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  request_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
  actor VARBINARY(128) NOT NULL,
  at DATETIME(3) NOT NULL,
  UNIQUE KEY one_request (request_id)
) ENGINE = InnoDB;

-- The one start of Redis whose state was found right, by store_choice.active: its row alone is there.
CREATE TABLE IF NOT EXISTS store_trust (
  store VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  run_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  replication_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- REBUILT while an operator has to say that it sells, then TRUSTED.
  state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'TRUSTED',
  trusted_at DATETIME(3) NOT NULL
) ENGINE = InnoDB;

-- Who does what only one may do at a time; whoever writes shows the fence it got, and a lower one is
-- refused.
CREATE TABLE IF NOT EXISTS lease (
  name VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  fence BIGINT NOT NULL,
  holder VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  taken_at DATETIME(3) NOT NULL,
  -- When the last run that got to its end did.
  finished_at DATETIME(3) NULL
) ENGINE = InnoDB;

-- What the auditor repaired, each thing once.
CREATE TABLE IF NOT EXISTS repair (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  item_id BIGINT NOT NULL,
  kind VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- The order or the user it was done for.
  subject VARBINARY(128) NOT NULL,
  fence BIGINT NOT NULL,
  -- PLANNED, DONE or REFUSED.
  state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  detail VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  planned_at DATETIME(3) NOT NULL,
  done_at DATETIME(3) NULL,
  UNIQUE KEY one_repair (item_id, kind, subject)
) ENGINE = InnoDB;
