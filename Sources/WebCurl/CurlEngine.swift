import CCurl
import CoreLoop
import CoreSystem
import Glibc
import WebMessages

/// Runs all transfers of a transport on the main actor; the loop watches their sockets.
///
/// libcurl is opened at the first request, off the main thread.
@MainActor
final class CurlEngine {
  enum Command: Sendable {
    case start(CurlExchange)
    case end(CurlExchange)
    /// The response's reader has made room.
    case resume(CurlExchange)
    /// The request's body has more to send.
    case feed(CurlExchange)
  }

  private enum Library {
    case closed
    /// libcurl is being opened; these commands wait.
    case opening([Command])
    case open(multi: UnsafeMutableRawPointer)
    /// The transport is gone.
    case ended
  }

  private var library = Library.closed
  private var transfers: [CurlExchange: CurlTransfer] = [:]
  private var idleHandles: [CurlHandle] = []
  private var sockets: [Int32: DescriptorWatch] = [:]

  /// Wakes libcurl at the time it has asked for.
  private lazy var wakeUp = LoopTimer { [weak self] in self?.act(on: CURL_SOCKET_TIMEOUT, 0) }
  /// The time at which libcurl wants to be called.
  private var wakeUpTime: Int64?
  /// Fires when a transfer may have timed out.
  private lazy var timeLimit = LoopTimer { [weak self] in self?.settle() }

  /// Whether libcurl is being called: its callbacks must not call it again.
  private var isActing = false
  private var willSettle = false

  /// How many handles are kept for later requests.
  private static let mostIdleHandles = 8

  nonisolated init() {}

  /// Carries out a command, at once if called on the main actor.
  ///
  /// Any thread may call it.
  nonisolated func submit(_ command: Command) {
    MainLoop.shared.perform { self.perform(command) }
  }

  nonisolated func stop() {
    MainLoop.shared.perform { self.close() }
  }

  private func perform(_ command: Command) {
    guard !isActing else { return MainLoop.shared.post { self.perform(command) } }
    switch library {
    case .closed:
      guard case .start = command else { return }
      library = .opening([command])
      open()
    case .opening(let commands): library = .opening(commands + [command])
    case .open(let multi):
      call { carryOut(command, multi) }
    case .ended: fail(command, "the transport was closed")
    }
  }

  private func carryOut(_ command: Command, _ multi: UnsafeMutableRawPointer) {
    switch command {
    case .start(let exchange): start(exchange, multi)
    case .end(let exchange): if let transfer = transfers[exchange] { remove(transfer, multi) }
    case .resume(let exchange): transfers[exchange]?.resume()
    case .feed(let exchange): transfers[exchange]?.feed()
    }
  }

  private func fail(_ command: Command, _ reason: String, isLasting: Bool = false) {
    guard case .start(let exchange) = command else { return }
    exchange.upload?.close()
    exchange.response.fail(TransportError(.unconnected, reason: reason, isLasting: isLasting))
  }
}

// Opening and closing.
extension CurlEngine {
  private func open() {
    LongWork.run {
      let reason = ccurl_open().map { String(cString: $0) }
      MainLoop.shared.post { self.hasOpened(reason) }
    }
  }

  private func hasOpened(_ reason: String?) {
    guard case .opening(let commands) = library else { return }
    library = .closed
    if let reason {
      for command in commands { fail(command, reason, isLasting: true) }
    } else if let multi = ccurl_multi_init() {
      library = .open(multi: multi)
      setCallbacks(of: multi)
      for command in commands { perform(command) }
    } else {
      for command in commands { fail(command, "libcurl is out of memory") }
    }
  }

  private func close() {
    let before = library
    library = .ended
    switch before {
    case .closed, .ended: break
    case .opening(let commands):
      for command in commands { fail(command, "the transport was closed") }
    case .open(let multi):
      for transfer in transfers.values {
        finish(
          transfer,
          .failure(
            TransportError(.cut, reason: "the transport was closed before the end of the response")),
          multi)
      }
      idleHandles = []
      // This closes the kept connections.
      ccurl_multi_cleanup(multi)
      for watch in sockets.values { watch.end() }
      sockets = [:]
    }
  }

  private func setCallbacks(of multi: UnsafeMutableRawPointer) {
    // The engine outlives the multi handle: the transport retains it, and then `stop`.
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_multi_watch(
      multi,
      { _, socket, events, context, _ in
        guard let engine = CurlEngine.at(context) else { return 0 }
        MainActor.assumeIsolated { engine.watch(socket, events) }
        return 0
      },
      { _, milliseconds, context in
        guard let engine = CurlEngine.at(context) else { return 0 }
        MainActor.assumeIsolated { engine.wake(after: milliseconds) }
        return 0
      }, context)
  }

  private nonisolated static func at(_ context: UnsafeMutableRawPointer?) -> CurlEngine? {
    context.map { Unmanaged<CurlEngine>.fromOpaque($0).takeUnretainedValue() }
  }
}

// Calling libcurl.
extension CurlEngine {
  /// Calls libcurl, and then sets the time of its next call.
  private func call(_ body: () -> Void) {
    isActing = true
    body()
    isActing = false
    wakeUp.deadline = wakeUpTime
    guard !willSettle else { return }
    // Once for everything that is ready in this turn, so that a small response wakes its task once.
    willSettle = true
    MainLoop.shared.post {
      self.willSettle = false
      self.settle()
    }
  }

