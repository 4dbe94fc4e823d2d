import SeashellHosting
import SeashellKit
import WebServer

struct GatewayHandler: Sendable {
  let authority: String
  let leases: LeaseTable
  let api: APIForwarder
  let events: EventGate

  /// Handles a request; the server calls it on its own thread.
  func handle(
    _ request: ReceivedRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) -> Task<Void, Never>? {
    do throws(GatewayProblem) {
      try checkSender(of: request)
      // An unknown key gets 404, as an unknown path does.
      guard let target = GatewayTarget(request.target), let access = leases.access(for: target.key)
      else {
        respond(HTTPResponse(status: 404))
        return nil
      }
      guard let running = access.begin() else {
        throw GatewayProblem(
          429, .limit,
          "the module '\(access.module)' has"
            + " \(ModuleAccess.maximumRequests) requests running",
          hint: "wait for one of them to end", headers: ["Retry-After": "1"])
      }
      if target.path == "/events", request.method == "GET" {
        respond(try events.stream(at: target, of: access, as: running))
        return nil
      }
      let task = Task {
        respond(await response(to: request, at: target, of: access))
        withExtendedLifetime(running) {}
      }
      running.onClose { task.cancel() }
      return task
    } catch {
      respond(error.response)
      return nil
    }
  }

  /// Rejects requests from web pages, including those through a host name that resolves to this machine.
  private func checkSender(of request: ReceivedRequest) throws(GatewayProblem) {
    guard request.headers["Host"] == authority else {
      throw GatewayProblem(421, .forbidden, "the gateway answers to \(authority) only")
    }
    guard request.headers["Origin"] == nil else {
      throw GatewayProblem(403, .forbidden, "the gateway does not answer web pages")
    }
  }

  private func response(
    to request: ReceivedRequest, at target: GatewayTarget, of access: ModuleAccess
  ) async -> HTTPResponse {
    do throws(GatewayProblem) {
      if target.apiPath != nil {
        return try await api.response(to: request, at: target, of: access)
      }
      guard target.path == "/events" else {
        throw GatewayProblem(
          404, .notFound, "the gateway has /api/PATH, which leads to the API, and /events")
      }
      guard request.method == "POST" else {
        throw GatewayProblem(
          405, .usage, "/events knows GET and POST only", headers: ["Allow": "GET, POST"])
      }
      return try await events.post(request, of: access)
    } catch {
      return error.response
    }
  }
}
