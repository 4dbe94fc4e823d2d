import CoreSQLite

extension ProductQuery {
  /// The very statements that the first page of a search runs, as `sqlite3` reads them.
  ///
  /// - Parameter text: the words of the search.
  package static func statements(searchingFor text: String) -> [String] {
    let query = ProductQuery(text: text, order: .catalogue, offset: 0, size: 20)
    return ["BEGIN DEFERRED;", literal(query.count), literal(query.page), "COMMIT;"]
  }

  private static func literal(_ part: Part) -> String {
    var sql = ""
    var values = part.values[...]
    for character in part.sql {
      guard character == "?", let value = values.popFirst() else {
        sql.append(character)
        continue
      }
      switch value {
      case .integer(let integer): sql += String(integer)
      case .text(let text): sql += quoted(text)
      case .null, .real, .blob: sql += "NULL"
      }
    }
    return sql + ";"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
