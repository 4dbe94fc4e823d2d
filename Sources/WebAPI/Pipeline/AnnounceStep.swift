import CoreEvents
import FoundationEssentials
import WebMessages

/// Posts the events of a response after the hooks have run.
struct AnnounceStep {
  let announcer: Announcer
  let next: HookStep

  init(client: APIClientSnapshot, next: HookStep) {
    announcer = Announcer(client: client)
    self.next = next
  }

  func send(_ request: APIRequest) async throws -> APIResponse {
    let hooked = try await next.send(request)
    announcer.announce(hooked.response)
    if let error = hooked.error { throw error }
    return hooked.response
  }

  func stream(_ request: APIRequest, isEndless: Bool) async throws -> ResponseHead {
    let head = try await next.stream(request, isEndless: isEndless)
    announcer.announce(head.response(of: announcer.client))
    return head
  }
}

/// Posts the events of a response.
struct Announcer {
  let client: APIClientSnapshot

  func announce(_ response: APIResponse) {
    let request = response.request
    if response.isSuccess, request.method.isWrite {
      // The feed may report the event sooner than this thread: the first to insert the id posts it.
      let isNew = response.headers["Event-Id"].flatMap { client.announced?.insert($0) } ?? true
      if isNew { announceChange(response) }
    } else if request.isBackground || request.hasLeft || request.currentOrigin != client.home {
      // A refusal by another service says nothing about the session with this one.
      return
    } else if response.statusCode == 401, request.authorizes, request.hasCredentials {
      client.events?.post(Unauthorized())
    } else if response.statusCode == 403 {
      client.events?.post(Forbidden())
    }
  }

  private func announceChange(_ response: APIResponse) {
    guard let events = client.events else { return }
    let request = response.request
    switch request.announces {
    case .nothing: return
    case .updated(let resource, let id):
      events.post(DataUpdated(resource: resource, id: id))
      return
    case .automatic: break
    case .ifCreated:
      let isCreated = response.statusCode == 201 || response.headers["Location"] != nil
      if request.method == .post, !isCreated { return }
    }
    guard let path = path(of: request) else { return }
    if request.method == .post {
      events.post(DataInserted(resource: path.resource, id: response.createdID))
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

  /// The path under the base address and version; nil if the address is not under them.
  private func path(of request: APIRequest) -> APIPath? {
    if !request.path.segments.isEmpty { return request.path }
    guard let address = request.url?.absoluteString.prefix(while: { $0 != "?" }),
      let prefix = try? APIPath.prefix(
        base: client.baseURL, version: request.version ?? client.version),
      address.hasPrefix(prefix)
    else { return nil }
    return APIPath(parsing: String(address.dropFirst(prefix.count)))
  }
}

extension APIRequest {
  /// Whether it was sent with credentials, so that a 401 says something about them.
  fileprivate var hasCredentials: Bool {
    unauthorizedHeaders != nil || headers.contains { HTTPHeaders.isSecret($0.name) }
  }
}
