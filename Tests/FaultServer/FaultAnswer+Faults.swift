extension FaultAnswer {
  /// Says nothing, until the client goes.
  public static var silence: FaultAnswer { FaultAnswer([.silence]) }

  /// Closes the connection without an answer: the request may well have been carried out.
  public static var close: FaultAnswer { FaultAnswer([.close]) }

  /// Breaks the connection without an answer.
  public static var reset: FaultAnswer { FaultAnswer([.reset]) }

  /// Another answer, cut after so many bytes.
  ///
  /// - Parameter breaks: whether the connection is reset rather than closed.
  public static func cut(
    after count: Int, of answer: FaultAnswer, breaks: Bool = false
  ) -> FaultAnswer {
    FaultAnswer([.send(Array(answer.bytes.prefix(count))), breaks ? .reset : .close])
  }

  /// Another answer, a few bytes at a time.
  public static func trickle(
    _ answer: FaultAnswer, size: Int = 1, every milliseconds: Int32 = 1_000
  ) -> FaultAnswer {
    FaultAnswer([.trickle(answer.bytes, size: size, milliseconds: milliseconds)])
  }

  /// Another answer, once a test opens the gate.
  ///
  /// - Parameter count: how many bytes at its end wait for the gate; all of them if nil.
  public static func held(
    _ answer: FaultAnswer, by gate: FaultGate, last count: Int? = nil
  ) -> FaultAnswer {
    let bytes = answer.bytes
    let count = count ?? bytes.count
    return FaultAnswer([
      .send(Array(bytes.dropLast(count))), .await(gate), .send(Array(bytes.suffix(count))),
    ])
  }

  /// A head whose length is a lie, and the body that comes; then the connection is closed.
  public static func lie(length: String, body: String) -> FaultAnswer {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(length)"
    return FaultAnswer([.send(Array("\(head)\r\n\r\n\(body)".utf8)), .close])
  }

  /// A head with a field of so many bytes.
  public static func hugeHeader(_ count: Int) -> FaultAnswer {
    status(200, "", headers: ["X-Huge": String(repeating: "a", count: count)])
  }

  /// A head that never ends.
  public static var endlessHeaders: FaultAnswer {
    FaultAnswer([
      .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
      .flood(Array("X-Again: and again and again\r\n".utf8), count: .max),
    ])
  }

  /// A body of zeros without a length, of so many bytes.
  public static func flood(_ count: Int, headers: String = "") -> FaultAnswer {
    let piece = [UInt8](repeating: 0x30, count: 1 << 16)
    return FaultAnswer([
      .send(Array("HTTP/1.1 200 OK\r\n\(headers)Connection: close\r\n\r\n".utf8)),
      .flood(piece, count: count), .close,
    ])
  }

  /// A small body that says it is packed and is.
  public static func gzip(_ text: String) -> FaultAnswer {
    status(
      200, Gzip.stored(Array(text.utf8)), type: "application/json",
      headers: ["Content-Encoding": "gzip"])
  }

  /// A body that is small on its way and unpacks to so many bytes.
  ///
  /// - Parameter isDense: whether each byte stands for 1,032, as dense as gzip can be; else for 158.
  public static func bomb(_ count: Int, isDense: Bool = true) -> FaultAnswer {
    let (start, rest, density) = isDense ? Gzip.denseZeros : Gzip.zeros
    return FaultAnswer([
      .send(
        Array(
          ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
            + "Connection: close\r\n\r\n").utf8) + start),
      .flood(rest, count: count / density), .close,
    ])
  }
}
