import CoreJSON

/// A resource that can be written as plain JSON or as a JSON:API resource object.
protocol WireResource {
  /// JSON:API's `type`.
  static var type: StaticString { get }

  var id: String { get }

  /// Whether the type has only one resource, which has no relationships and, in plain JSON, no id.
  static var isSingle: Bool { get }

  var path: String { get }

  func writeAttributes(into json: inout JSONWriter)

  /// Writes the ids of related resources in plain JSON; a document has them in `relationships`.
  func writeReferences(into json: inout JSONWriter)

  /// Writes the members of JSON:API's `relationships`.
  func writeRelationships(into json: inout JSONWriter)
}

extension WireResource {
  static var isSingle: Bool { false }

  func writeReferences(into json: inout JSONWriter) {}

  func writeRelationships(into json: inout JSONWriter) {}
}

extension JSONWriter {
  /// Writes a resource, as plain JSON or as a resource object.
  mutating func resource<Resource: WireResource>(_ resource: Resource, as format: Representation) {
    openObject()
    switch format {
    case .plain:
      if !Resource.isSingle {
        key("id")
        string(resource.id)
      }
      resource.writeReferences(into: &self)
      resource.writeAttributes(into: &self)
    case .document:
      member("type", "\(Resource.type)")
      member("id", resource.id)
      object("attributes") { resource.writeAttributes(into: &$0) }
      if !Resource.isSingle {
        object("relationships") { resource.writeRelationships(into: &$0) }
      }
      links(to: resource.path)
    }
    closeObject()
  }

  mutating func topLevel(_ resource: some WireResource, as format: Representation) {
    guard format == .document else { return self.resource(resource, as: format) }
    openDocument()
    self.resource(resource, as: format)
    links(to: resource.path)
    closeObject()
  }

  mutating func openDocument() {
    openObject()
    object("jsonapi") { $0.member("version", "1.1") }
    key("data")
  }

  mutating func links(to path: String) {
    object("links") { $0.member("self", path) }
  }

  /// Writes a relationship to a list, which has a path of its own.
  mutating func relationship(_ name: StaticString, at path: String) {
    object(name) { $0.object("links") { $0.member("related", path) } }
  }

  mutating func relationship(_ name: StaticString, at path: String, type: String, id: String) {
    object(name) { json in
      json.object("links") { $0.member("related", path) }
      json.object("data") { json in
        json.member("type", type)
        json.member("id", id)
      }
    }
  }
}

/// The kinds of id: a prefix and a row's number, such as `p-7`.
enum Identifier: String {
  case product = "p-"
  case review = "r-"
  case session = "s-"

  func text(_ number: Int) -> String { rawValue + String(number) }

  /// Returns the row of an id; nil if ``text(_:)`` would write the id differently.
  func number(_ id: String) -> Int? {
    guard id.hasPrefix(rawValue), let number = Int(id.dropFirst(rawValue.count)),
      number > 0, text(number).utf8.elementsEqual(id.utf8)
    else { return nil }
    return number
  }
}
