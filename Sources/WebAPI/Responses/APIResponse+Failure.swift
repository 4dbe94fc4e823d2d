import CoreJSON
import FoundationEssentials

extension APIResponse {
  /// The longest body that is looked at, in bytes.
  private static let longestFailure = 1 << 16

  /// Why a request failed although its status says that it succeeded; nil if its answer does not say so.
  ///
  /// These are the answers of Slack (`ok: false`) and its kin (`success: false`), GraphQL (`errors` beside `data`),
  /// JSON-RPC (`error`), and JSend (`status: "fail"`).
  public var failedAnswer: APIError? {
    guard isSuccess, data.count <= Self.longestFailure,
      data.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{"),
      case .object(let members)? = JSONValue(body: data), Self.hasFailed(members),
      var reason = Reason(body: data, headers, answered: statusCode, redact: request.redact)
    else { return nil }
    if let data = members["data"], data != .null, members["errors"] != nil, !reason.problems.isEmpty
    {
      let said = reason.problems.prefix(3).map(\.description).joined(separator: "; ")
      reason = Reason(detail: "a part of the answer failed: \(said)")
    }
    reason.status = nil
    return APIError(problem: reason, in: self)
  }

  private static func hasFailed(_ members: JSONObject) -> Bool {
    if members["jsonrpc"] != nil, let error = members["error"] { return error != .null }
    // A record may say of itself that it is not well.
    let isRecord = members["id"] != nil
    if !isRecord, members["ok"] == .bool(false) || members["success"] == .bool(false) {
      return true
    }
    if case .array(let errors)? = members["errors"], !errors.isEmpty {
      return members.keys.allSatisfy(["data", "errors", "extensions"].contains)
    }
    guard case .string(let status)? = members["status"], status == "fail" || status == "error"
    else {
      return false
    }
    return !isRecord && (members["data"] ?? members["message"]) != nil
  }
}
