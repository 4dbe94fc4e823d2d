import CCurl
import Glibc
import WebMessages

/// Drives every transfer of a transport; it lives on the one thread that touches libcurl.
final class CurlEngine {
  private let loop: CurlLoop
  private let multi: UnsafeMutableRawPointer
  private var transfers: [CurlExchange: CurlTransfer] = [:]
  private var idleHandles: [CurlHandle] = []

  /// How many handles are kept for later requests.
  private static let mostIdleHandles = 8

  /// Opens libcurl and runs an engine until it receives `stop`.
  static func run(_ loop: CurlLoop) {
    if let reason = ccurl_open() {
      loop.failRequests(String(cString: reason), isLasting: true)
    } else if let engine = CurlEngine(loop) {
      engine.run()
    } else {
      loop.failRequests("libcurl is out of memory")
    }
  }

  private init?(_ loop: CurlLoop) {
    guard let multi = ccurl_multi_init() else { return nil }
    self.loop = loop
    self.multi = multi
  }

  deinit {
    for transfer in transfers.values { ccurl_multi_remove(multi, transfer.handle.easy) }
    idleHandles = []
    transfers = [:]
    ccurl_multi_cleanup(multi)
  }

  private func run() {
    while true {
      for command in loop.take() {
        guard perform(command) else { return close() }
      }
      ccurl_multi_perform(multi)
      finishEnded()
      let deadline = settle()
      guard loop.fallAsleep() else { continue }
      let code = ccurl_multi_poll(multi, loop.bell, Self.milliseconds(until: deadline))
      loop.wakeUp()
      // If polling fails, at least do not spin.
      if code != CURLM_OK { usleep(1_000) }
    }
  }

  /// Carries out a command.
  ///
  /// - Returns: false if the engine must stop.
  private func perform(_ command: CurlLoop.Command) -> Bool {
    switch command {
    case .start(let exchange): start(exchange)
    case .end(let exchange): if let transfer = transfers[exchange] { remove(transfer) }
    case .resume(let exchange): transfers[exchange]?.resume()
    case .feed(let exchange): transfers[exchange]?.feed()
    case .stop: return false
    }
    return true
  }

  private func start(_ exchange: CurlExchange) {
    if exchange.target.isSecure, let file = exchange.settings.certificateAuthorities,
      access(file, R_OK) != 0
    {
      exchange.upload?.close()
      return exchange.response.fail(
        TransportError(
          .unconnected, reason: "cannot read the file of certificate authorities '\(file)'",
          isLasting: true))
    }
    guard !exchange.response.isEnded, let handle = idleHandles.popLast() ?? CurlHandle() else {
      exchange.upload?.close()
      return exchange.response.fail(
        TransportError(.unconnected, reason: "libcurl is out of memory"))
    }
    let transfer = CurlTransfer(exchange, on: handle, now: .now)
    transfers[exchange] = transfer
    ccurl_multi_add(multi, handle.easy)
  }

  /// Finishes the transfers that libcurl has ended.
  private func finishEnded() {
    var result = CURLE_OK
    while let easy = ccurl_multi_take_ended(multi, &result) {
      guard let transfer = transfers.values.first(where: { $0.handle.easy == easy }) else {
        ccurl_multi_remove(multi, easy)
        continue
      }
      finish(transfer, outcome(of: transfer, result))
    }
  }

  private func outcome(
    of transfer: CurlTransfer, _ result: CURLcode
  ) -> Result<Void, any Error> {
    if let failure = transfer.failure { return .failure(failure) }
    guard result == CURLE_OK else { return .failure(CurlErrorMapping.error(result, of: transfer)) }
    // libcurl takes a closed connection for the end of the head.
    return transfer.hasHead ? .success(()) : .failure(CurlErrorMapping.cut(transfer))
  }

  private func finish(_ transfer: CurlTransfer, _ end: Result<Void, any Error>) {
    remove(transfer)
    transfer.deliver(end: end)
  }

  private func remove(_ transfer: CurlTransfer) {
    transfers[transfer.exchange] = nil
    ccurl_multi_remove(multi, transfer.handle.easy)
    transfer.exchange.upload?.close()
    guard idleHandles.count < Self.mostIdleHandles else { return }
    transfer.handle.reset()
    idleHandles.append(transfer.handle)
  }

  /// Delivers received data, and ends transfers that have timed out.
  ///
  /// - Returns: when the next transfer may time out.
  private func settle() -> ContinuousClock.Instant? {
    guard !transfers.isEmpty else { return nil }
    let now = ContinuousClock.now
    var earliest: ContinuousClock.Instant?
    for transfer in transfers.values {
      while transfer.isDirty { transfer.deliver() }
      if let timeout = transfer.timeouts.expired(now: now),
        timeout == .total || !transfer.hasProgressed()
      {
        finish(transfer, .failure(CurlErrorMapping.timeout(timeout, of: transfer)))
      } else if let deadline = transfer.timeouts.deadline {
        earliest = earliest.map { min($0, deadline) } ?? deadline
      }
    }
    return earliest
  }

  private func close() {
    for transfer in transfers.values {
      finish(
        transfer,
        .failure(
          TransportError(.cut, reason: "the transport was closed before the end of the response")))
    }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return 3_600_000 }
    return Int32(min(3_600_000, max(0, (deadline - .now).milliseconds)))
  }
}
