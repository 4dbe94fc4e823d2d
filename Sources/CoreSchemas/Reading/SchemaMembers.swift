import CoreJSON

/// The keywords of a schema, each read as what it must be.
struct SchemaMembers {
  let object: JSONObject
  /// The place of the schema.
  let pointer: String
  let dialect: SchemaDialect

  /// The value of a keyword, nil also if the version does not have the keyword.
  subscript(keyword: String) -> JSONValue? { dialect.knows(keyword) ? object[keyword] : nil }

  /// The place of a keyword.
  func place(of keyword: String) -> String { JSONPointer.appending(keyword, to: pointer) }

  func error(_ keyword: String, _ message: String) -> SchemaError {
    SchemaError(place(of: keyword), message)
  }

  private func error(_ keyword: String, _ value: JSONValue, not expected: String) -> SchemaError {
    error(keyword, "is \(value.kind), not \(expected)")
  }

  func text(_ keyword: String) throws(SchemaError) -> String? {
    switch self[keyword] {
    case nil: nil
    case .string(let text)?: text
    case let value?: throw error(keyword, value, not: "text")
    }
  }

  func flag(_ keyword: String) throws(SchemaError) -> Bool {
    switch self[keyword] {
    case nil: false
    case .bool(let isTrue)?: isTrue
    case let value?: throw error(keyword, value, not: "a Boolean")
    }
  }

  func number(_ keyword: String) throws(SchemaError) -> (SchemaNumber, words: String)? {
    guard let value = self[keyword] else { return nil }
    guard let number = SchemaNumber(value) else { throw error(keyword, value, not: "a number") }
    return (number, value.words)
  }

  func count(_ keyword: String) throws(SchemaError) -> Int? {
    guard let (number, words) = try number(keyword) else { return nil }
    guard let count = number.count else { throw error(keyword, "is \(words), not a count") }
    return count
  }

  func counts(_ least: String, _ most: String) throws(SchemaError) -> CountBounds {
    CountBounds(least: try count(least), most: try count(most))
  }

  func list(_ keyword: String) throws(SchemaError) -> [JSONValue]? {
    switch self[keyword] {
    case nil: nil
    case .array(let items)?: items
    case let value?: throw error(keyword, value, not: "a list")
    }
  }

  func map(_ keyword: String) throws(SchemaError) -> JSONObject? {
    switch self[keyword] {
    case nil: nil
    case .object(let members)?: members
    case let value?: throw error(keyword, value, not: "an object")
    }
  }

  /// The names in a list of names at a place.
  static func names(_ value: JSONValue, at pointer: String) throws(SchemaError) -> [String] {
    guard case .array(let items) = value else {
      throw SchemaError(pointer, "is \(value.kind), not a list of names")
    }
    var names: [String] = []
    for item in items {
      guard case .string(let name) = item else {
        throw SchemaError(pointer, "has \(item.kind), where a name is expected")
      }
      names.append(name)
    }
    return names
  }
}
