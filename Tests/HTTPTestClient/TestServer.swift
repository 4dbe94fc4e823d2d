/// A server under test on 127.0.0.1.
package protocol TestServer: Sendable {
  var port: Int { get }
}

extension TestServer {
  package func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// Sends a GET on a connection of its own, and returns the response.
  package func get(_ target: String, headers: String = "") async throws -> RawReply {
    let connection = try connect()
    await connection.ask(target, headers: headers)
    return try await connection.reply()
  }

  /// Sends a POST on a connection of its own, and returns the response.
  package func post(
    _ target: String, _ json: String, headers: String = ""
  ) async throws -> RawReply {
    let connection = try connect()
    await connection.send(
      "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(json.utf8.count)\r\n\(headers)\r\n\(json)")
    return try await connection.reply()
  }

  /// Sends a text on a connection of its own and nothing after it, and returns everything received.
  package func exchange(_ text: String) async throws -> RawExchange {
    try await exchange(Array(text.utf8))
  }

  /// Sends bytes on a connection of its own and nothing after them, and returns everything received.
  package func exchange(_ bytes: [UInt8]) async throws -> RawExchange {
    let connection = try connect()
    await connection.send(bytes)
    connection.sendNoMore()
    return RawExchange(bytes: await connection.bytesToEnd())
  }
}
