import Glibc
import WebMessages

/// The proxies that the process's environment names.
///
/// Names in lower case win over those in upper case, as curl has it. `HTTP_PROXY` is not looked at
/// in a CGI program, where whoever sends a request sets it (CVE-2016-5385).
struct CurlProxy: Sendable, Equatable {
  private let http: String?
  private let https: String?

  /// The hosts that are reached directly, in libcurl's form.
  let exceptions: String

  /// What the environment says now.
  static var current: CurlProxy {
    CurlProxy { name in getenv(name).map { String(cString: $0) } }
  }

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

  /// The proxy for a target that is no exception.
  ///
  /// A proxy elsewhere cannot reach what is on this machine, and what is meant not to leave it must
  /// not: this machine is reached directly then.
  func address(for target: CurlTarget) -> String? {
    guard let proxy = target.isSecure ? https : http, !excepts(target.host) else { return nil }
    if Loopback.contains(host: target.host), !Loopback.contains(host: Self.host(of: proxy)) {
      return nil
    }
    return proxy
  }

  /// Whether a host's name, or a domain that it is in, is among the exceptions.
  ///
  /// libcurl looks as well, and knows ranges of addresses besides.
  private func excepts(_ host: String) -> Bool {
    let host = host.lowercased()
    return exceptions.lowercased().split { $0 == "," || $0 == " " }.contains { exception in
      let domain = exception.drop { $0 == "." }
      return exception == "*" || host == domain || host.hasSuffix("." + domain)
    }
  }

  /// The host and the port of a proxy, without what names somebody.
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
