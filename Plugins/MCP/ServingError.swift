import SeashellKit

struct ServingError: Error {
  let code: Int
  let message: String
  var data: CellValue?

  init(_ code: Int, _ message: String, data: CellValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  static func unreadable(_ reason: String) -> ServingError {
    ServingError(-32700, "the message is not JSON: \(reason)")
  }

  static func invalid(_ message: String) -> ServingError { ServingError(-32600, message) }

  static func unknownMethod(_ method: String) -> ServingError {
    ServingError(-32601, "there is no method '\(method)'")
  }

  static func wrongParameters(_ message: String) -> ServingError { ServingError(-32602, message) }

  static func unknownResource(_ uri: String) -> ServingError {
    ServingError(
      -32002, "there is no resource '\(uri)'", data: .members(["uri": .text(uri)]))
  }

  static func unsupportedRevision(_ revision: String) -> ServingError {
    ServingError(
      -32022, "the protocol's revision '\(revision)' is not supported",
      data: .members([
        "supported": .list(ServedRevision.allCases.map { .text($0.rawValue) }),
        "requested": .text(revision),
      ]))
  }

  var json: CellValue {
    .members(["code": .integer(code), "message": .text(message), "data": data])
  }
}

extension CellValue {
  static func members(_ fields: KeyValuePairs<String, CellValue?>) -> CellValue {
    .record(fields.compactMap { name, value in value.map { Field(name, $0) } })
  }

  /// An object's members as JSON, without the braces.
  var memberBytes: [UInt8] { Array(jsonBytes.dropFirst().dropLast()) }
}
