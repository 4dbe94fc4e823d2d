extension FaultAnswer {
  /// No answer, on a connection that stays open until the client closes it.
  public static var silence: FaultAnswer { FaultAnswer([.silence]) }

  /// No answer: closes the connection, so that the client cannot know what the request has done.
  public static var close: FaultAnswer { FaultAnswer([.close]) }

  /// No answer: resets the connection.
  public static var reset: FaultAnswer { FaultAnswer([.reset]) }

  /// The first `count` bytes of another answer.
  ///
  /// - Parameter breaks: whether the connection is then reset, not closed.
  public static func cut(
    after count: Int, of answer: FaultAnswer, breaks: Bool = false
  ) -> FaultAnswer {
    FaultAnswer([.send(Array(answer.bytes.prefix(count))), breaks ? .reset : .close])
  }

  /// Another answer, sent slowly: `size` bytes at a time.
  public static func trickle(
    _ answer: FaultAnswer, size: Int = 1, every milliseconds: Int32 = 1_000
  ) -> FaultAnswer {
    FaultAnswer([.trickle(answer.bytes, size: size, milliseconds: milliseconds)])
  }

  /// Another answer, held back until a test opens the gate.
  ///
  /// - Parameter count: the number of bytes held back, at the end; nil holds back all.
  public static func held(
    _ answer: FaultAnswer, by gate: FaultGate, last count: Int? = nil
  ) -> FaultAnswer {
    let bytes = answer.bytes
    let count = count ?? bytes.count
    return FaultAnswer([
      .send(Array(bytes.dropLast(count))), .await(gate), .send(Array(bytes.suffix(count))),
    ])
  }

  /// An answer with a wrong Content-Length; the connection is then closed.
  public static func lie(length: String, body: String) -> FaultAnswer {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(length)"
    return FaultAnswer([.send(Array("\(head)\r\n\r\n\(body)".utf8)), .close])
  }

  /// An answer with a header field of `count` bytes.
  public static func hugeHeader(_ count: Int) -> FaultAnswer {
    status(200, "", headers: ["X-Huge": String(repeating: "a", count: count)])
  }

  /// An answer whose header fields never end.
  public static var endlessHeaders: FaultAnswer {
    FaultAnswer([
      .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
      .flood(Array("X-Again: and again and again\r\n".utf8), count: .max),
    ])
  }

  /// An answer with a body of `count` zeros and without a Content-Length.
  public static func flood(_ count: Int, headers: String = "") -> FaultAnswer {
    let piece = [UInt8](repeating: 0x30, count: 1 << 16)
    return FaultAnswer([
      .send(Array("HTTP/1.1 200 OK\r\n\(headers)Connection: close\r\n\r\n".utf8)),
      .flood(piece, count: count), .close,
    ])
  }

  /// An answer compressed with gzip.
  public static func gzip(_ text: String) -> FaultAnswer {
    status(
      200, Gzip.stored(Array(text.utf8)), type: "application/json",
      headers: ["Content-Encoding": "gzip"])
  }

  /// A small gzip body that unpacks to `count` bytes.
  ///
  /// - Parameter isDense: whether to compress 1,032 bytes to one, the most that gzip can; else 158.
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
