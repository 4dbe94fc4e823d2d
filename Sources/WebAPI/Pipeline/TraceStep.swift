import WebMessages

/// Writes what is sent and received to the client's trace.
struct TraceStep {
  let client: APIClientSnapshot
  let next: TransportStep

  func send(_ message: HTTPRequest, _ request: APIRequest) async throws -> HTTPResponse {
    let elapsed = client.retries.stopwatch()
    let isShown = client.client.traceCommand {
      CurlLine(message, of: request, isReachable: client.transport.crossesNetwork).text
    }
    if !isShown {
      client.trace { "> \(message.method.rawValue) \(TraceText.address(message.url))" }
      trace(message.headers, ">")
      if let body = request.body { client.trace { "> a body: \(body)" } }
    }
    do {
      let response = try await next.send(message, request)
      let elapsed = elapsed()
      client.trace { "< \(response.status) after \(TraceText.duration(elapsed))" }
      trace(response.headers, "<")
      return response
    } catch {
      client.trace { "* failed after \(TraceText.duration(elapsed()))" }
      throw error
    }
  }

  private func trace(_ headers: HTTPHeaders, _ mark: String) {
    for (name, value) in headers {
      client.trace { "\(mark) \(name): \(TraceText.value(name, value))" }
    }
  }
}
