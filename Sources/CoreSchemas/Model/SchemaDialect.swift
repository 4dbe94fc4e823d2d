import CoreJSON

/// A version of JSON Schema.
package enum SchemaDialect: Sendable, CaseIterable {
  /// The version of 2013.
  case draft4
  /// The version of 2017.
  case draft6
  /// The version of 2018.
  case draft7
  /// The version 2019-09.
  case draft2019
  /// The version 2020-12, which OpenAPI 3.1 uses.
  case draft2020
  /// The schemas of OpenAPI 3.0: draft-04 with `nullable`.
  ///
  /// A schema with `nullable: true` allows null whatever its other keywords say.
  case openAPI3_0

  /// Finds the version that a `$schema` names.
  init?(schema uri: String) {
    let name = uri.drop { $0 != ":" }.prefix { $0 != "#" }
    switch name {
    case "://json-schema.org/draft-04/schema": self = .draft4
    case "://json-schema.org/draft-06/schema": self = .draft6
    case "://json-schema.org/draft-07/schema": self = .draft7
    case "://json-schema.org/draft/2019-09/schema": self = .draft2019
    case "://json-schema.org/draft/2020-12/schema": self = .draft2020
    default: return nil
    }
  }

  /// Finds the version of the schemas in a document: a schema itself, or a description in OpenAPI.
  init(of document: JSONValue) {
    func text(_ name: String) -> String? {
      if case .string(let text)? = document[name] { text } else { nil }
    }
    let uri = text("$schema") ?? text("jsonSchemaDialect")
    let isOld = document["swagger"] != nil || text("openapi")?.hasPrefix("3.0") == true
    self = isOld ? .openAPI3_0 : uri.flatMap(SchemaDialect.init(schema:)) ?? .draft2020
  }

  /// The keyword that names a schema, if there is one.
  var idKeyword: String? {
    switch self {
    case .draft4: "id"
    case .openAPI3_0: nil
    default: "$id"
    }
  }

  /// Whether `$ref` hides the other keywords of its schema.
  var hidesSiblings: Bool { self != .draft2019 && self != .draft2020 }

  /// Whether 1.0 is not an integer.
  var hasPlainIntegers: Bool { self == .draft4 }

  /// Whether `exclusiveMinimum` and `exclusiveMaximum` are Booleans.
  var hasBooleanBounds: Bool { self == .draft4 || self == .openAPI3_0 }

  /// Returns whether a keyword demands something in this version, or leads to what does.
  func knows(_ keyword: String) -> Bool { Self.keywords[self]?.contains(keyword) == true }

  /// Returns whether a keyword demands nothing.
  static func isAnnotation(_ keyword: String) -> Bool {
    annotations.contains(keyword) || keyword.hasPrefix("x-")
  }

  private static let annotations: Set = [
    "title", "description", "default", "examples", "example", "$comment", "deprecated", "readOnly",
    "writeOnly", "xml", "externalDocs", "discriminator",
  ]

  private static let common: Set = [
    "$schema", "$ref", "definitions", "$defs", "type", "enum", "multipleOf", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "pattern", "format", "items",
    "minItems", "maxItems", "uniqueItems", "properties", "patternProperties", "required",
    "additionalProperties", "minProperties", "maxProperties", "dependencies", "allOf", "anyOf",
    "oneOf", "not",
  ]

  private static let keywords: [SchemaDialect: Set<String>] = {
    let since6: Set = ["$id", "const", "contains", "propertyNames"]
    let since7: Set = ["if", "then", "else"]
    let since2019: Set = [
      "$anchor", "dependentRequired", "dependentSchemas", "minContains", "maxContains",
      "unevaluatedItems", "unevaluatedProperties",
    ]
    let draft6 = common.union(since6).union(["additionalItems"])
    let draft7 = draft6.union(since7)
    let latest = common.union(since6).union(since7).union(since2019)
    return [
      .draft4: common.union(["id", "additionalItems"]), .draft6: draft6, .draft7: draft7,
      .draft2019: latest.union(["additionalItems", "$recursiveRef", "$recursiveAnchor"]),
      .draft2020: latest.union(["prefixItems", "$dynamicRef", "$dynamicAnchor"]),
      .openAPI3_0: common.union(["nullable"]),
    ]
  }()
}
