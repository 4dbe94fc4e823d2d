import SeashellKit

enum ProtocolMessage {
  case request(id: CellValue, method: String, parameters: CellValue)
  case notification(method: String, parameters: CellValue)
  /// An answer; the id is null if the module could not read that of the request.
  case answer(id: CellValue, Result<CellValue, ProtocolError>)

  init(_ json: CellValue) throws(ModuleError) {
    guard json.fieldsValue != nil else {
      throw ModuleError("it sent a message that is not an object")
    }
    guard json["jsonrpc"]?.textValue == "2.0" else {
      throw ModuleError("it sent a message whose 'jsonrpc' is not \"2.0\"")
    }
    if let method = json["method"] {
      self = try Self.call(method, json)
    } else {
      self = try Self.answer(json)
    }
  }

  /// The maximum length of a request's id from a module, in bytes.
  private static let longestID = 1_000

  private static func call(
    _ method: CellValue, _ json: CellValue
  ) throws(ModuleError) -> ProtocolMessage {
    guard let method = method.textValue else {
      throw ModuleError("it sent a message whose 'method' is not a string")
    }
    let parameters = json["params"] ?? .record([])
    guard parameters.fieldsValue != nil else {
      throw ModuleError("it sent '\(method)' with 'params' that are not an object")
    }
    guard let id = json["id"] else {
      return .notification(method: method, parameters: parameters)
    }
    guard id.textValue != nil || id.integerValue != nil else {
      throw ModuleError(
        "it sent the request '\(method)' with an id that is neither a string nor an integer")
    }
    // The answer repeats the id.
    guard id.jsonText.utf8.count <= longestID else {
      throw ModuleError("it sent a request with an id longer than \(longestID) bytes")
    }
    return .request(id: id, method: method, parameters: parameters)
  }

  private static func answer(_ json: CellValue) throws(ModuleError) -> ProtocolMessage {
    switch (json["result"], json["error"]) {
    case (.some, .some): throw ModuleError("it sent an answer with both a result and an error")
    case (nil, nil): throw ModuleError("it sent a message without method, result and error")
    case (let result?, nil):
      guard let id = json["id"] else { throw ModuleError("it sent an answer without an id") }
      guard result.fieldsValue != nil else {
        throw ModuleError("it sent a result that is not an object")
      }
      return .answer(id: id, .success(result))
    case (nil, let error?):
      guard let code = error["code"]?.integerValue, let message = error["message"]?.textValue
      else { throw ModuleError("it sent an error without a code or a message") }
      return .answer(
        id: json["id"] ?? .null,
        .failure(ProtocolError(code: code, message: message, data: error["data"])))
    }
  }
}

struct ProtocolError: Error {
  static let methodNotFound = -32601
  static let resourceNotFound = -32002
  static let headerMismatch = -32020
  static let addressMustBeOpened = -32042

  let code: Int
  let message: String
  var data: CellValue?
}

extension CellValue {
  static func message(_ members: KeyValuePairs<String, CellValue?>) -> CellValue {
    .record(members.compactMap { name, value in value.map { Field(name, $0) } })
  }
}
