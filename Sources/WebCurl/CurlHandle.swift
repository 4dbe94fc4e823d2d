import CCurl
import FoundationEssentials
import WebMessages

/// One of libcurl's easy handles, with the memory that its options point to.
///
/// Only the engine uses it.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let message: UnsafeMutablePointer<CChar>
  /// Whether the options shared by all of a transport's requests are set.
  private var hasSharedOptions = false
  private var headers: HTTPHeaders?
  /// The cookies that are kept and sent; nil to ignore them.
  private var cookies: UnsafeMutableRawPointer?
  /// Checks the addresses that the current request connects to; nil if every address is allowed.
  private(set) var addressCheck: CurlAddressCheck?

  /// How many bytes are read from the network at a time.
  ///
  /// libcurl decompresses all of them before it pauses for a slow reader, and keeps the result in memory: up
  /// to 16 MB for gzip, and for denser codings up to 64 MB, at which it fails.
  private static let readSize = 16 << 10

  init?() {
    guard let easy = ccurl_easy_init() else { return nil }
    self.easy = easy
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    ccurl_easy_cleanup(easy)
    ccurl_slist_free(fields)
    message.deallocate()
  }

  var explanation: String { String(cString: message) }

  /// Clears all options; connections stay open.
  func reset() {
    ccurl_easy_reset(easy)
    hasSharedOptions = false
    headers = nil
  }

  func set(_ option: CURLoption, _ value: Int) { _ = ccurl_set_long(easy, option, value) }

  func set(_ option: CURLoption, _ value: Bool) { set(option, value ? 1 : 0) }

  func set(_ option: CURLoption, _ value: String) {
    // Passed as an argument, a string would be copied to the heap.
    _ = value.withCString { ccurl_set_string(easy, option, $0) }
  }

  func set(_ option: CURLoption, pointer: UnsafeRawPointer?) {
    _ = ccurl_set_pointer(easy, option, pointer)
  }

  func set(_ option: CURLoption, offset: Int) {
    _ = ccurl_set_offset(easy, option, curl_off_t(offset))
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    _ = ccurl_get_long(easy, info, &value)
    return value
  }

  func offset(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    _ = ccurl_get_offset(easy, info, &value)
    return Int(value)
  }

  /// Sets the options of a request; all requests on one handle must belong to the same transport.
  ///
  /// Options of the previous request stay set. If that request had a body or was not a `GET`, call
  /// ``reset()`` first.
  func prepare(
    _ exchange: CurlExchange, as identity: CurlIdentity?, through proxy: String?,
    except exceptions: String, keepingCookiesIn cookies: UnsafeMutableRawPointer? = nil
  ) {
    if !hasSharedOptions { prepareShared(exchange) }
    if cookies != self.cookies { use(cookies) }
    message[0] = 0
    set(CURLOPT_URL, exchange.target.address)
    set(CURLOPT_PROXY, proxy ?? "")
    set(CURLOPT_NOPROXY, exceptions)
    if exchange.settings.clientCertificate != nil {
      if let identity { identity.install(in: easy) } else { CurlIdentity.remove(from: easy) }
    }
    if case .public = exchange.settings.addresses { prepareAddressCheck(exchange) }
    prepareMethod(exchange.request, exchange.upload)
    prepareFields(exchange.request)
  }

  private func use(_ cookies: UnsafeMutableRawPointer?) {
    // Null also ends the handle's own cookies, which it would keep after those that are shared.
    set(CURLOPT_COOKIEFILE, pointer: nil)
    set(CURLOPT_COOKIE, pointer: nil)
    set(CURLOPT_SHARE, pointer: cookies)
    // Reads no file, but only then are they sent.
    if cookies != nil { set(CURLOPT_COOKIEFILE, "") }
    self.cookies = cookies
    headers = nil
  }

  private func prepareShared(_ exchange: CurlExchange) {
    hasSharedOptions = true
    let settings = exchange.settings
    set(CURLOPT_ERRORBUFFER, pointer: UnsafeRawPointer(message))
    set(CURLOPT_NOSIGNAL, true)
    // Otherwise a cancelled name look-up blocks the main thread until it ends.
    set(CURLOPT_QUICK_EXIT, true)
    set(CURLOPT_PATH_AS_IS, true)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_REDIR_PROTOCOLS_STR, "")
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, true)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_TCP_NODELAY, true)
    set(CURLOPT_BUFFERSIZE, Self.readSize)
    set(CURLOPT_ACCEPT_ENCODING, "")
    if let userAgent = exchange.userAgent { set(CURLOPT_USERAGENT, userAgent) }
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    set(CURLOPT_CONNECTTIMEOUT_MS, max(1, settings.connectTimeout.milliseconds))
    _ = ccurl_set_private_sockets(easy)
    prepareTrust(settings)
  }

  private func prepareAddressCheck(_ exchange: CurlExchange) {
    let check = CurlAddressCheck(exchange.settings.addresses, of: exchange.target)
    check.install(in: easy)
    // A kept connection was checked for a named host, and libcurl may take this host for the same: it reads
    // 2130706433 as 127.0.0.1.
    set(CURLOPT_FRESH_CONNECT, check.mustBePublic)
    addressCheck = check
  }

  private func prepareTrust(_ settings: TransportSettings) {
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_SSL_VERIFYPEER, settings.verifiesServer)
    set(CURLOPT_SSL_VERIFYHOST, settings.verifiesServer ? 2 : 0)
    if let file = settings.certificateAuthorities {
      set(CURLOPT_CAINFO, file)
      set(CURLOPT_CAPATH, pointer: nil)
    }
  }

  private func prepareMethod(_ request: HTTPRequest, _ upload: CurlUploadChannel?) {
    if let upload {
      set(CURLOPT_UPLOAD, true)
      set(CURLOPT_INFILESIZE_LARGE, offset: upload.count ?? -1)
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    } else if request.method == .head {
      set(CURLOPT_NOBODY, true)
    } else if request.body != nil || request.method == .post {
      let data = request.body?.data
      set(CURLOPT_POST, true)
      set(CURLOPT_POSTFIELDSIZE_LARGE, offset: data?.count ?? 0)
      if let data, !data.isEmpty {
        data.withUnsafeBytes { set(CURLOPT_COPYPOSTFIELDS, pointer: $0.baseAddress) }
      } else {
        set(CURLOPT_COPYPOSTFIELDS, "")
      }
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    } else if request.method != .get {
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  private func prepareFields(_ request: HTTPRequest) {
    guard headers != request.headers else { return }
    ccurl_slist_free(fields)
    fields = nil
    if cookies != nil {
      // A request has one field of them, with those of the jar.
      let own = request.headers["Cookie"]
      if let own { set(CURLOPT_COOKIE, own) } else { set(CURLOPT_COOKIE, pointer: nil) }
    }
    for (name, value) in request.headers where !Self.isFraming(name) {
      if cookies != nil, name.lowercased() == "cookie" { continue }
      add(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    // Suppress fields that libcurl would add by itself.
    for name in ["Accept", "Content-Type", "Expect"] where request.headers[name] == nil {
      add("\(name):")
    }
    for name in request.headers.omitted { add("\(name):") }
    set(CURLOPT_HTTPHEADER, pointer: UnsafeRawPointer(fields))
    headers = request.headers
  }

  private func add(_ field: String) { fields = ccurl_slist_append(fields, field) ?? fields }

  /// Whether a field delimits the body; only the transport may set such a field.
  private static func isFraming(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "content-length" || name == "transfer-encoding"
  }
}
