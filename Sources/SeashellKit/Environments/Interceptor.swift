import FoundationEssentials
import WebAPI
import WebMessages

/// Closures of a module that run before and after each request.
struct Interceptor: Sendable {
  typealias Request = @Sendable (inout APIRequest) async throws -> Void
  typealias Response = @Sendable (inout APIResponse) async throws -> Void

  let number: Int
  let request: Request
  let response: Response
}

/// The client for one request, with the interceptors that were installed when it began.
struct InterceptedClient: APIClient {
  let client: any APIClient
  let interceptors: [Interceptor]

  var baseURL: URL { client.baseURL }

  var transport: any Transport { client.transport }

  func willSendRequest(_ request: inout APIRequest) async throws {
    try await client.willSendRequest(&request)
    for interceptor in interceptors where !request.hasSecretBody {
      try await request.hidingCredentials(interceptor.request)
    }
  }

  func didReceiveResponse(_ response: inout APIResponse) async throws {
    guard !response.request.hasSecretBody else { return }
    for interceptor in interceptors {
      try await response.hidingCredentials(interceptor.response)
    }
  }

  func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws {
    try await client.waitToRetry(wait, by: clock)
  }

  func didCancelWrite(_ change: DataChange) async { await client.didCancelWrite(change) }

  func trace(_ line: () -> String) { client.trace(line) }

  func traceCommand(_ line: () -> String) -> Bool { client.traceCommand(line) }
}
