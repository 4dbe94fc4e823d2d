import FoundationEssentials
import WebMessages

extension APIRequest {
  /// The request by its path and query, if its absolute address is under a client's base address and
  /// version; otherwise the request itself.
  func relative(to client: APIClientSnapshot) -> APIRequest {
    guard path.segments.isEmpty, let address = url?.absoluteString.prefix(while: { $0 != "#" }),
      let prefix = try? Self.prefix(base: client.baseURL, version: version ?? client.version),
      address.hasPrefix(prefix)
    else { return self }
    let parts = address.dropFirst(prefix.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var request = self
    request.url = nil
    request.path = APIPath(parsing: String(parts[0]))
    guard let query = APIQuery(escaped: parts.dropFirst().first ?? ""),
      !request.path.segments.isEmpty
    else { return self }
    request.query = query
    request.query.append(self.query)
    return request
  }
}
