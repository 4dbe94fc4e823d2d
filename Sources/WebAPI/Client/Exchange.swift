import Events
import FoundationEssentials

/// One request's way to the service and back, with the client's settings as they were at its start.
struct Exchange {
  let baseURL: URL
  let version: String?
  let events: EventBus?
  let announced: AnnouncedEvents?
  private let transport: any Transport
  private let authorizer: (any Authorizer)?

  init(_ client: any APIClient) {
    baseURL = client.baseURL
    version = client.version
    transport = client.transport
    events = client.events
    authorizer = client.authorizer
    announced = client.announced
  }

  func response(to request: APIRequest) async throws -> APIResponse {
    var request = request
    let address = try request.address(base: baseURL, version: version)
    request.url = address
    let origin = Origin(address)
    let isTrusted = origin == Origin(baseURL) && origin.isPrivate
    if request.isConfidential, !isTrusted { throw APIError(untrusted: origin) }

    let authorizer = isTrusted && request.authorizes ? authorizer : nil
    var response = try await attempt(request, at: address, isTrusted, authorizer)
    if response.status == 401, let authorizer, await authorizer.recover(from: response) {
      response = try await attempt(request, at: address, isTrusted, authorizer)
    }
    announce(response)
    return response
  }

  private func attempt(
    _ request: APIRequest, at address: URL, _ isTrusted: Bool, _ authorizer: (any Authorizer)?
  ) async throws -> APIResponse {
    try Task.checkCancellation()
    var request = request
    try await authorizer?.authorize(&request)
    request.url = address
    if !isTrusted, request.headers.contains(where: { HTTPHeaders.isSecret($0.name) }) {
      throw APIError(untrusted: Origin(address))
    }
    let message = try request.message(to: address)

    let head: HTTPResponse
    do {
      head = try await transport.send(message)
    } catch {
      throw failure(error, of: request, status: nil)
    }
    var response = APIResponse(
      status: head.status, headers: head.headers, data: Data(), request: request)
    do {
      response.data = try await head.body.collect(upTo: request.maximumResponseSize)
    } catch {
      // The change was made, even if its answer is lost: whoever holds old data has to know.
      if response.isSuccess { announce(response) }
      throw failure(error, of: request, status: head.status)
    }
    return response
  }

  private func failure(
    _ error: any Error, of request: APIRequest, status: Int?
  ) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    let failure = APIError(transport: error, of: request, status: status)
    if failure.code == .unconnected { events?.post(Unconnected()) }
    return failure
  }
}
