import CCurl
import FoundationEssentials
import WebMessages

/// One exchange in libcurl's hands.
///
/// It is used by libcurl's thread alone. What libcurl brings is gathered here, and delivered once a
/// round is over.
final class CurlTransfer {
  let exchange: CurlExchange
  let handle: CurlHandle
  var timeouts: CurlTimeouts

  /// Whether the request may have reached the service.
  private(set) var wasSent = false

  /// What this side ended the transfer with.
  private(set) var failure: (any Error)?

  /// Whether there is something to deliver.
  private(set) var isDirty = false

  private(set) var receivedCount = 0

  /// The proxy that the request goes through.
  let proxy: String?

  private var parser: CurlHeadParser
  private var head: CurlResponseHead?
  private var received = Data()
  private var unreadCount = 0
  private var isReceivingPaused = false
  private var isSendingPaused = false
  private var progress = 0

  init(_ exchange: CurlExchange, on handle: CurlHandle, now: ContinuousClock.Instant) {
    self.exchange = exchange
    self.handle = handle
    timeouts = CurlTimeouts(exchange.settings, isEndless: exchange.request.isEndless, now: now)
    parser = CurlHeadParser(
      maximum: exchange.settings.maximumHeaderSize, hasNoBody: exchange.request.method == .head)
    proxy = exchange.proxies.address(for: exchange.target)
    handle.prepare(exchange, through: proxy, except: exchange.proxies.exceptions)
    install()
  }

  /// Hands over what the round brought, and holds the sender back while nobody reads.
  func deliver(end: Result<Void, any Error>? = nil) {
    isDirty = false
    let data = received
    received = Data()
    unreadCount = exchange.response.deliver(
      head: head.take(), data: data, end: end, isPaused: isReceivingPaused)
    if end == nil, isReceivingPaused, hasRoom { resume() }
  }

  /// Goes on receiving: the reader has made room.
  func resume() {
    guard isReceivingPaused else { return }
    unreadCount = 0
    isReceivingPaused = false
    touch(timeouts.phase)
    applyPauses()
  }

  /// Goes on sending: the request's body has more.
  func feed() {
    guard isSendingPaused else { return }
    isSendingPaused = false
    touch(timeouts.phase)
    applyPauses()
  }

  /// Whether bytes moved that nobody here was told of, such as those of an unfinished line.
  func hasMovedUnseen() -> Bool {
    let before = progress
    progress =
      handle.offset(CURLINFO_SIZE_DOWNLOAD_T) + handle.offset(CURLINFO_SIZE_UPLOAD_T)
      + (handle.offset(CURLINFO_STARTTRANSFER_TIME_T) > 0 ? 1 : 0)
    guard progress != before, timeouts.phase != .connecting else { return false }
    let hasBegun = handle.offset(CURLINFO_STARTTRANSFER_TIME_T) > 0
    touch(hasBegun && timeouts.phase == .waiting ? .receiving : timeouts.phase)
    return true
  }

  /// Whether the head has come whole.
  var hasHead: Bool { parser.isComplete }

  private var hasRoom: Bool { received.count + unreadCount < CurlResponseChannel.roomy }

  private func applyPauses() {
    // Unless both ways are held, libcurl reads once more, and keeps what it unpacks to itself.
    let pauses = isReceivingPaused ? CURLPAUSE_ALL : isSendingPaused ? CURLPAUSE_SEND : 0
    _ = ccurl_easy_pause(handle.easy, pauses)
  }

  private func touch(_ phase: CurlTimeouts.Phase) {
    timeouts.move(to: phase, isHeld: isReceivingPaused || isSendingPaused, now: .now)
  }
}

// What libcurl calls back.
extension CurlTransfer {
  /// A connection stands, and the request is about to go out.
  ///
  /// Where a connection that was used before breaks without an answer, libcurl sends the request
  /// again on a new one, whatever its method. A write might so be carried out twice.
  func requestBegins() -> Bool {
    if wasSent, exchange.request.method.isWrite {
      failure = TransportError.noAnswer(from: exchange.target)
      return false
    }
    wasSent = true
    touch(exchange.upload == nil ? .waiting : .sending)
    return true
  }

  func take(line: UnsafeRawBufferPointer) -> Bool {
    touch(.receiving)
    do {
      guard let head = try parser.take(line) else { return true }
      self.head = head
      isDirty = true
      return true
    } catch {
      failure = TransportError(
        error, from: exchange.target, maximum: exchange.settings.maximumHeaderSize)
      return false
    }
  }

  /// Takes a part of the body.
  ///
  /// - Returns: how much was taken, or what tells libcurl to stop.
  func take(body bytes: UnsafeRawBufferPointer) -> Int {
    guard failure == nil else { return 0 }
    guard hasRoom else {
      isReceivingPaused = true
      isDirty = true
      touch(.receiving)
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    received.append(contentsOf: bytes)
    receivedCount += bytes.count
    isDirty = true
    touch(.receiving)
    return bytes.count
  }

  /// Gives a part of the request's body.
  ///
  /// - Returns: how much was given, or what tells libcurl to stop.
  func give(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let upload = exchange.upload else { return 0 }
    let phase = hasHead ? CurlTimeouts.Phase.receiving : .sending
    switch upload.read(into: buffer) {
    case .bytes(let count, let isLast):
      touch(isLast && !hasHead ? .waiting : phase)
      return count
    case .end:
      touch(hasHead ? .receiving : .waiting)
      return 0
    case .wait:
      isSendingPaused = true
      touch(phase)
      return Int(CURL_READFUNC_PAUSE)
    case .failure(let error):
      failure = error
      return Int(CURL_READFUNC_ABORT)
    }
  }
}
