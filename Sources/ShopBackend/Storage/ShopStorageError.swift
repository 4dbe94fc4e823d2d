/// Why the shop's database cannot be used at all.
struct ShopStorageError: Error, Equatable {
  /// The kinds of failure that tests tell apart.
  enum Code: Equatable {
    case unopened
    case busy
    case damaged
    case foreign
    case newer
  }

  let code: Code

  /// What happened, to which file, and what to do.
  let message: String

  init(_ code: Code, path: String, _ reason: String) {
    self.code = code
    message = "The shop's database \(path.prefix(300)) \(reason)"
  }
}
