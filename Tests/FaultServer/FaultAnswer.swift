/// What a fault server does with a request, in steps.
///
/// After the last step the connection waits for its next request, unless a step has ended it.
public struct FaultAnswer: Sendable {
  /// A step of an answer.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends bytes a few at a time, with a pause after each.
    case trickle([UInt8], size: Int, milliseconds: Int32)
    /// Sends the same bytes repeatedly, until the count is reached or the client disconnects.
    case flood([UInt8], count: Int)
    /// Waits until a test opens a gate.
    case await(FaultGate)
    /// Reads the request's body, if the server has not read it before the answer.
    case readBody
    /// Sends nothing until the client disconnects.
    case silence
    /// Closes the connection (FIN).
    case close
    /// Resets the connection (RST).
    case reset
    /// Relays bytes between the client and a local port, as a proxy does for CONNECT.
    case tunnel(UInt16)
  }

  /// The steps, in order.
  public var steps: [Step]

  /// Creates an answer.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// The bytes of all `send` steps.
  public var bytes: [UInt8] {
    steps.flatMap { step -> [UInt8] in
      if case .send(let bytes) = step { bytes } else { [] }
    }
  }

  /// An answer of arbitrary bytes.
  public static func raw(_ bytes: [UInt8]) -> FaultAnswer { FaultAnswer([.send(bytes)]) }

  /// An answer of arbitrary text, which includes its line ends.
  public static func raw(_ text: String) -> FaultAnswer { raw(Array(text.utf8)) }

  /// A complete answer with the right Content-Length.
  public static func status(
    _ status: Int, _ body: [UInt8], type: String = "text/plain",
    headers: KeyValuePairs<String, String> = [:]
  ) -> FaultAnswer {
    var head = "HTTP/1.1 \(status) \(reason(status))\r\n"
    if status >= 200, status != 204, status != 304 {
      head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
    }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    return raw(Array((head + "\r\n").utf8) + body)
  }

  /// A complete answer with a body of text.
  public static func status(
    _ status: Int, _ text: String = "", headers: KeyValuePairs<String, String> = [:]
  ) -> FaultAnswer {
    self.status(status, Array(text.utf8), headers: headers)
  }

  /// A complete answer with a body of JSON.
  public static func json(
    _ text: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:]
  ) -> FaultAnswer {
    self.status(status, Array(text.utf8), type: "application/json", headers: headers)
  }

  /// A complete answer with an HTML page, such as a captive portal's.
  public static func html(
    _ text: String = "<!doctype html><title>Welcome</title><p>Please sign in.", status: Int = 200
  ) -> FaultAnswer {
    self.status(status, Array(text.utf8), type: "text/html; charset=utf-8")
  }

  /// A redirect to an address.
  public static func redirect(to address: String, status: Int = 302) -> FaultAnswer {
    self.status(status, "", headers: ["Location": address])
  }

  /// An answer that asks the client to retry later: 503 or 429.
  public static func busy(_ status: Int = 503, retryAfter: String? = nil) -> FaultAnswer {
    guard let retryAfter else { return self.status(status) }
    return self.status(status, "", headers: ["Retry-After": retryAfter])
  }

  /// An answer with a chunked body.
  public static func chunked(_ pieces: [String], status: Int = 200) -> FaultAnswer {
    var text = "HTTP/1.1 \(status) \(reason(status))\r\nContent-Type: application/json\r\n"
    text += "Transfer-Encoding: chunked\r\n\r\n"
    for piece in pieces {
      text += String(piece.utf8.count, radix: 16) + "\r\n" + piece + "\r\n"
    }
    return raw(text + "0\r\n\r\n")
  }

  private static func reason(_ status: Int) -> String {
    [
      200: "OK", 201: "Created", 204: "No Content", 302: "Found", 304: "Not Modified",
      404: "Not Found", 429: "Too Many Requests", 503: "Service Unavailable",
    ][status] ?? "Status"
  }
}
