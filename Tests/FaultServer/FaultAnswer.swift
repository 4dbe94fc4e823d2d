/// What a fault server does with a request, step by step.
///
/// When the steps are done the connection waits for its next request, unless one of them ended it.
public struct FaultAnswer: Sendable {
  /// One thing that the server does.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends bytes a few at a time, with a pause after each.
    case trickle([UInt8], size: Int, milliseconds: Int32)
    /// Sends the same bytes again and again, until the client goes or the count is reached.
    case flood([UInt8], count: Int)
    /// Waits until a test opens the gate.
    case await(FaultGate)
    /// Reads the request's body, where the server leaves that to its answers.
    case readBody
    /// Says nothing until the client goes.
    case silence
    /// Closes the connection in order (FIN).
    case close
    /// Breaks the connection (RST).
    case reset
    /// Joins the connection with a port of this machine, as a proxy does for CONNECT.
    case tunnel(UInt16)
  }

  /// The steps, in order.
  public var steps: [Step]

  /// Makes an answer of steps.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// The bytes that a plain answer sends.
  public var bytes: [UInt8] {
    steps.flatMap { step -> [UInt8] in
      if case .send(let bytes) = step { bytes } else { [] }
    }
  }

  /// Bytes as they are, whatever they are.
  public static func raw(_ bytes: [UInt8]) -> FaultAnswer { FaultAnswer([.send(bytes)]) }

  /// Text as it is; lines end as it says.
  public static func raw(_ text: String) -> FaultAnswer { raw(Array(text.utf8)) }

  /// A whole answer with the length that its body has.
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

  /// An answer of text.
  public static func status(
    _ status: Int, _ text: String = "", headers: KeyValuePairs<String, String> = [:]
  ) -> FaultAnswer {
    self.status(status, Array(text.utf8), headers: headers)
  }

  /// An answer of JSON.
  public static func json(
    _ text: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:]
  ) -> FaultAnswer {
    self.status(status, Array(text.utf8), type: "application/json", headers: headers)
  }

  /// A page of HTML, such as a captive portal's.
  public static func html(
    _ text: String = "<!doctype html><title>Welcome</title><p>Please sign in.", status: Int = 200
  ) -> FaultAnswer {
    self.status(status, Array(text.utf8), type: "text/html; charset=utf-8")
  }

  /// A redirect, wherever it leads.
  public static func redirect(to address: String, status: Int = 302) -> FaultAnswer {
    self.status(status, "", headers: ["Location": address])
  }

  /// Too many requests, or unavailable: try later.
  public static func busy(_ status: Int = 503, retryAfter: String? = nil) -> FaultAnswer {
    guard let retryAfter else { return self.status(status) }
    return self.status(status, "", headers: ["Retry-After": retryAfter])
  }

  /// A body in chunks.
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
