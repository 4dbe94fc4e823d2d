import CCurl
import FoundationEssentials
import WebMessages

/// A request and its response, while libcurl transfers them.
///
/// Only the engine uses it. It collects the data that libcurl receives, and delivers it once per turn.
final class CurlTransfer {
  let exchange: CurlExchange
  let handle: CurlHandle
  var timeouts: CurlTimeouts

  private(set) var wasSent = false

  /// Whether the service may have read a write, since it was sent on an existing connection whose TLS
  /// handshake was complete.
  private(set) var wasSentOnKeptConnection = false

  /// The error for which our side ended the transfer.
  private(set) var failure: (any Error)?

  private(set) var isDirty = false

  private(set) var receivedCount = 0

  let proxy: String?

  private var parser: CurlHeadParser
  private var head: CurlResponseHead?
  private var received = Data()
  private var unreadCount = 0
  private var isReceivingPaused = false
  private var isSendingPaused = false
  private var progress = 0

  init(
    _ exchange: CurlExchange, as identity: CurlIdentity?, on handle: CurlHandle,
    now: ContinuousClock.Instant, cookies: UnsafeMutableRawPointer?
  ) {
    self.exchange = exchange
    self.handle = handle
    timeouts = CurlTimeouts(
      exchange.settings, isEndless: exchange.request.isEndless, limit: exchange.request.timeLimit,
      now: now)
    parser = CurlHeadParser(
      maximum: exchange.settings.maximumHeaderSize, hasNoBody: exchange.request.method == .head)
    proxy = exchange.proxies.address(for: exchange.target)
    handle.prepare(
      exchange, as: identity, through: proxy, except: exchange.proxies.exceptions,
      keepingCookiesIn: cookies)
    install()
  }

  /// Delivers the data of this turn; the transfer stays paused until the reader has made room.
  func deliver(end: Result<Void, any Error>? = nil) {
    isDirty = false
    let data = received
    received = Data()
    unreadCount = exchange.response.deliver(
      head: head.take(), data: data, end: end, isPaused: isReceivingPaused)
    if end == nil, isReceivingPaused, hasRoom { resume() }
  }

  func resume() {
    guard isReceivingPaused else { return }
    unreadCount = 0
    isReceivingPaused = false
    touch(timeouts.phase)
    applyPauses()
  }

  /// Resumes sending, after the request's body has got more data.
  func feed() {
    guard isSendingPaused else { return }
    isSendingPaused = false
    touch(timeouts.phase)
    applyPauses()
  }

  /// Returns whether bytes were transferred without a callback, such as the start of a long header line.
  func hasProgressed() -> Bool {
    let before = progress
    progress =
      handle.offset(CURLINFO_SIZE_DOWNLOAD_T) + handle.offset(CURLINFO_SIZE_UPLOAD_T)
      + (handle.offset(CURLINFO_STARTTRANSFER_TIME_T) > 0 ? 1 : 0)
    guard progress != before, timeouts.phase != .connecting else { return false }
    let hasBegun = handle.offset(CURLINFO_STARTTRANSFER_TIME_T) > 0
    touch(hasBegun && timeouts.phase == .waiting ? .receiving : timeouts.phase)
    return true
  }

  var hasHead: Bool { parser.isComplete }

  private var hasRoom: Bool { received.count + unreadCount < CurlResponseChannel.maximumUnread }

  private func applyPauses() {
    // Unless both directions are paused, libcurl reads once more and buffers the decoded bytes.
    let pauses = isReceivingPaused ? CURLPAUSE_ALL : isSendingPaused ? CURLPAUSE_SEND : 0
    _ = ccurl_easy_pause(handle.easy, pauses)
  }

  private func touch(_ phase: CurlTimeouts.Phase) {
    timeouts.move(to: phase, isHeld: isReceivingPaused || isSendingPaused, now: .now)
  }
}

extension CurlTransfer {
  /// Called before the request is sent on a connection; returns whether to send it.
  ///
  /// If a reused connection breaks before a response, libcurl sends the request again on a new one,
  /// whatever its method. A write could then be carried out twice.
  func requestBegins() -> Bool {
    if wasSent, exchange.request.method.isWrite {
      failure = TransportError.noAnswer(from: exchange.target)
      return false
    }
    guard exchange.response.beginSending() else { return false }
    wasSent = true
    if exchange.request.method.isWrite {
      wasSentOnKeptConnection = handle.long(CURLINFO_NUM_CONNECTS) == 0
    }
    touch(exchange.upload == nil ? .waiting : .sending)
    return true
  }

  func receive(line: UnsafeRawBufferPointer) -> Bool {
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

  /// Returns how many bytes were accepted, or libcurl's code for a pause.
  func receive(body bytes: UnsafeRawBufferPointer) -> Int {
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

  /// Returns how many bytes were written, or libcurl's code for a pause or an error.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
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
