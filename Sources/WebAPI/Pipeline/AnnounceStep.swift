import CoreEvents
import FoundationEssentials
import WebMessages

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

struct Announcer {
  let client: APIClientSnapshot

  func announce(_ response: APIResponse) {
    let request = response.request
    if response.isSuccess, request.method.isWrite {
      // The feed may report the event sooner than this thread: the first to insert the id posts it.
      let isNew =
        response.headers["Event-Id"].flatMap { client.settings.announced?.insert($0) } ?? true
      if isNew { announceChange(response) }
    } else if request.isBackground || request.hasLeft
      || request.currentOrigin != client.settings.home
    {
      // A refusal by another service says nothing about the session with this one.
      return
    } else if response.statusCode == 401, !RecoverStep.isRecovering {
      client.settings.events?.post(
        Unauthorized(
          environment: client.environmentID, method: request.method,
          path: client.eventPath(of: request)))
    } else if response.statusCode == 403 {
      client.settings.events?.post(
        Forbidden(
          environment: client.environmentID, method: request.method,
          path: client.eventPath(of: request)))
    }
  }

  private func announceChange(_ response: APIResponse) {
    guard let events = client.settings.events else { return }
    let (request, environment) = (response.request, client.environmentID)
    switch request.announces {
    case .nothing: return
    case .updated(let resource, let id):
      events.post(DataUpdated(resource: resource, id: id, environment: environment))
      return
    case .invalidated(let resource, let id):
      events.post(DataInvalidated(resource: resource, id: id, environment: environment))
      return
    case .automatic: break
    case .ifCreated:
      let isCreated = response.statusCode == 201 || response.headers["Location"] != nil
      if request.method == .post, !isCreated { return }
    }
    guard let path = client.path(of: request) else { return }
    if request.method == .post {
      events.post(
        DataInserted(
          resource: path.resource, id: response.createdID, environment: environment))
      return
    }
    let parent = APIPath(segments: path.segments.dropLast())
    let isElement = !parent.segments.isEmpty
    let resource = isElement ? parent.resource : path.resource
    let id = isElement ? path.segments.last : nil
    if request.method == .delete {
      events.post(DataDeleted(resource: resource, id: id, environment: environment))
    } else {
      events.post(DataUpdated(resource: resource, id: id, environment: environment))
    }
  }
}

extension APIRequest {
  /// Returns the request's path as events contain it, without a query.
  package func resource(on client: any APIClient) -> String {
    client.snapshot.eventPath(of: self)
  }
}

extension APIClientSnapshot {
  /// The path of a request below the base address and version; nil if its address is elsewhere.
  fileprivate func path(of request: APIRequest) -> APIPath? {
    if !request.path.segments.isEmpty { return request.path }
    guard let address = request.url?.absoluteString.prefix(while: { $0 != "?" }),
      let prefix = try? APIPath.prefix(
        base: settings.baseURL, version: request.version ?? settings.version),
      address.hasPrefix(prefix)
    else { return nil }
    return APIPath(parsing: String(address.dropFirst(prefix.count)))
  }

  /// The path of a request, for an event: below the base address and version, or else as on the server;
  /// without a query.
  func eventPath(of request: APIRequest) -> String {
    path(of: request)?.resource ?? request.url?.path() ?? ""
  }
}
