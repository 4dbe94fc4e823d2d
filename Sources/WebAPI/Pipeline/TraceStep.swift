import WebMessages

struct TraceStep {
  let client: APIClientSnapshot
  let next: TransportStep

  func send(_ message: HTTPRequest, _ request: APIRequest) async throws -> HTTPResponse {
    if let credentials = client.settings.credentials {
      credentials.note(
        message.headers.filter(request.isCredential).map(\.value) + request.addedSecrets)
    }
    if let position = request.position {
      client.trace { "* the page after \(position.count) elements, by \(position.sign)" }
    }
    let elapsed = client.settings.retries.stopwatch()
    let isShown = client.client.traceCommand {
      CurlLine(message, of: request, isReachable: client.settings.transport.crossesNetwork).text
    }
    if !isShown {
      client.trace {
        let address = TraceText.address(message.url, hiding: request.secretParameters)
        return "> \(message.method.rawValue) \(address)"
      }
      for field in message.headers {
        client.trace {
          let value =
            request.isCredential(field)
            ? TraceText.length(of: field.value) : TraceText.value(field.name, field.value)
          return "> \(field.name): \(value)"
        }
      }
      if let body = request.body { client.trace { "> a body: \(body)" } }
    }
    do {
      let response = try await next.send(message, request)
      let elapsed = elapsed()
      client.settings.credentials?.note(AnswerCredentials.texts(in: response.headers))
      client.trace { "< \(response.status) after \(TraceText.duration(elapsed))" }
      for (name, value) in response.headers {
        client.trace {
          "< \(name): \(TraceText.value(name, value, hiding: request.secretParameters))"
        }
      }
      return response
    } catch {
      client.trace { "* failed after \(TraceText.duration(elapsed()))" }
      throw error
    }
  }
}
