import FoundationEssentials
import HTTPTestClient
import SeashellTesting
import WebMessages

@testable import WebServer

/// A server whose handler echoes the request.
///
/// A request without a body gets its target, one with a body gets the body. `?size=N` gets N bytes, and
/// `/stream` a response that never ends.
final class EchoServer: TestServer {
  let server: HTTPServer
  let port: Int
  let log: RecordLog

  private init(
    _ settings: HTTPServerSettings, delay: Duration?, clock: any Clock<Duration>
  ) throws {
    let log = RecordLog()
    self.log = log
    server = HTTPServer(settings, clock: clock) { log.add($0) }
    port = try server.start { _ in Self.handler(delay: delay, clock: clock) }.port
  }

  /// Creates a handler.
  ///
  /// - Parameter delay: how long it waits before each response, if it waits.
  static func handler(
    delay: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) -> HTTPHandler {
    { request, respond in
      guard delay != nil || request.body != nil else {
        respond(response(to: request))
        return nil
      }
      return Task.immediate {
        if let delay, (try? await clock.sleep(for: delay)) == nil { return }
        respond(response(to: request))
      }
    }
  }

  private static func response(to request: ReceivedRequest) -> HTTPResponse {
    guard let url = request.url(authority: "localhost") else {
      return HTTPProblem.badTarget.response
    }
    if url.path() == "/stream" {
      return HTTPResponse(status: 200, body: HTTPBody { try await never() })
    }
    if let size = url.query()?.split(separator: "=").last.flatMap({ Int($0) }) {
      return HTTPResponse(status: 200, body: HTTPBody(Data(repeating: 0x78, count: size)))
    }
    let body = request.body ?? HTTPBody(Data("{\"target\":\"\(request.target)\"}".utf8))
    return HTTPResponse(status: 200, body: body)
  }

  private static func never() async throws -> Data? {
    // The clock is never advanced: the sleep ends when the task is cancelled.
    try await ManualClock().sleep(for: .seconds(1))
    return nil
  }

  /// Serves while a body runs.
  static func serving(
    clock: any Clock<Duration> = ContinuousClock(), delay: Duration? = nil,
    _ change: (inout HTTPServerSettings) -> Void = { _ in },
    _ body: (EchoServer) async throws -> Void
  ) async throws {
    var settings = HTTPServerSettings()
    change(&settings)
    let served = try EchoServer(settings, delay: delay, clock: clock)
    let result: Result<Void, any Error>
    do { result = .success(try await body(served)) } catch { result = .failure(error) }
    await served.server.stop(within: .zero)
    try result.get()
  }
}
