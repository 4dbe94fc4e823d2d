import Glibc
import WebMessages

/// The proxies in the process's environment variables.
///
/// Lower-case variables take precedence over upper-case ones, as in curl. `HTTP_PROXY` is ignored in a CGI
/// program, where a request's sender can set it (CVE-2016-5385).
struct CurlProxy: Sendable, Equatable {
  private let http: String?
  private let https: String?

  /// The hosts that are reached without a proxy, in libcurl's form.
  let exceptions: String

  static let current = CurlProxy { name in getenv(name).map { String(cString: $0) } }

  init(_ variable: (String) -> String?) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap(variable).first { !$0.isEmpty }
    }
    let everything = value("all_proxy", "ALL_PROXY")
    let isGateway = variable("REQUEST_METHOD") != nil
    http = (isGateway ? value("http_proxy") : value("http_proxy", "HTTP_PROXY")) ?? everything
    https = value("https_proxy", "HTTPS_PROXY") ?? everything
    exceptions = value("no_proxy", "NO_PROXY") ?? ""
  }

  /// Returns the proxy for a target, if it needs one.
  ///
  /// Requests to this machine never go through a proxy on another machine, which could not connect here and
  /// must not see the request.
  func address(for target: CurlTarget) -> String? {
    guard let proxy = target.isSecure ? https : http, !excepts(target.host) else { return nil }
    if Loopback.contains(host: target.host), !Loopback.contains(host: Self.host(of: proxy)) {
      return nil
    }
    return proxy
  }

  /// Whether a host, or a domain that contains it, is among the exceptions.
  ///
  /// libcurl checks them too, including ranges of addresses.
  private func excepts(_ host: String) -> Bool {
    let host = host.lowercased()
    return exceptions.lowercased().split { $0 == "," || $0 == " " }.contains { exception in
      let domain = exception.drop { $0 == "." }
      return exception == "*" || host == domain || host.hasSuffix("." + domain)
    }
  }

  /// A proxy's host and port, without the user.
  static func place(of proxy: String) -> String {
    let rest = proxy.split(separator: "//", maxSplits: 1).last ?? ""
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
  }

  private static func host(of proxy: String) -> String {
    let place = place(of: proxy)
    if place.hasPrefix("[") { return String(place.dropFirst().prefix { $0 != "]" }) }
    return String(place.prefix { $0 != ":" })
  }
}
