/// A resource that the shop writes, as plain JSON or as a JSON:API resource object.
protocol WireResource {
  /// JSON:API's `type`.
  static var type: StaticString { get }

  var id: String { get }

  /// Whether there is only one resource of the type: then plain JSON has no id, and a resource object
  /// no relationships.
  static var isSingle: Bool { get }

  /// The path of the resource.
  var path: String { get }

  /// Writes the members without the id.
  func writeAttributes(into json: inout JSONWriter)

  /// Writes the members of JSON:API's `relationships`.
  func writeRelationships(into json: inout JSONWriter)
}

extension WireResource {
  static var isSingle: Bool { false }

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
      resource.writeAttributes(into: &self)
    case .document:
      identify(resource)
      key("attributes")
      openObject()
      resource.writeAttributes(into: &self)
      closeObject()
      if !Resource.isSingle {
        key("relationships")
        openObject()
        resource.writeRelationships(into: &self)
        closeObject()
      }
      key("links")
      openObject()
      key("self")
      string(resource.path)
      closeObject()
    }
    closeObject()
  }

  /// Writes a response of one resource.
  mutating func topLevel(_ resource: some WireResource, as format: Representation) {
    if format == .document { openDocument() }
    self.resource(resource, as: format)
    guard format == .document else { return }
    key("links")
    openObject()
    key("self")
    string(resource.path)
    closeObject()
    closeObject()
  }

  /// Opens a JSON:API document, up to the value of `data`.
  mutating func openDocument() {
    openObject()
    key("jsonapi")
    openObject()
    key("version")
    string("1.1")
    closeObject()
    key("data")
  }

  /// Writes a relationship that has a path of its own.
  mutating func relationship(_ name: StaticString, at path: String) {
    key(name)
    openObject()
    key("links")
    openObject()
    key("related")
    string(path)
    closeObject()
    closeObject()
  }

  private mutating func identify<Resource: WireResource>(_ resource: Resource) {
    key("type")
    string("\(Resource.type)")
    key("id")
    string(resource.id)
  }
}

/// The prefixes of ids: an id is the prefix and a row's number, such as `p-7`.
enum Identifier: String {
  case product = "p-"
  case review = "r-"
  case session = "s-"

  /// Returns the id of a row.
  func text(_ number: Int) -> String { rawValue + String(number) }

  /// Returns the row of an id; nil if ``text(_:)`` does not write it in the same way.
  func number(_ id: String) -> Int? {
    guard id.hasPrefix(rawValue), let number = Int(id.dropFirst(rawValue.count)),
      number > 0, text(number).utf8.elementsEqual(id.utf8)
    else { return nil }
    return number
  }
}
