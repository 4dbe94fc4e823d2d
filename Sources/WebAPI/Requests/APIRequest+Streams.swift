import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Whether the query asks the server to go on without an end, as Kubernetes, Docker and Loki name it: `watch=true`,
  /// `follow=1`.
  public var asksToGoOn: Bool {
    let address = url?.query(percentEncoded: true)?.split(separator: "&") ?? []
    let pairs = query.pairs.map { ($0.name, $0.value) } + address.compactMap(Self.pair)
    return pairs.contains { name, value in
      ["watch", "follow", "tail", "stream"].contains(name.lowercased())
        && ["true", "1"].contains(value.lowercased())
    }
  }

  private static func pair(_ text: Substring) -> (String, String)? {
    let parts = text.split(separator: "=")
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
