import SeashellHosting
import SeashellKit
import SeashellTesting
import StreamServer
import TestSupport
import Testing
@testable import SeashellStreams

extension ShellHarness {
  /// Gives the environment a stream, as `events` in a configuration.
  func use(events: String, in folder: TemporaryFolder) throws {
    let configuration = try Configuration(
      parsing: """
        { environments: { \(context.client.environment.name): {
          baseURL: 'http://localhost', version: 'v1', events: \(events) } } }
        """, from: folder.file("config.json"))
    context.environments.replace(configuration.environments)
  }
}

extension StreamServer {
  /// Starts a server, and waits until it accepts connections.
  static func ready(
    _ configuration: String = "", user: String? = nil, password: String = "", token: String? = nil
  ) async throws -> StreamServer {
    let server = try StreamServer(configuration)
    var settings = StreamSettings(server.url, name: "test")
    if let user { settings.credentials = .user(user, password: password) }
    if let token { settings.credentials = .token(token) }
    let end = ContinuousClock.now + Patience.bound
    while true {
      do {
        _ = try await StreamConnection.open(settings) { _ in }
        return server
      } catch let error as StreamError where [.unreachable, .lost].contains(error.code) {
        if ContinuousClock.now > end { throw error }
      }
    }
  }
}
