import FoundationEssentials
import ShellCommands
import WebMessages

/// A transport that shows its requests while a statement waits for them.
struct ShownTransport: Transport {
  let base: any Transport
  let scope: ProgressScope

  var crossesNetwork: Bool { base.crossesNetwork }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let wait = await scope.begin(.request, Self.progress(of: request))
    do {
      let response = try await base.send(request)
      await wait.end()
      return response
    } catch {
      await wait.end()
      throw error
    }
  }

  /// Describes the target of a request, without its query, which can contain secrets.
  private static func progress(of request: HTTPRequest) -> ProgressUpdate {
    let host = request.url.host() ?? ""
    let port = request.url.port.map { ":\($0)" } ?? ""
    return ProgressUpdate(
      "waiting for \(host)\(port): \(request.method.rawValue) \(request.url.path())")
  }
}
