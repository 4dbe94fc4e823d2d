@testable import SeashellAPIs

/// A description that was read, with all its operations.
struct ReadDescription {
  let head: APIDescription
  let operations: [DescribedOperation]

  /// Reads a document.
  init(
    _ text: String, source: String = "/descriptions/api.json",
    limits: DescriptionLimits = DescriptionLimits(), load: ((String) throws -> [UInt8])? = nil
  ) throws {
    try self.init(Array(text.utf8), source: source, limits: limits, load: load)
  }

  init(
    _ bytes: [UInt8], source: String = "/descriptions/api.json",
    limits: DescriptionLimits = DescriptionLimits(), load: ((String) throws -> [UInt8])? = nil
  ) throws {
    var operations: [DescribedOperation] = []
    let reader = DescriptionReader(limits: limits, load: load)
    head = try reader.read(bytes, source: source) { operations.append($0) }
    self.operations = operations
  }

  /// Reads an OpenAPI 3.0 document with these paths and other members, given as JSON without its braces.
  init(paths: String, _ others: String = "", version: String = "3.0.3") throws {
    try self.init(Self.document(paths: paths, others, version: version))
  }

  /// A document of OpenAPI 3, as JSON.
  static func document(paths: String, _ others: String = "", version: String = "3.0.3") -> String {
    """
    {"openapi": "\(version)", "info": {"title": "T", "version": "1"}, "paths": {\(paths)}
    \(others.isEmpty ? "" : ", \(others)")}
    """
  }

  /// Reads the schema of the only parameter of the only operation.
  static func schema(
    _ schema: String, components: String = "", version: String = "3.1.0"
  ) throws -> DescribedSchema {
    let description = try ReadDescription(
      paths: """
        "/a": {"get": {"parameters": [{"name": "p", "in": "query", "schema": \(schema)}]}}
        """,
      #""components": {"schemas": {\#(components)}}"#, version: version)
    return description.operations[0].parameters[0].schema
  }

  subscript(id: String) -> DescribedOperation? { operations.first { $0.id == id } }

  /// The problems as text: `get /pets: reason`.
  var problems: [String] {
    head.problems.map {
      [$0.method, $0.place].compactMap(\.self).joined(separator: " ") + ": \($0.reason)"
    }
  }
}

/// The error of reading a document, as text.
func readingError(
  _ text: String, limits: DescriptionLimits = DescriptionLimits()
) -> String {
  readingError(Array(text.utf8), limits: limits)
}

func readingError(
  _ bytes: [UInt8], limits: DescriptionLimits = DescriptionLimits()
) -> String {
  do {
    _ = try ReadDescription(bytes, limits: limits)
    return "none"
  } catch {
    return "\(error)"
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct RepeatedRandom: RandomNumberGenerator {
  private var state: UInt64 = 0x5EA5_4E11

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
