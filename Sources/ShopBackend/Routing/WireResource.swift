/// What the shop writes to the wire: fields that have a type and an id.
protocol WireResource {
  /// JSON:API's name of the kind.
  static var type: StaticString { get }

  var id: String { get }

  /// Whether it is found without an id and leads nowhere: then the plain form has no id, and the
  /// document no relationships.
  static var isSingle: Bool { get }

  /// The path under which it is found.
  var path: String { get }

  /// Writes the fields, without the id.
  func writeAttributes(into json: inout JSONWriter)

  /// Writes the members of JSON:API's `relationships`.
  func writeRelationships(into json: inout JSONWriter)
}

extension WireResource {
  static var isSingle: Bool { false }

  func writeRelationships(into json: inout JSONWriter) {}
}

extension JSONWriter {
  /// Writes a resource: as an object of its fields, or as JSON:API's resource object.
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

  /// Writes one resource as a whole answer.
  mutating func answer(_ resource: some WireResource, as format: Representation) {
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

  /// Opens JSON:API's top level, up to the value of `data`.
  mutating func openDocument() {
    openObject()
    key("jsonapi")
    openObject()
    key("version")
    string("1.1")
    closeObject()
    key("data")
  }

  /// Writes a relationship that is found under a path of its own.
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