  /// Lets libcurl process the events of a socket.
  private func act(on socket: Int32, _ events: Int32) {
    guard case .open(let multi) = library, !isActing else { return }
    if socket == CURL_SOCKET_TIMEOUT { wakeUpTime = nil }
    MainLoop.expect(
      .handshake,
      if: transfers.values.contains {
        $0.exchange.target.isSecure && $0.timeouts.phase == .connecting
      })
    call { ccurl_multi_act(multi, socket, events) }
  }

  /// Sets the events that libcurl waits for on a socket.
  private func watch(_ socket: Int32, _ events: Int32) {
    if events == CURL_POLL_REMOVE {
      sockets.removeValue(forKey: socket)?.end()
      return
    }
    var wanted = DescriptorEvents()
    if events & CURL_POLL_IN != 0 { wanted.insert(.read) }
    if events & CURL_POLL_OUT != 0 { wanted.insert(.write) }
    if let watch = sockets[socket] {
      watch.events = wanted
    } else {
      sockets[socket] = MainLoop.shared.watch(socket, for: wanted) { [weak self] ready in
        var events: Int32 = 0
        if ready.contains(.read) { events |= CURL_CSELECT_IN }
        if ready.contains(.write) { events |= CURL_CSELECT_OUT }
        self?.act(on: socket, events)
      }
    }
  }

  private func wake(after milliseconds: Int) {
    wakeUpTime =
      milliseconds < 0 ? nil : MonotonicTime.precise() + Int64(milliseconds) * 1_000_000
  }
}

// Transfers.
extension CurlEngine {
  private func start(_ exchange: CurlExchange, _ multi: UnsafeMutableRawPointer) {
    let identity: CurlIdentity?
    do {
      try checkAuthorities(of: exchange)
      identity = try CurlIdentity(of: exchange)
    } catch {
      exchange.upload?.close()
      return exchange.response.fail(error)
    }
    guard !exchange.response.isEnded, let handle = idleHandles.popLast() ?? CurlHandle() else {
      exchange.upload?.close()
      return exchange.response.fail(
        TransportError(.unconnected, reason: "libcurl is out of memory"))
    }
    let transfer = CurlTransfer(
      exchange, as: identity, on: handle, now: .now,
      cookies: CookieJars.shared.jar(for: exchange.target, of: exchange.settings.cookieOwner))
    transfers[exchange] = transfer
    ccurl_multi_add(multi, handle.easy)
    wakeUpTime = nil
    ccurl_multi_act(multi, CURL_SOCKET_TIMEOUT, 0)
  }

  private func checkAuthorities(of exchange: CurlExchange) throws(TransportError) {
    guard exchange.target.isSecure, let file = exchange.settings.certificateAuthorities,
      access(file, R_OK) != 0
    else { return }
    throw TransportError(
      .unconnected, reason: "cannot read the file of certificate authorities '\(file)'",
      isLasting: true)
  }

  /// Finishes the transfers that libcurl has ended.
  private func finishEnded(_ multi: UnsafeMutableRawPointer) {
    var result = CURLE_OK
    while let easy = ccurl_multi_take_ended(multi, &result) {
      guard let transfer = transfers.values.first(where: { $0.handle.easy == easy }) else {
        ccurl_multi_remove(multi, easy)
        continue
      }
      finish(transfer, outcome(of: transfer, result), multi)
    }
  }

  private func outcome(
    of transfer: CurlTransfer, _ result: CURLcode
  ) -> Result<Void, any Error> {
    if let failure = transfer.failure { return .failure(failure) }
    guard result == CURLE_OK else { return .failure(CurlErrorMapping.error(result, of: transfer)) }
    // libcurl takes a closed connection as the end of the head.
    return transfer.hasHead ? .success(()) : .failure(CurlErrorMapping.cut(transfer))
  }

  private func finish(
    _ transfer: CurlTransfer, _ end: Result<Void, any Error>, _ multi: UnsafeMutableRawPointer
  ) {
    var isWhole = false
    if case .success = end { isWhole = true }
    remove(transfer, multi, isWhole: isWhole)
    transfer.deliver(end: end)
  }

  private func remove(
    _ transfer: CurlTransfer, _ multi: UnsafeMutableRawPointer, isWhole: Bool = false
  ) {
    transfers[transfer.exchange] = nil
    ccurl_multi_remove(multi, transfer.handle.easy)
    transfer.exchange.upload?.close()
    guard idleHandles.count < Self.mostIdleHandles else { return }
    let request = transfer.exchange.request
    if !isWhole || request.method != .get || request.body != nil { transfer.handle.reset() }
    idleHandles.append(transfer.handle)
  }

  /// Delivers received data, and ends the transfers that have timed out.
  private func settle() {
    guard case .open(let multi) = library, !isActing else { return }
    isActing = true
    finishEnded(multi)
    let now = ContinuousClock.now
    var earliest: ContinuousClock.Instant?
    for transfer in transfers.values {
      while transfer.isDirty { transfer.deliver() }
      if let timeout = transfer.timeouts.expired(now: now),
        timeout == .total || !transfer.hasProgressed()
      {
        finish(transfer, .failure(CurlErrorMapping.timeout(timeout, of: transfer)), multi)
      } else if let deadline = transfer.timeouts.deadline {
        earliest = earliest.map { min($0, deadline) } ?? deadline
      }
    }
    isActing = false
    wakeUp.deadline = wakeUpTime
    timeLimit.deadline = earliest.map {
      MonotonicTime.precise() + Int64(max(0, ($0 - now).milliseconds)) * 1_000_000
    }
  }
}
