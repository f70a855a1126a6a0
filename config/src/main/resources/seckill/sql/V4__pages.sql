-- How items are shown.

-- An item without a row has a page with its name, price and window only.
CREATE TABLE IF NOT EXISTS item_page (
  item_id BIGINT NOT NULL PRIMARY KEY,
  -- JSON as the operator sent it; nothing of it is looked for.
  page TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
) ENGINE = InnoDB;
