import SeashellKit
import WebMessages

struct GatewayTarget {
  let key: Substring

  /// The part after the key: `/api/products/p-1`; empty if there is none.
  let path: Substring

  /// The part after the `?`; empty if there is none.
  let query: Substring

  init?(_ target: String) {
    guard target.hasPrefix("/"), !target.contains("#") else { return nil }
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    let start = target.index(after: target.startIndex)
    let path = target[..<mark]
    guard start <= mark else { return nil }
    let end = path[start...].firstIndex(of: "/") ?? mark
    key = path[start..<end]
    self.path = path[end...]
    query = target[mark...].dropFirst()
  }

  /// The part after `/api`; nil for other targets.
  var apiPath: Substring? {
    guard path == "/api" || path.hasPrefix("/api/") else { return nil }
    return path.dropFirst("/api".count)
  }

  /// The query's names and values, decoded; nil if it has invalid escapes.
  var queryItems: [(name: String, value: String)]? {
    var items: [(name: String, value: String)] = []
    for pair in query.split(separator: "&") {
      let name = pair.prefix { $0 != "=" }
      guard let decoded = PercentEncoding.decodeStrictly(name, plusIsSpace: true),
        let value = PercentEncoding.decodeStrictly(
          pair.dropFirst(name.count + 1), plusIsSpace: true)
      else { return nil }
      items.append((decoded, value))
    }
    return items
  }
}
