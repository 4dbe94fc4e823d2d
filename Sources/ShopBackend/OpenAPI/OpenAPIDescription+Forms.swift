/// Creates the schemas of both representations from a resource's fields.
extension OpenAPIDescription {
  typealias Fields = [(name: String, schema: String)]
  typealias Schemas = [(name: String, text: String)]

  /// Returns the schema of an object whose fields are all required.
  ///
  /// - Parameters:
  ///   - isOpen: whether other fields are allowed.
  ///   - name: a field that is never allowed.
  static func object(
    _ fields: Fields, isOpen: Bool = false, forbidding name: String? = nil
  ) -> String {
    let required = fields.map { "\"\($0.name)\"" }.joined(separator: ",")
    let all = fields + (name.map { [($0, "false")] } ?? [])
    let properties = all.map { "\"\($0.name)\":\($0.schema)" }.joined(separator: ",")
    return #"{"type":"object","required":[\#(required)],"properties":{\#(properties)}"#
      + (isOpen ? "}" : #","additionalProperties":false}"#)
  }

  /// Returns the schemas of a resource: plain JSON, resource object and document.
  ///
  /// - Parameter references: the ids of related resources in plain JSON.
  static func resource(
    _ name: String, _ type: String, id letter: String, references: Fields = [], _ fields: Fields,
    relationships: Fields = [], isSingle: Bool = false, isOnlyListed: Bool = false
  ) -> Schemas {
    let id = ("id", identifier(letter))
    let parts: Fields =
      [("type", #"{"const":"\#(type)"}"#), id, ("attributes", object(fields))]
      + (isSingle ? [] : [("relationships", object(relationships))])
      + [("links", object([("self", reference)]))]
    let schemas = [
      (name, object((isSingle ? [] : [id]) + references + fields)),
      ("\(name)Object", object(parts)),
    ]
    if isOnlyListed { return schemas }
    let document: Fields = [
      ("jsonapi", component("Document")), ("data", component("\(name)Object")),
      ("links", object([("self", reference)])),
    ]
    return schemas + [("\(name)Document", object(document))]
  }

  /// Returns the schema of a document's relationship.
  ///
  /// - Parameters:
  ///   - type: the type of the related resource; nil for a list, whose elements are not named.
  ///   - letter: the prefix of its id.
  static func relationship(to type: String? = nil, id letter: String = "") -> String {
    let links: Fields = [("links", object([("related", reference)]))]
    let data: Fields =
      type.map {
        [("data", object([("type", #"{"const":"\#($0)"}"#), ("id", identifier(letter))]))]
      } ?? []
    return object(links + data)
  }

  /// Returns the schemas of a list: plain JSON and document.
  static func list(_ name: String, of element: String, isPaged: Bool) -> Schemas {
    let links = #"""
      {"type":"object","required":["self","first","last"],"additionalProperties":false,
      "properties":{"self":\#(reference),"first":\#(reference),"prev":\#(reference),
      "next":\#(reference),"last":\#(reference)}}
      """#
    let count = isPaged ? #","maxItems":1000"# : ""
    let parts: Fields =
      [
        ("jsonapi", component("Document")),
        ("data", #"{"type":"array","items":\#(component("\(element)Object"))\#(count)}"#),
        ("links", isPaged ? links : object([("self", reference)])),
      ]
      + (isPaged ? [("meta", object([("total", #"{"type":"integer","minimum":0}"#)]))] : [])
    return [
      (name, #"{"type":"array","items":\#(component(element))\#(count)}"#),
      ("\(name)Document", object(parts)),
    ]
  }

  /// Returns the schemas of a write's body: plain JSON and document.
  ///
  /// - Parameter letter: the prefix of the id that a change's document must have; nil for a new
  ///   resource.
  static func body(
    _ name: String, _ type: String, _ schema: String, id letter: String? = nil
  ) -> Schemas {
    let required: Fields = [
      ("type", #"{"const":"\#(type)"}"#), ("attributes", component(name)),
    ]
    // The shop assigns ids itself.
    let data =
      letter.map { object(required + [("id", identifier($0))], isOpen: true) }
      ?? object(required, isOpen: true, forbidding: "id")
    return [(name, schema), ("\(name)Document", object([("data", data)], isOpen: true))]
  }

  private static let reference = #"{"type":"string","format":"uri-reference"}"#

  static func identifier(_ letter: String) -> String {
    #"{"type":"string","pattern":"^\#(letter)-[1-9][0-9]*$"}"#
  }

  private static func component(_ name: String) -> String {
    ##"{"$ref":"#/components/schemas/\##(name)"}"##
  }
}
