import CNATS
import CoreLoop
import Synchronization

/// libnats's connection.
final class ConnectionHandle: Sendable {
  private struct State: ~Copyable {
    // The pointer never changes, and libnats's functions may be called on any thread.
    nonisolated(unsafe) let connection: OpaquePointer
    var isClosed = false
  }

  private let state: Mutex<State>
  private let watcher: ChangeWatcher
  private let address: String
  let largestMessage: Int

  /// Blocks until the connection stands, or has failed.
  init(
    _ settings: StreamSettings, _ address: String,
    changed: @escaping @Sendable (ConnectionChange) -> Void
  ) throws {
    watcher = ChangeWatcher(changed)
    let context = Unmanaged.passRetained(watcher)
    var reason = [CChar](repeating: 0, count: 512)
    let connection = settings.withC { settings in
      cnats_connect(
        settings,
        { change, text, context in
          let watcher = Unmanaged<ChangeWatcher>.fromOpaque(context)
          switch change {
          case CNATS_DISCONNECTED: watcher.takeUnretainedValue().tell(.lost)
          case CNATS_RECONNECTED: watcher.takeUnretainedValue().tell(.restored)
          case CNATS_ERROR:
            watcher.takeUnretainedValue().tell(
              .complaint(text.map { String(cString: $0) } ?? "it does not say why"))
          default: watcher.takeRetainedValue().tell(.closed)
          }
        }, context.toOpaque(), &reason, reason.count)
    }
    guard let connection else {
      context.release()
      let text = String(
        decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw StreamError.refused(text, by: address)
    }
    largestMessage = Int(cnats_largest_message(connection))
    state = Mutex(State(connection: connection))
    self.address = address
  }

  /// Receives the messages of a subject, on a thread of libnats, until the result is released.
  ///
  /// A message that a consumer delivers has the subject that it was published to, not the one that it came on.
  func subscribe(
    _ subject: String, _ receive: @escaping @Sendable (StreamMessage) -> Void
  ) throws -> StreamSubscription {
    guard !isLost else { throw StreamError.lost(address) }
    let context = Unmanaged.passRetained(Receiver(receive))
    let pointer = state.withLock { state in
      state.isClosed
        ? nil
        : cnats_subscribe(
          state.connection, subject,
          { message, context in
            Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
              .receive(StreamMessage(message.pointee))
          },
          { if let context = $0 { Unmanaged<Receiver>.fromOpaque(context).release() } },
          context.toOpaque())
    }
    guard let pointer else {
      context.release()
      throw StreamError(.failed, "\(address) takes no more subscriptions")
    }
    return StreamSubscription(pointer, of: self)
  }

  func publish(
    _ subject: String, _ data: [UInt8], _ fields: [(name: String, value: String)], _ reply: String?
  ) throws {
    guard data.count < largestMessage else {
      throw StreamError(
        .full, "a message of \(data.count) bytes is too large: \(address) takes \(largestMessage)")
    }
    guard !isLost else { throw StreamError.lost(address) }
    let texts = fields.flatMap { [$0.name, $0.value] }
    let status = withCStrings(texts) { pointers in
      data.withUnsafeBytes { bytes in
        state.withLock { state in
          state.isClosed
            ? NATS_CONNECTION_CLOSED
            : cnats_publish(
              state.connection, subject, reply, pointers, Int32(fields.count), bytes.baseAddress,
              Int32(bytes.count))
        }
      }
    }
    guard status != NATS_CONNECTION_CLOSED else {
      throw StreamError(.closed, "\(address) does not accept the credentials any more")
    }
    guard status != NATS_INSUFFICIENT_BUFFER else {
      throw StreamError.lost(address)
    }
    guard status == NATS_OK else {
      throw StreamError(
        .unreachable, "cannot send to \(address): \(String(cString: cnats_text(status)))")
    }
  }

  /// Whether it is being made anew: while a host is silent, libnats's functions wait five seconds for each try.
  var isLost: Bool { watcher.isLost.load(ordering: .relaxed) }

  /// Closes the connection.
  ///
  /// It blocks for a moment.
  func close() {
    let connection = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed ? nil : state.connection
    }
    if let connection { cnats_close(connection) }
  }
}

/// A subscription, which ends when it is released.
final class StreamSubscription: Sendable {
  // The pointer never changes, and libnats's functions may be called on any thread.
  private nonisolated(unsafe) let pointer: OpaquePointer
  /// libnats frees the connection only after its subscriptions.
  private let handle: ConnectionHandle

