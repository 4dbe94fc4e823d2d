import FoundationEssentials

/// An API's base address, as a user writes it.
enum BaseAddress {
  /// Reads an address.
  ///
  /// - Returns: the address, or what is wrong with it, to stand after its name; it does not quote
  ///   the address, in which a password may stand.
  static func read(_ text: String) -> Result<URL, Flaw> {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return .failure("has characters that no address has")
    }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else {
      return .failure("is no address such as 'https://api.myshopping.com'")
    }
    guard scheme == "http" || scheme == "https" else {
      return .failure("must begin with 'https://' or 'http://'")
    }
    guard let host = url.host(), !host.isEmpty else { return .failure("has no host") }
    guard url.user() == nil, url.password() == nil else {
      return .failure("must not carry a user or a password; sign in with 'session login'")
    }
    guard url.query() == nil, url.fragment() == nil, !text.contains("?"), !text.contains("#") else {
      return .failure("must not have a query or a fragment")
    }
    guard url.port.map({ (1...65_535).contains($0) }) ?? true else {
      return .failure("has a port that is none")
    }
    // What a template with an empty variable leaves behind would reach a port that nobody named.
    let authority = text.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }
    guard !authority.hasSuffix(":") else { return .failure("has a ':' without a port") }
    return .success(url)
  }

  /// What is wrong with an address.
  struct Flaw: Error, ExpressibleByStringLiteral {
    let text: String

    init(stringLiteral text: String) {
      self.text = text
    }
  }
}
