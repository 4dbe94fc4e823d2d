import CCurl
package import WebMessages

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

  /// Returns all cookies.
  ///
  /// - Throws: an error if libcurl is out of memory.
  package func contents() throws(TransportError) -> Contents {
    var contents: Contents = [:]
    for (server, jar) in jars { contents[server] = try Self.perform([], in: jar) }
    return contents
  }

  /// Replaces all cookies.
  ///
  /// - Throws: an error if libcurl is out of memory.
  package func replace(with contents: Contents) throws(TransportError) {
    for (server, jar) in jars {
      _ = try Self.perform(["ALL"] + (contents[server] ?? []), in: jar)
    }
  }

  /// Gives commands to a jar, as CURLOPT_COOKIELIST takes them, and returns the cookies that it has then.
  private static func perform(
    _ commands: [String], in jar: UnsafeMutableRawPointer
  ) throws(TransportError) -> [String] {
    guard let handle = CurlHandle() else {
      throw TransportError(.unconnected, reason: "libcurl is out of memory")
    }
    handle.set(CURLOPT_SHARE, pointer: jar)
    defer { handle.set(CURLOPT_SHARE, pointer: nil) }
    for command in commands { handle.set(CURLOPT_COOKIELIST, command) }
    return lines(handle)
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
