import Foundation
import Glibc

/// Control of the applications served by `control.py`.
extension WebApplication {
  /// The point at which a response with tokens is cut off.
  enum Cut: String, CaseIterable {
    case nothing, headers, body
  }

  /// Expires every issued access token, or controls something else by its name, with a number of seconds.
  func control(_ name: String, seconds: Int? = nil) throws {
    try control(name, seconds.map { #"{"seconds":\#($0)}"# } ?? "{}")
  }

  /// Cuts off the next response to a request for a token, which is carried out.
  func cutNextToken(after cut: Cut) throws {
    try control("cut", #"{"after":"\#(cut.rawValue)"}"#)
  }

  /// Allows a refresh token to be used twice, which otherwise ends its session.
  func allowReuse() throws { try control("reuse", #"{"allowed":true}"#) }

  /// The number of held responses to requests for tokens.
  var heldTokens: Int {
    get throws { Int(try ask("GET", "/-/held")) ?? 0 }
  }

  /// The requests for tokens with a grant since the application was last started.
  func tokenRequests(_ grant: String) -> [Request] {
    allRequests.filter { $0.path == "/token" && $0.form?["grant_type"] == grant }
  }

  /// The application's description.
  var openAPI: String {
    get throws { try ask("GET", "/openapi.json") }
  }

  /// Sends a request without a credential, and returns the body of the response.
  @discardableResult
  func ask(
    _ method: String, _ path: String, body: String = "", type: String = "application/json"
  ) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = (address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0).bigEndian
    target.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafeBytes(of: &target) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw POSIXError(.ECONNREFUSED) }
    let connection = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: \(type)\r\n"
    try connection.write(
      contentsOf: Data("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    let answer = String(decoding: try connection.readToEnd() ?? Data(), as: UTF8.self)
    guard answer.hasPrefix("HTTP/1.1 2"), let end = answer.range(of: "\r\n\r\n") else {
      throw Sandbox.Failure(text: "\(method) \(path): \(answer)")
    }
    return String(answer[end.upperBound...])
  }

  private func control(_ name: String, _ body: String) throws {
    try ask("POST", "/-/\(name)", body: body)
  }
}
