import CCurl

/// The cookies of this process's requests, for tests: a jar for each scheme, host and port, so that no server gets a
/// cookie of another one.
///
/// Without a test, servers' cookies are ignored. libcurl keeps them (RFC 6265), as long as the process runs.
@MainActor
package final class CookieJars {
  package static let shared = CookieJars()

  /// The cookies of each server, as lines of a cookie file.
  package typealias Contents = [String: [String]]

  /// Whether cookies are kept and sent.
  package var isOn = false

  private var jars: [String: UnsafeMutableRawPointer] = [:]

  /// Returns the jar for a request, which is nil if cookies are ignored.
  func jar(for target: CurlTarget) -> UnsafeMutableRawPointer? {
    guard isOn else { return nil }
    let server = "\(target.isSecure ? "https" : "http")://\(target.place.lowercased())"
    if let known = jars[server] { return known }
    let jar = ccurl_cookies_init()
    jars[server] = jar
    return jar
  }

  /// All cookies.
  package var contents: Contents {
    get { jars.mapValues { jar in Self.using(jar, [], Self.lines) } }
    set {
      for (server, jar) in jars { Self.using(jar, ["ALL"] + (newValue[server] ?? [])) { _ in } }
    }
  }

  /// Gives commands to a jar, as CURLOPT_COOKIELIST takes them, and then calls a body with a handle that uses it.
  private static func using<Result>(
    _ jar: UnsafeMutableRawPointer, _ commands: [String], _ body: (CurlHandle) -> Result
  ) -> Result {
    // Out of memory; nothing else can be done then.
    guard let handle = CurlHandle() else { fatalError("libcurl is out of memory") }
    handle.set(CURLOPT_SHARE, pointer: jar)
    for command in commands { handle.set(CURLOPT_COOKIELIST, command) }
    let result = body(handle)
    handle.set(CURLOPT_SHARE, pointer: nil)
    return result
  }

  private static func lines(_ handle: CurlHandle) -> [String] {
    let list = ccurl_get_cookies(handle.easy)
    defer { ccurl_slist_free(list) }
    var lines: [String] = []
    var next = list
    while let line = next {
      lines.append(String(cString: line.pointee.data))
      next = line.pointee.next
    }
    return lines
  }
}
