import FoundationEssentials
import SeashellKit

/// Writes a response whose body the user wants as JSON, indented if requested.
@MainActor
struct JSONResponse {
  /// The maximum size of a body that can be checked: 32 MiB.
  private static let maximumBody = 32 << 20

  let invocation: Invocation
  let request: APIRequest

  /// Reads the whole body, checks it, and writes it after the head, if any.
  ///
  /// An empty body is written as it is. If the body of an error is not JSON, nothing is written.
  /// Returns the response, for its status.
  func write(_ stream: APIStream, head: String?) async throws -> APIResponse {
    let response =
      request.method == .head
      ? APIResponse(
        statusCode: stream.statusCode, headers: stream.headers, request: stream.request)
      : try await stream.response(upTo: Self.maximumBody)
    let body = Self.body(response.data)
    if let problem = Self.problem(in: body) {
      guard (200..<300).contains(response.statusCode) else { return response }
      throw ResponseBody.error(response.statusCode, request, problem)
    }
    if let head {
      var output = try invocation.output.bytes()
      try output.write(head.utf8)
      try output.end()
    }
    var output = try invocation.output.jsonBytes()
    if !body.isEmpty {
      for piece in JSONIndenter(body) {
        try Task.checkCancellation()
        try output.write(piece)
        await Task.yield()
      }
    }
    try output.end()
    return response
  }

  /// The bytes without a byte order mark; empty if there is only white space.
  private static func body(_ data: Data) -> [UInt8] {
    let bytes = Array(data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
    return bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ? [] : bytes
  }

  private static func problem(in body: [UInt8]) -> String? {
    if body.isEmpty { return nil }
    guard String(validating: body, as: UTF8.self) != nil else { return "it is not UTF-8" }
    do throws(JSONError) {
      try JSONValue.check(body)
      return nil
    } catch {
      return error.place(in: body)
    }
  }
}
