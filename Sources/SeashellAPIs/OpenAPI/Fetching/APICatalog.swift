import CoreJSON
import FoundationEssentials

/// The links to descriptions in an origin's catalogue of APIs (RFC 9727), which is a linkset (RFC 9264).
enum APICatalog {
  /// The relation of a catalogue to one of its APIs.
  static let item = "item"

  /// Returns the links for an API, in order, each with its relation: `service-desc`, or `item` for the
  /// address of an API whose own links lead further.
  ///
  /// Only an API at the typed URL counts, or, if the catalogue has no other, one at or above it, so that none is taken
  /// for another.
  ///
  /// - Parameters:
  ///   - catalog: the linkset.
  ///   - base: its address.
  ///   - typed: the base URL of the API.
  static func links(
    in catalog: JSONValue, at base: URL, for typed: URL
  ) -> [(text: String, relation: String)] {
    guard case .array(let contexts)? = catalog["linkset"] else { return [] }
    let describing = contexts.filter { !targets($0, "service-desc").isEmpty }
    let own = describing.filter { context in
      guard case .string(let anchor)? = context["anchor"] else { return false }
      return URL(string: anchor, relativeTo: base).map { path($0) == path(typed) } ?? false
    }
    func mayBeFor(_ text: String) -> Bool {
      guard let url = URL(string: text, relativeTo: base) else { return false }
      return path(typed).isEmpty || path(typed).starts(with: path(url))
    }
    var chosen = own
    if own.isEmpty, describing.count == 1 {
      if case .string(let anchor)? = describing[0]["anchor"] {
        chosen = mayBeFor(anchor) ? describing : []
      } else {
        chosen = describing
      }
    }
    let links = chosen.flatMap { targets($0, "service-desc").map { ($0, "service-desc") } }
    let items = contexts.flatMap { targets($0, item) }
    return links.isEmpty && items.count == 1 && mayBeFor(items[0]) ? [(items[0], item)] : links
  }

  private static func targets(_ context: JSONValue, _ relation: String) -> [String] {
    guard case .array(let links)? = context[relation] else { return [] }
    return links.compactMap { if case .string(let href)? = $0["href"] { href } else { nil } }
  }

  /// The path without slashes at its ends.
  private static func path(_ url: URL) -> [Substring] {
    url.absoluteURL.path(percentEncoded: true).split(separator: "/")
  }
}
