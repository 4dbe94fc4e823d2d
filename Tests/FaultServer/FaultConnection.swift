/// A client's connection, served on a thread of its own.
struct FaultConnection {
  let socket: FaultSocket
  let number: Int
  let state: FaultState
  private var unread: [UInt8] = []

  init(socket: FaultSocket, number: Int, state: FaultState) {
    self.socket = socket
    self.number = number
    self.state = state
  }

  /// Answers requests until the client or an answer ends the connection.
  mutating func serve() {
    while let head = readHead() {
      guard var request = FaultRequest(head: head, connection: number, number: 0) else { return }
      let body = state.readsBodies ? readBody(of: request) : []
      guard let body else { return }
      request.body = body
      request.number = state.record.change { [request] record in
        var request = request
        request.number = record.requests.count
        record.requests.append(request)
        return request.number
      }
      for step in state.answer(request).steps {
        guard run(step, request) else { return }
      }
    }
  }

  /// - Returns: whether the connection continues.
  private mutating func run(_ step: FaultAnswer.Step, _ request: FaultRequest) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes)
    case .trickle(let bytes, let size, let milliseconds):
      for start in stride(from: 0, to: bytes.count, by: size) {
        guard send(bytes[start..<min(start + size, bytes.count)]),
          socket.wait(milliseconds: milliseconds, hasReadBody: state.readsBodies)
        else { return false }
      }
      return true
    case .flood(let bytes, let count):
      var sent = 0
      while sent < count {
        guard send(bytes.prefix(count - sent)) else { return false }
        sent += bytes.count
      }
      return true
    case .await(let gate):
      return socket.wait(for: gate.end, hasReadBody: state.readsBodies)
    case .readBody:
      guard let body = readBody(of: request) else { return false }
      state.record.change { $0.requests[request.number].body = body }
      return true
    case .silence:
      while socket.wait(hasReadBody: state.readsBodies) {}
      return false
    case .close: return false
    case .reset:
      socket.setToReset()
      return false
    case .tunnel(let port):
      guard let other = FaultSocket.connect(to: port) else { return false }
      FaultSocket.relay(socket, other)
      other.close()
      return false
    }
  }

  private func send(_ bytes: some Collection<UInt8>) -> Bool {
    socket.send(bytes) { count in state.record.change { $0.sent += count } }
  }

  private mutating func readHead() -> [UInt8]? {
    var searched = 0
    while true {
      if unread.count >= 4 {
        for end in max(3, searched)..<unread.count
        where unread[(end - 3)...end].elementsEqual("\r\n\r\n".utf8) {
          defer { unread.removeFirst(end + 1) }
          return Array(unread[..<(end - 3)])
        }
        searched = unread.count
      }
      guard receive() else { return nil }
      // The client speaks TLS, which an HTTP server answers with 400.
      if unread.first == 0x16 {
        _ = send(FaultAnswer.status(400).bytes)
        return nil
      }
    }
  }

  private mutating func readBody(of request: FaultRequest) -> [UInt8]? {
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" { return readChunks() }
    return readBytes(request.header("Content-Length").flatMap { Int($0) } ?? 0)
  }

  private mutating func readChunks() -> [UInt8]? {
    var body: [UInt8] = []
    while let line = readLine(), let size = Int(line, radix: 16), let piece = readBytes(size),
      readLine() != nil
    {
      guard size > 0 else { return body }
      body += piece
    }
    return nil
  }

  private mutating func readLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end].filter { $0 != 0x0D }, as: UTF8.self)
      }
      guard receive() else { return nil }
    }
  }

  private mutating func readBytes(_ count: Int) -> [UInt8]? {
    while unread.count < count {
      let before = unread.count
      guard receive() else { return nil }
      state.record.change { [new = unread.count - before] in $0.received += new }
    }
    defer { unread.removeFirst(count) }
    return Array(unread[..<count])
  }

  private mutating func receive() -> Bool {
    let bytes = socket.receive()
    unread += bytes
    return !bytes.isEmpty
  }
}
