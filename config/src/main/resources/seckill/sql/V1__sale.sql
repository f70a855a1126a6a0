-- The books of the sale: for MySQL 8 and later, and MariaDB 10.11 and later.
-- Ids of users compare as bytes: VARBINARY, because utf8mb4_bin ignores trailing spaces.
-- All times are UTC.

-- One row is one SKU in one sale; a second round is a new row.
CREATE TABLE IF NOT EXISTS seckill_item (
  id BIGINT NOT NULL PRIMARY KEY,
  sku VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  name VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  price_cents BIGINT NOT NULL,
  -- Units for sale from the start, and units added later.
  total_stock BIGINT NOT NULL,
  restocked BIGINT NOT NULL DEFAULT 0,
  -- The ledger: orders booked. Moves in the same transaction as the orders.
  sold BIGINT NOT NULL DEFAULT 0,
  start_at DATETIME(3) NOT NULL,
  end_at DATETIME(3) NOT NULL,
  -- DRAFT until preheated, then OPEN or PAUSED.
  status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'DRAFT',
  bucket_count INT NOT NULL DEFAULT 1,
  -- Raised whenever the state in Redis is rebuilt, so that an older state cannot sell.
  epoch BIGINT NOT NULL DEFAULT 1,
  -- Raised whenever an operator changes the status or the gate, so that Redis, which is told after MySQL,
  -- can tell what is newer.
  revision BIGINT NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS orders (
  order_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  item_id BIGINT NOT NULL,
  user_id VARBINARY(128) NOT NULL,
  price_cents BIGINT NOT NULL,
  status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- 1 while the order holds a unit, NULL afterwards: at most one live order per item and user.
  live TINYINT NULL,
  reference VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  purchased_at DATETIME(3) NOT NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY one_live_order (item_id, user_id, live)
) ENGINE = InnoDB;

-- Messages that could not become orders, for a person to look at.
CREATE TABLE IF NOT EXISTS dead_letter (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  item_id BIGINT NOT NULL,
  stream_id VARCHAR(48) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  order_id VARBINARY(128) NULL,
  user_id VARBINARY(1024) NULL,
  fields MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  reason VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  deliveries INT NOT NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY one_copy (item_id, stream_id),
  KEY by_order (order_id)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS reconciliation (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  item_id BIGINT NOT NULL,
  verdict VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  report MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  started_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NOT NULL,
  KEY by_item (item_id, id)
) ENGINE = InnoDB;

-- Who did what over the admin API.
CREATE TABLE IF NOT EXISTS admin_audit (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  at DATETIME(3) NOT NULL,
  actor VARBINARY(128) NOT NULL,
  action VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  item_id BIGINT NOT NULL,
  detail MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  outcome VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  KEY by_time (at)
) ENGINE = InnoDB;
