import FoundationEssentials
import WebMessages

extension APIRequest {
  /// Whether the query asks the server to go on without an end, as Kubernetes, Docker and Loki name it: `watch=true`,
  /// `follow=1`.
  public var asksToGoOn: Bool {
    if query.pairs.contains(where: { Self.asksToGoOn($0.name, $0.value) }) { return true }
    guard let query = url?.query(percentEncoded: true) else { return false }
    return query.split(separator: "&").contains { pair in
      let parts = pair.split(separator: "=")
      return parts.count == 2 && Self.asksToGoOn(parts[0], parts[1])
    }
  }

  private static func asksToGoOn(_ name: some StringProtocol, _ value: some StringProtocol) -> Bool
  {
    ["watch", "follow", "stream"].contains(name.lowercased())
      && ["true", "1"].contains(value.lowercased())
  }
}
