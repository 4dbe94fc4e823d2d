/// A request that a fault server received.
public struct FaultRequest: Sendable {
  /// The method, as received.
  public var method: String

  /// The target: a path with its query, or for a proxy a URL or `HOST:PORT`.
  public var target: String

  /// The header fields, in order.
  public var headers: [(name: String, value: String)]

  /// The body, without its framing.
  public var body: [UInt8] = []

  /// The number of its connection, counted from 0.
  public var connection: Int

  /// Its number among all requests, counted from 0.
  public var number: Int

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns the first value of a header field.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Parses a head without its last, empty line.
  init?(head: [UInt8], connection: Int, number: Int) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    headers = lines.dropFirst().map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      let value = line[colon...].dropFirst().drop { $0 == " " }
      return (String(line[..<colon]), String(value))
    }
    self.connection = connection
    self.number = number
  }
}
