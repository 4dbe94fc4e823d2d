/// The tables of the shop's database.
///
/// Times are seconds since 1970. Tokens are stored as their SHA-256. Products are never deleted:
/// their numbers run from 1 without gaps, so that a page is found by its numbers.
enum Schema {
  static let version = 2

  /// The first migration, of an empty file.
  static let first = """
    CREATE TABLE products (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      price INTEGER NOT NULL,
      currency_code TEXT NOT NULL,
      image TEXT
    );
    CREATE TABLE related_products (
      product INTEGER NOT NULL REFERENCES products,
      place INTEGER NOT NULL,
      related INTEGER NOT NULL REFERENCES products,
      PRIMARY KEY (product, place)
    ) WITHOUT ROWID;
    CREATE VIRTUAL TABLE products_search USING fts5 (
      name, description,
      content = 'products', content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
    );

    CREATE TABLE accounts (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL
    );
    CREATE TABLE sessions (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES accounts,
      expires_at INTEGER NOT NULL
    );
    CREATE INDEX sessions_by_expiry ON sessions (expires_at);
    CREATE TABLE access_tokens (
      hash BLOB PRIMARY KEY,
      session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
      expires_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX access_tokens_by_session ON access_tokens (session);
    CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);
    CREATE TABLE refresh_tokens (
      hash BLOB PRIMARY KEY,
      session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
      expires_at INTEGER NOT NULL,
      replaced_at INTEGER,
      successor BLOB,
      spent INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session);
    CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

    CREATE TABLE reviews (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      product INTEGER NOT NULL REFERENCES products,
      rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
      comment TEXT NOT NULL,
      author TEXT NOT NULL,
      account INTEGER REFERENCES accounts
    );
    CREATE INDEX reviews_by_product ON reviews (product);
    CREATE TABLE idempotency_keys (
      account INTEGER NOT NULL REFERENCES accounts,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      key TEXT NOT NULL,
      content_hash BLOB NOT NULL,
      location TEXT NOT NULL,
      event INTEGER NOT NULL,
      body BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (account, method, path, key)
    ) WITHOUT ROWID;
    CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
    CREATE TABLE events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      resource TEXT NOT NULL,
      item TEXT NOT NULL
    );
    """

  /// The indexes for sorted lists; creating them after the products were inserted is ten times faster.
  static let sorting = """
    CREATE INDEX products_by_name ON products (name COLLATE NOCASE);
    CREATE INDEX products_by_price ON products (price);
    """

  /// The second migration: the indexes for lists of all products' reviews, in the lists' order.
  static let second = """
    CREATE INDEX reviews_by_number ON reviews (number, rating);
    CREATE INDEX reviews_by_author ON reviews (author, number, rating);
    """
}
