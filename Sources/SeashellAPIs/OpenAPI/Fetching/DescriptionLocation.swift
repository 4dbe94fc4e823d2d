import FoundationEssentials
import WebMessages

/// The location of one of a description's documents.
enum DescriptionLocation: Sendable, Hashable {
  /// An address, without a fragment.
  case url(URL)
  /// A file's path.
  case file(String)

  /// Resolves a reference to a document, such as a `$ref` without its fragment.
  ///
  /// A reference is relative to the document that contains it (RFC 3986, section 5). A document from the
  /// network must not refer to a file.
  ///
  /// - Returns: the document's location; this one, if the reference is empty or only a fragment.
  /// - Throws: ``DescriptionFetchError`` `invalidAddress`, or `file`.
  func resolving(
    _ reference: some StringProtocol
  ) throws(DescriptionFetchError) -> DescriptionLocation {
    let text = String(reference.prefix { $0 != "#" })
    if text.isEmpty { return self }
    let scheme = Self.scheme(of: text)
    switch self {
    case .url(let base):
      if scheme == "file" {
        throw DescriptionFetchError(
          .file, "\(Self.shown(base)) refers to a file; a description from the network must not")
      }
      guard let url = URL(string: text, relativeTo: base)?.absoluteURL else {
        throw Self.invalid(text)
      }
      let place = try Self.checked(url)
      if place.scheme?.lowercased() == "http", base.scheme?.lowercased() == "https" {
        throw DescriptionFetchError(
          .invalidAddress,
          "\(Self.shown(base)) refers to \(Origin(place)), which is not encrypted")
      }
      return .url(place)
    case .file(let path):
      if let scheme, scheme != "file" {
        guard let url = URL(string: text) else { throw Self.invalid(text) }
        return .url(try Self.checked(url))
      }
      guard let name = Self.path(of: text, isURL: scheme != nil) else { throw Self.invalid(text) }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      return DescriptionLocation.file(name.hasPrefix("/") ? name : folder + name).normalized
    }
  }

  /// Checks that a document may be requested from an address, and removes the fragment.
  static func checked(_ url: URL) throws(DescriptionFetchError) -> URL {
    let text = String(url.absoluteString.prefix { $0 != "#" })
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https"
    else {
      throw DescriptionFetchError(
        .invalidAddress, "'\(bounded(text))' is not an address; use http:// or https://")
    }
    guard url.user() == nil, url.password() == nil else {
      throw DescriptionFetchError(
        .invalidAddress, "an address must not contain a user name or a password")
    }
    guard let host = url.host(), !host.isEmpty else {
      throw DescriptionFetchError(.invalidAddress, "the address has no host")
    }
    return url
  }

  /// An address for messages, without the query, which may hold a key.
  static func shown(_ url: URL) -> String {
    bounded(Origin(url).description + url.path(percentEncoded: true))
  }

  /// The location, for messages.
  var shown: String {
    switch self {
    case .url(let url): Self.shown(url)
    case .file(let path): Self.bounded(path)
    }
  }

  /// The location with `.` and `..` in a file's path resolved, as far as possible.
  ///
  /// As in addresses, `a/../b` is `b` even if `a` is a link.
  var normalized: DescriptionLocation {
    guard case .file(let path) = self else { return self }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return .file((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
  }

  /// The scheme of a reference, in lower case; nil for a relative reference.
  private static func scheme(of text: String) -> String? {
    let scheme = text.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
    guard text[scheme.endIndex...].first == ":", scheme.first?.isLetter == true else { return nil }
    return scheme.lowercased()
  }

  /// The path of a relative reference, or of a `file:` URL on this machine.
  private static func path(of text: String, isURL: Bool) -> String? {
    var path = text[...]
    if isURL {
      path = path.drop { $0 != ":" }.dropFirst()
      if path.hasPrefix("//localhost/") {
        path = path.dropFirst("//localhost".count)
      } else if path.hasPrefix("///") {
        path = path.dropFirst(2)
      } else if path.hasPrefix("//") {
        return nil
      }
    } else if path.hasPrefix("//") {
      return nil
    }
    let name = PercentEncoding.decodeStrictly(path.prefix { $0 != "?" })
    return name.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
  }

  private static func invalid(_ text: String) -> DescriptionFetchError {
    DescriptionFetchError(.invalidAddress, "the reference '\(bounded(text))' is not an address")
  }

  private static func bounded(_ text: String) -> String {
    let start = text.unicodeScalars.prefix { $0 != "?" }
    let line = start.prefix(200).map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(line)) + (start.count > 200 ? "…" : "")
  }
}
