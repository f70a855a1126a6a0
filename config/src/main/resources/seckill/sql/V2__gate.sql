-- The gate of each item, who registered for it, and the switch for all items.
-- A table of its own, so that every statement can be run again after a crash in the middle.

-- An item without a row has the common layers of the gate only.
CREATE TABLE IF NOT EXISTS item_gate (
  item_id BIGINT NOT NULL PRIMARY KEY,
  waiting_room TINYINT NOT NULL DEFAULT 0,
  -- NEVER, AUTO or ALWAYS.
  challenge VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'AUTO',
  -- When buyers register, or NULL if they need not.
  reserve_from DATETIME(3) NULL,
  reserve_until DATETIME(3) NULL
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS reservation (
  item_id BIGINT NOT NULL,
  user_id VARBINARY(128) NOT NULL,
  reserved_at DATETIME(3) NOT NULL,
  PRIMARY KEY (item_id, user_id)
) ENGINE = InnoDB;

-- One row: whether all items are open or paused.
CREATE TABLE IF NOT EXISTS sale_switch (
  id TINYINT NOT NULL PRIMARY KEY,
  status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- As that of an item.
  revision BIGINT NOT NULL DEFAULT 0,
  changed_at DATETIME(3) NOT NULL
) ENGINE = InnoDB;

INSERT IGNORE INTO sale_switch (id, status, changed_at) VALUES (1, 'OPEN', UTC_TIMESTAMP(3));
