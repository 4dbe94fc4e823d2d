import FoundationEssentials

extension URL {
  /// Scheme, host and port (RFC 6454, section 6.2), such as `https://api.myshopping.com:443`.
  var origin: String {
    let scheme = (scheme ?? "").lowercased()
    let port = port ?? ["http": 80, "https": 443][scheme]
    return "\(scheme)://\((host() ?? "").lowercased()):\(port ?? 0)"
  }
}
