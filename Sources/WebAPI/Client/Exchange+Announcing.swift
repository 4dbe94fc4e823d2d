import CoreEvents
import FoundationEssentials
import WebMessages

extension Exchange {
  /// Posts what an answer means for others than its caller.
  func announce(_ response: APIResponse) {
    let request = response.request
    if response.isSuccess, request.method.isWrite {
      // Whoever remembers the id first posts it: a feed may be quicker than this thread.
      let isNew = response.headers["Event-Id"].flatMap { announced?.insert($0) } ?? true
      if isNew { announceChange(response) }
    } else if request.isBackground || request.hasLeft || request.url.map(Origin.init) != home {
      // Whom another service refuses may still have a session with this one.
      return
    } else if response.status == 401, request.authorizes, request.hasCredentials {
      events?.post(Unauthorized())
    } else if response.status == 403 {
      events?.post(Forbidden())
    }
  }

  private func announceChange(_ response: APIResponse) {
    guard let events else { return }
    let request = response.request
    switch request.announces {
    case .nothing: return
    case .updated(let resource, let id):
      events.post(DataUpdated(resource: resource, id: id))
      return
    case .automatic: break
    case .ifCreated:
      let isCreated = response.status == 201 || response.headers["Location"] != nil
      if request.method == .post, !isCreated { return }
    }
    guard let path = path(of: request) else { return }
    if request.method == .post {
      events.post(DataInserted(resource: path.resource, id: response.newID))
      return
    }
    let parent = APIPath(segments: path.segments.dropLast())
    let isElement = !parent.segments.isEmpty
    let resource = isElement ? parent.resource : path.resource
    let id = isElement ? path.segments.last : nil
    if request.method == .delete {
      events.post(DataDeleted(resource: resource, id: id))
    } else {
      events.post(DataUpdated(resource: resource, id: id))
    }
  }

  /// The path under base address and version; nil where the address is not under them.
  private func path(of request: APIRequest) -> APIPath? {
    if !request.path.segments.isEmpty { return request.path }
    guard let address = request.url?.absoluteString.prefix(while: { $0 != "?" }),
      let prefix = try? APIRequest.prefix(base: baseURL, version: request.version ?? version),
      address.hasPrefix(prefix)
    else { return nil }
    return APIPath(parsing: String(address.dropFirst(prefix.count)))
  }
}

extension APIRequest {
  /// Whether it was sent with credentials, so that a 401 says something about them.
  fileprivate var hasCredentials: Bool {
    isAuthorized || headers.contains { HTTPHeaders.isSecret($0.name) }
  }
}

extension APIResponse {
  /// The id of what a POST has made: the end of `Location`, otherwise the body's own `id`.
  fileprivate var newID: String? {
    if let location = headers["Location"] {
      let path = location.prefix { $0 != "?" && $0 != "#" }
      if let last = path.split(separator: "/").last { return PercentEncoding.decode(last) }
    }
    // A larger body is no single record, and is not worth decoding twice.
    guard data.count <= 1 << 16, let value = try? JSONDecoder().decode(JSONValue.self, from: data)
    else { return nil }
    return value.id ?? value["data"]?.id
  }
}

extension JSONValue {
  fileprivate var id: String? {
    switch self["id"] {
    case .string(let id): id
    case .integer(let id): String(id)
    default: nil
    }
  }
}