  fileprivate init(_ pointer: OpaquePointer, of handle: ConnectionHandle) {
    (self.pointer, self.handle) = (pointer, handle)
  }

  /// Lets the server send nothing more, and waits until all that it had sent was received, or for two seconds.
  ///
  /// A connection that is lost has nothing more to receive.
  func drain() async {
    guard !handle.isLost else { return }
    await offMain { [self] in cnats_drain(pointer, 2_000) }
  }

  deinit {
    guard handle.isLost else { return cnats_unsubscribe(pointer) }
    // It goes to that thread alone.
    nonisolated(unsafe) let pointer = pointer
    LongWork.run { [handle] in withExtendedLifetime(handle) { cnats_unsubscribe(pointer) } }
  }
}

private final class Receiver: Sendable {
  let receive: @Sendable (StreamMessage) -> Void

  init(_ receive: @escaping @Sendable (StreamMessage) -> Void) { self.receive = receive }
}

private final class ChangeWatcher: Sendable {
  let isLost = Atomic(false)
  private let changed: @Sendable (ConnectionChange) -> Void

  init(_ changed: @escaping @Sendable (ConnectionChange) -> Void) { self.changed = changed }

  func tell(_ change: ConnectionChange) {
    switch change {
    case .lost: isLost.store(true, ordering: .relaxed)
    case .restored, .closed: isLost.store(false, ordering: .relaxed)
    case .complaint, .denied: break
    }
    changed(change)
  }
}

extension StreamError {
  fileprivate static func refused(_ text: String, by address: String) -> StreamError {
    let lowered = text.lowercased()
    if lowered.contains("authorization") || lowered.contains("authentication") {
      return StreamError(.denied, "\(address) does not accept the credentials")
    }
    if lowered.contains("no server available") || lowered.contains("timeout")
      || lowered.contains("connection refused") || lowered.contains("i/o error")
    {
      return StreamError(.unreachable, "cannot reach \(address)")
    }
    // `(conn.c:733): SSL handshake error: 62:hostname mismatch:expected=localhost:cert=…`
    if let mark = text.firstRange(of: "SSL handshake error: ") {
      let parts = text[mark.upperBound...].split(separator: ":", maxSplits: 2)
      if parts.count > 1, Int(parts[0]) != nil {
        return StreamError(.failed, "the certificate of \(address) is not trusted: \(parts[1])")
      }
    }
    return StreamError(.failed, "cannot connect to \(address): \(text)")
  }
}

extension StreamSettings {
  fileprivate func withC<Result>(_ body: (UnsafePointer<cnats_settings>) -> Result) -> Result {
    var texts = [name, "", "", "", "", "", "", ""]
    var isUsed = Array(repeating: false, count: texts.count)
    func set(_ index: Int, _ text: String?) {
      guard let text else { return }
      (texts[index], isUsed[index]) = (text, true)
    }
    switch credentials {
    case .none: break
    case .user(let user, let password):
      set(1, user)
      set(2, password)
    case .token(let token): set(3, token)
    case .file(let file): set(4, file)
    case .nkey(let key, let seedFile):
      set(5, key)
      set(6, seedFile)
    }
    set(7, authorities)
    let servers = url.split(separator: ",").map(String.init)
    return withCStrings(texts + servers) { pointers in
      func text(_ index: Int) -> UnsafePointer<CChar>? { isUsed[index] ? pointers[index] : nil }
      return Array(pointers[texts.count...]).withUnsafeBufferPointer { servers in
        var settings = cnats_settings(
          servers: servers.baseAddress, server_count: Int32(servers.count), name: pointers[0],
          user: text(1),
          password: text(2), token: text(3), credentials_file: text(4), nkey: text(5),
          seed_file: text(6), authorities_file: text(7), is_secure: isSecure)
        return body(&settings)
      }
    }
  }
}

/// Calls a closure with texts as C strings, which last until it returns.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafePointer<CChar>]) -> Result
) -> Result {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for text in texts {
    starts.append(bytes.count)
    bytes += text.utf8.lazy.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
  }
  return bytes.withUnsafeBufferPointer { bytes in
    body(bytes.baseAddress.map { first in starts.map { first + $0 } } ?? [])
  }
}
