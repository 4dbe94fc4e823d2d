import CoreJSON
import CoreSchemas
import SeashellKit
import ShellOutput
import WebMessages

/// What a description says about a response: the places of its schemas, as JSON pointers.
struct ResponseDescription {
  /// How many references are followed one after another.
  private static let longestChain = 32

  private let document: JSONValue
  private let operation: DescribedOperation
  private let head: ResponseHead

  init(_ document: JSONValue, _ operation: DescribedOperation, _ head: ResponseHead) {
    (self.document, self.operation, self.head) = (document, operation, head)
  }

  private typealias Found = (pointer: String, value: JSONValue)

  private func found(_ pointer: String) -> Found? {
    JSONPointer.value(at: pointer, in: document).map { (pointer, $0) }
  }

  private func member(_ name: String, of place: Found) -> Found? {
    found(JSONPointer.appending(name, to: place.pointer))
  }

  /// Follows references within the document; nil if one leads elsewhere.
  private func resolved(_ place: Found?) -> Found? {
    var place = place
    for _ in 0..<Self.longestChain {
      guard let current = place else { return nil }
      guard case .string(let reference)? = current.value["$ref"] else { return current }
      place = JSONPointer.local(reference).flatMap(found)
    }
    return nil
  }

  // MARK: The body

  private var name: String {
    "the response \(head.status) to \(operation.method.name) \(operation.path)"
  }

  private func unreadable(_ what: String) -> ShellError {
    ShellError(
      .usage, "\(what) is described in another document, which is not read",
      hint: "name a file with a schema: 'expect-schema FILE'")
  }

  /// Returns the place of the body's schema; nil if the response is described without content.
  ///
  /// - Throws: an `expectation` error if the response is not described.
  func schema() throws(ShellError) -> String? {
    let path = found(JSONPointer.appending(operation.path, to: "/paths"))
    let method = operation.method.rawValue
    guard let path,
      let own = resolved(member(method, of: path))
        ?? resolved(path).flatMap({ resolved(member(method, of: $0)) })
    else { throw unreadable("\(operation.method.name) \(operation.path)") }
    guard let responses = member("responses", of: own), case .object(let all) = responses.value,
      let status = Self.key(of: head.status, in: all.keys)
    else {
      throw ShellError(
        .expectation,
        "the description has no response \(head.status) for \(operation.method.name) \(operation.path)"
      )
    }
    guard let response = resolved(member(status, of: responses)) else { throw unreadable(name) }
    if document["swagger"] != nil { return member("schema", of: response)?.pointer }
    guard let content = member("content", of: response), case .object(let types) = content.value,
      !types.isEmpty
    else { return nil }
    guard let type = Self.key(of: head.contentType, in: types.keys) else {
      let described = types.keys.prefix(5).joined(separator: ", ")
      throw ShellError(
        .expectation,
        "\(name) is \(head.contentType ?? "without a content type"), and is described as \(described)"
      )
    }
    guard let schema = member(type, of: content).flatMap({ member("schema", of: $0) }) else {
      throw ShellError(.expectation, "\(name) is described without a schema for \(type)")
    }
    return schema.pointer
  }

  /// The exact status, else its range, else the default.
  static func key(of status: Int, in keys: [String]) -> String? {
    keys.first { $0 == String(status) } ?? keys.first { $0.lowercased() == "\(status / 100)xx" }
      ?? keys.first { $0 == "default" }
  }

  /// The exact type, else its range, else any; without a type the only one, else JSON.
  static func key(of type: String?, in keys: [String]) -> String? {
    guard let type else {
      return keys.count == 1 ? keys[0] : keys.first(where: MediaTypes.isJSON)
    }
    let range = "\(type.prefix { $0 != "/" })/*"
    return keys.first { MediaType.name($0) == type } ?? keys.first {
      MediaType.name($0) == range
    }
      ?? keys.first { MediaType.name($0) == "*/*" }
  }

  // MARK: Records

  /// Returns the place of the schema of a list's items; nil if it cannot be decided.
  ///
  /// - Parameter path: the path of the list in the body, such as `data.items`; nil to find it by the rules for
  ///   responses: the body itself, a list with a usual name, or the only one.
  func items(of schema: String, at path: String?) -> String? {
    if let path {
      var place: String? = schema
      for name in path.split(separator: ".") {
        place = place.flatMap { self.properties(of: $0)[String(name)] }
      }
      return place.flatMap(ownItems)
    }
    if let items = ownItems(of: schema) { return items }
    let properties = self.properties(of: schema)
    let lists = properties.compactMapValues(ownItems)
    if let name = Paging.listNames.first(where: { lists[$0] != nil }) { return lists[name] }
    if !lists.isEmpty { return lists.count == 1 ? lists.values.first : nil }
    let inner = properties.values.flatMap { self.properties(of: $0).values.compactMap(ownItems) }
    return Set(inner).count == 1 ? inner.first : nil
  }

  /// The schema of the items, if a schema is that of a list.
  private func ownItems(of schema: String) -> String? {
    var items: [String] = []
    forEachPart(of: schema) { part in
      if let own = member("items", of: part) { items.append(own.pointer) }
    }
    return items.count == 1 ? items[0] : nil
  }

  private func properties(of schema: String) -> [String: String] {
    var properties: [String: String] = [:]
    forEachPart(of: schema) { part in
      guard let own = member("properties", of: part), case .object(let members) = own.value else {
        return
      }
      for name in members.keys {
        properties[name] = properties[name] ?? JSONPointer.appending(name, to: own.pointer)
      }
    }
    return properties
  }

  /// Visits a schema and those that it is combined from, each once.
  private func forEachPart(of schema: String, _ body: (Found) -> Void) {
    var (waiting, seen): ([String], Set<String>) = ([schema], [])
    while let pointer = waiting.popLast() {
      guard let part = resolved(found(pointer)), seen.insert(part.pointer).inserted else {
        continue
      }
      body(part)
      for keyword in ["oneOf", "anyOf", "allOf"] {
        guard let list = member(keyword, of: part), case .array(let parts) = list.value else {
          continue
        }
        waiting += parts.indices.reversed().map { "\(list.pointer)/\($0)" }
      }
    }
  }
}
