import CCurl
package import WebMessages

/// The cookies of this process's requests, for tests: a jar for each owner, scheme, host and port, so that no server gets a
/// cookie of another one, and no API or environment one of another at the same server.
///
/// Without a test, servers' cookies are ignored. libcurl keeps them (RFC 6265), as long as the process runs.
@MainActor
package final class CookieJars {
  package static let shared = CookieJars()

  /// The cookies of each jar, as lines of a cookie file.
  package typealias Contents = [Key: [String]]

  /// Whose cookies a jar has, and of which server.
  package struct Key: Hashable {
    fileprivate let owner: String
    fileprivate let server: String
  }

  /// Whether cookies are kept and sent.
  package var isOn = false

  private var jars: [Key: UnsafeMutableRawPointer] = [:]

  /// Returns the jar for a request, which is nil if cookies are ignored.
  ///
  /// - Parameter owner: the owner of the cookies, if they are not ignored.
  func jar(for target: CurlTarget, of owner: String?) -> UnsafeMutableRawPointer? {
    guard isOn, let owner else { return nil }
    let server = "\(target.isSecure ? "https" : "http")://\(target.place.lowercased())"
    let key = Key(owner: owner, server: server)
    if let known = jars[key] { return known }
    let jar = ccurl_cookies_init()
    jars[key] = jar
    return jar
  }

  /// Returns all cookies.
  ///
  /// - Throws: an error if libcurl is out of memory.
  package func contents() throws(TransportError) -> Contents {
    var contents: Contents = [:]
    for (key, jar) in jars { contents[key] = try Self.perform([], in: jar) }
    return contents
  }

  /// Replaces all cookies.
  ///
  /// - Throws: an error if libcurl is out of memory.
  package func replace(with contents: Contents) throws(TransportError) {
    for (key, jar) in jars {
      _ = try Self.perform(["ALL"] + (contents[key] ?? []), in: jar)
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
