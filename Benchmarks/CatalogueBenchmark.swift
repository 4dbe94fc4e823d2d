import ShopBackend

/// What measuring a search needs: a large catalogue, the searches, and the SQL that they run.
enum CatalogueBenchmark {
  /// How many searches a measurement makes.
  static let count = 1_000

  /// Creates a database with many products, unless it exists.
  static func makeDatabase(at path: String, products: Int) throws {
    try Shop.makeDatabase(at: path, products: products)
  }

  /// The searches: one to three words, whole or begun, that find many products, few or none.
  static var searches: [String] {
    let first = ["speckled", "blue", "woven", "charcoal", "oak", "porcelain", "crème", "wal"]
    let second = ["mug", "bowl", "tea", "blanket", "note", "la", "knife", "zebra", "rug", "vas"]
    return (0..<count).map { index in
      let left = first[index % first.count]
      let right = second[index / first.count % second.count]
      return switch index % 5 {
      case 0: left
      case 1: right
      case 2: "\(left) \(right)"
      case 3: "\(left) \(right) \(index % 10)"
      default: String(index * 997)
      }
    }
  }

  /// Prints the statements of all searches, for `sqlite3`.
  static func printSQL() {
    for search in searches {
      for statement in ProductQuery.statements(searchingFor: search) { print(statement) }
    }
  }

  /// Prints the searches as a script, for `seashell`.
  static func printScript() {
    for search in searches { print("products list --query '\(search)'") }
  }
}
