import CoreJSON

/// The schemas of a document by their places, and the names by which references find them.
struct SchemaResources {
  /// The most schemas, and the most bytes of their pointers.
  private static let (most, mostBytes) = (100_000, 50_000_000)

  private struct Anchor: Hashable {
    let resource: Int
    let name: String
  }

  let document: JSONValue
  let dialect: SchemaDialect

  /// The parts of the document with a URI of their own; the first one is the whole document.
  private var resources: [(uri: SchemaURI, pointer: String)] = [(SchemaURI(""), "")]
  private var resourceIndexes = ["": 0]
  private var anchors: [Anchor: String] = [:]
  private var dynamicAnchors: [Anchor: String] = [:]
  /// The resource that each schema belongs to.
  private var places: [String: Int] = [:]
  private var bytes = 0

  /// Finds the schemas of a document, which is a schema itself.
  init(_ document: JSONValue, dialect: SchemaDialect) throws(SchemaError) {
    (self.document, self.dialect) = (document, dialect)
    try scan(document, at: "", in: 0)
  }

  /// The resource of a place.
  ///
  /// If nothing led to the place so far, it is scanned as a schema.
  mutating func resource(of value: JSONValue, at pointer: String) throws(SchemaError) -> Int {
    if let resource = places[pointer] { return resource }
    var (ancestor, resource): (String?, Int) = (JSONPointer.parent(of: pointer), 0)
    while let place = ancestor {
      if let found = places[place] {
        resource = found
        break
      }
      ancestor = JSONPointer.parent(of: place)
    }
    try scan(value, at: pointer, in: resource)
    return places[pointer] ?? resource
  }

  // MARK: References

  /// What a reference leads to.
  enum Target {
    /// A place in the document, with the anchor that has led there if it is a dynamic one.
    case place(pointer: String, value: JSONValue, dynamicAnchor: String?)
    /// Another document.
    case external
    /// Nothing.
    case nothing
  }

  /// Finds what a reference means in a resource.
  func target(of reference: String, in resource: Int) -> Target {
    let uri = SchemaURI(reference).resolved(against: resources[resource].uri)
    let isLocal = reference.isEmpty || reference.hasPrefix("#")
    guard let found = isLocal ? resource : resourceIndexes[uri.withoutFragment] else {
      return .external
    }
    guard let fragment = uri.plainFragment else { return .nothing }
    let root = resources[found].pointer
    let isPointer = fragment.isEmpty || fragment.hasPrefix("/")
    let anchor = Anchor(resource: found, name: fragment)
    guard let pointer = isPointer ? root + fragment : anchors[anchor],
      let value = JSONPointer.value(at: pointer, in: document)
    else { return .nothing }
    let isDynamic = dynamicAnchors[anchor] == pointer
    return .place(pointer: pointer, value: value, dynamicAnchor: isDynamic ? fragment : nil)
  }

  /// The places with a dynamic anchor, by their resources.
  func places(ofDynamicAnchor name: String) -> [(resource: Int, pointer: String)] {
    dynamicAnchors.filter { $0.key.name == name }.map { ($0.key.resource, $0.value) }
      .sorted { $0.0 < $1.0 }
  }

  // MARK: Scanning

  private mutating func scan(
    _ value: JSONValue, at pointer: String, in resource: Int
  ) throws(SchemaError) {
    var waiting = [(value, pointer, resource)]
    while let (value, pointer, parent) = waiting.popLast() {
      guard case .object(let members) = value, places[pointer] == nil else { continue }
      bytes += pointer.utf8.count
      guard places.count < Self.most, bytes <= Self.mostBytes else {
        throw SchemaError("", "is too large: it has more than \(Self.most) schemas inside")
      }
      let resource = name(members, at: pointer, in: parent)
      places[pointer] = resource
      waiting += Self.subschemas(of: members, at: pointer).map { ($1, $0, resource) }
    }
  }

  /// Notes the names of a schema, and returns its resource.
  private mutating func name(
    _ members: JSONObject, at pointer: String, in parent: Int
  ) -> Int {
    func text(_ keyword: String?) -> String? {
      guard let keyword, case .string(let text)? = members[keyword] else { return nil }
      return text
    }
    var resource = parent
    let isHidden = dialect.hidesSiblings && members["$ref"] != nil
    if let id = isHidden ? nil : text(dialect.idKeyword) {
      let uri = SchemaURI(id).resolved(against: resources[parent].uri)
      if !id.hasPrefix("#") {
        resource = resources.count
        resources.append((uri, pointer))
        if resourceIndexes[uri.withoutFragment] == nil {
          resourceIndexes[uri.withoutFragment] = resource
        }
      }
      if let fragment = uri.plainFragment, !fragment.isEmpty {
        anchors[Anchor(resource: resource, name: fragment)] = pointer
      }
    }
    for keyword in ["$anchor", "$dynamicAnchor"] where dialect.knows(keyword) {
      guard let name = text(keyword) else { continue }
      anchors[Anchor(resource: resource, name: name)] = pointer
      if keyword == "$dynamicAnchor" {
        dynamicAnchors[Anchor(resource: resource, name: name)] = pointer
      }
    }
    if dialect.knows("$recursiveAnchor"), case .bool(true)? = members["$recursiveAnchor"] {
      dynamicAnchors[Anchor(resource: resource, name: "")] = pointer
    }
    return resource
  }

  private static let holders: Set = [
    "additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "else", "if", "items",
    "not", "oneOf", "prefixItems", "propertyNames", "then", "unevaluatedItems",
    "unevaluatedProperties",
  ]

  private static let maps: Set = [
    "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties",
  ]

  private static func subschemas(
    of members: JSONObject, at pointer: String
  ) -> [(pointer: String, value: JSONValue)] {
    var found: [(String, JSONValue)] = []
    for (keyword, value) in members {
      let place = JSONPointer.appending(keyword, to: pointer)
      switch value {
      case .object(let schemas) where maps.contains(keyword):
        found += schemas.map { (JSONPointer.appending($0.key, to: place), $0.value) }
      case .object where holders.contains(keyword): found.append((place, value))
      case .array(let schemas) where holders.contains(keyword):
        found += schemas.enumerated().map { ("\(place)/\($0.offset)", $0.element) }
      default: continue
      }
    }
    return found
  }
}
