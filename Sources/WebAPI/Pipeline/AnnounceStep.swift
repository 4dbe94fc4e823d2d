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
    let hooked =
      request.method.isWrite
      ? try await noting(request, { $0.response }) { try await next.send(request) }
      : try await next.send(request)
    announcer.announce(hooked.response)
    if let error = hooked.error { throw error }
    return hooked.response
  }

  func stream(_ request: APIRequest, isEndless: Bool) async throws -> ResponseHead {
    let client = announcer.client
    let head =
      request.method.isWrite
      ? try await noting(request, { $0.response(of: client) }) {
        try await next.stream(request, isEndless: isEndless)
      } : try await next.stream(request, isEndless: isEndless)
    announcer.announce(head.response(of: client))
    return head
  }

  /// Sends a write, and notes its change, which the server's feed may report at any time.
  private func noting<Result>(
    _ request: APIRequest, _ response: (Result) -> APIResponse, _ send: () async throws -> Result
  ) async throws -> Result {
    let settings = announcer.client.settings
    let change = announcer.change(of: request)
    let number = change.flatMap { settings.ownWrites?.begin($0) }
    // The change that the feed may report without an event id that is known here.
    var expected: DataChange?
    defer { if let number { settings.ownWrites?.end(number, expected) } }
    do {
      let result = try await send()
      let response = response(result)
      if response.isSuccess, response.headers["Event-Id"] == nil {
        expected = announcer.change(of: request, response)
      } else if APIError.isInDoubt(response.statusCode, response.headers) {
        expected = change
      }
      return result
    } catch let cancelled as CancelledWrite {
      if let response = cancelled.response {
        guard response.isSuccess else { throw CancellationError() }
        announcer.announce(response)
      }
      if cancelled.response?.headers["Event-Id"] == nil { expected = change }
      if let change, !request.isBackground { await announcer.client.client.didCancelWrite(change) }
      throw CancellationError()
    } catch let error as APIError {
      if error.mayHaveBeenApplied { expected = change }
      throw error
    }
  }
}

struct Announcer {
  let client: APIClientSnapshot

  func announce(_ response: APIResponse) {
    let request = response.request
    if response.isSuccess, request.method.isWrite {
      // The feed may report the event sooner than this thread: the first to insert the id posts it.
      let id = response.headers["Event-Id"]
      let isNew = id.flatMap { client.settings.announced?.insert($0) } ?? true
      guard isNew else { return }
      EventOrigin.$current.withValue(.write(id: id, number: UUID())) { announceChange(response) }
    } else if request.isBackground || request.hasLeft
      || request.currentOrigin != client.settings.home
    {
      // A refusal by another service says nothing about the session with this one.
      return
    } else if response.statusCode == 401, !RecoverStep.isRecovering {
      client.settings.events?.post(Unauthorized(payload: client.failed(request)))
    } else if response.statusCode == 403 {
      client.settings.events?.post(Forbidden(payload: client.failed(request)))
    }
  }

  private func announceChange(_ response: APIResponse) {
    let request = response.request
    if request.announces == .ifCreated, request.method == .post, response.statusCode != 201,
      response.headers["Location"] == nil
    {
      return
    }
    guard let events = client.settings.events, let change = change(of: request, response) else {
      return
    }
    events.post(change.event(in: client.environmentID))
  }

  /// The change that a write makes, or has made if there is a response; nil if it announces none.
  func change(of request: APIRequest, _ response: APIResponse? = nil) -> DataChange? {
    switch request.announces {
    case .nothing: return nil
    case .updated(let resource, let id): return DataChange(.updated, of: resource, id: id)
    case .invalidated(let resource, let id): return DataChange(.invalidated, of: resource, id: id)
    case .automatic, .ifCreated: break
    }
    guard let path = client.path(of: request) else { return nil }
    let record = Self.record(in: response)
    if request.method == .post {
      return DataChange(.inserted, of: path.resource, id: response?.createdID, record: record)
    }
    let parent = APIPath(segments: path.segments.dropLast())
    let isElement = !parent.segments.isEmpty
    return DataChange(
      request.method == .delete ? .deleted : .updated,
      of: isElement ? parent.resource : path.resource, id: isElement ? path.segments.last : nil,
      record: record)
  }

  /// The record in a response; a long one is not kept.
  private static func record(in response: APIResponse?) -> AttachedRecord {
    guard let response, !response.data.isEmpty, response.data.count <= 1 << 14 else {
      return AttachedRecord()
    }
    // The response itself would keep the request's credentials.
    return AttachedRecord {
      [data = response.data, format = response.format, keys = response.keys] in
      APIResponse.record(in: data, format, keys)
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

  /// A request that failed, for an event.
  func failed(_ request: APIRequest) -> FailedRequest {
    FailedRequest(environment: environmentID, method: request.method, path: eventPath(of: request))
  }
}
