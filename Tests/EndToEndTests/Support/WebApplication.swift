import Foundation
import Glibc
import TestSupport
import Testing

/// An application in `Tests/WebApplications` as a server of its own, as long as this object lives.
final class WebApplication {
  private(set) var address: String
  /// Its name in its responses.
  let environment: String

  private let name: String
  private let sandbox: Sandbox
  private var server: Server
  private var starts = 0

  /// The Python that runs the applications.
  static let python = TranscriptTests.root.appending(path: ".build/web/bin/python").path

  /// A request that it has answered.
  struct Request: Decodable {
    let method: String
    let path: String
    let query: String
    let headers: [String: String]
    /// The fields of its body; nil if the application does not report them.
    let form: [String: String]?
    let status: Int

    /// The method, the path and the query.
    var line: String { "\(method) \(path)" + (query.isEmpty ? "" : "?\(query)") }
  }

  private struct Server {
    let process: pid_t
    let log: URL
    var hasEnded = false
  }

  /// Starts an application.
  ///
  /// - Parameters:
  ///   - name: the name of its file, such as `warehouse`.
  ///   - environment: its name in its responses.
  ///   - variables: its additional environment variables.
  init(_ name: String, _ environment: String, variables: [String: String] = [:]) throws {
    (self.name, self.environment, address) = (name, environment, "")
    sandbox = try Sandbox(environment: variables)
    server = try Self.start(name, environment, in: sandbox, number: 0)
    address = try Self.address(of: server)
  }

  deinit {
    end()
  }

  func end() {
    guard !server.hasEnded else { return }
    server.hasEnded = true
    kill(server.process, SIGKILL)
    _ = Program.wait(for: server.process)
  }

  /// Starts it again, at the same address and with its initial data.
  func startAgain() throws {
    end()
    starts += 1
    let port = address.split(separator: ":").last.map(String.init)
    server = try Self.start(name, environment, in: sandbox, number: starts, port: port)
    _ = try Self.address(of: server)
  }

  /// The requests since it was last started, except those for its description or an event feed.
  var requests: [Request] {
    allRequests.filter { request in
      !["openapi", "text/event-stream"].contains { request.headers["accept"]?.contains($0) == true }
    }
  }

  /// All requests since it was last started.
  var allRequests: [Request] {
    let lines = (try? String(contentsOf: server.log, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.dropFirst().compactMap {
      try? JSONDecoder().decode(Request.self, from: Data($0.utf8))
    }
  }

  private static func start(
    _ name: String, _ environment: String, in sandbox: Sandbox, number: Int, port: String? = nil
  ) throws -> Server {
    let root = TranscriptTests.root.path
    let log = sandbox.home.appending(path: "log-\(number)")
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let output = open(log.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { for descriptor in [null, output] { close(descriptor) } }
    let process = try Program.spawn(
      python,
      ["\(root)/Tests/WebApplications/serve.py", name, environment] + (port.map { [$0] } ?? []),
      environment: sandbox.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 },
      directory: sandbox.home, descriptors: [null, output, output])
    return Server(process: process, log: log)
  }

  /// Waits until it listens.
  private static func address(of server: Server) throws -> String {
    var text = ""
    var address: String?
    try block(until: "an application that listens", there: text) {
      text = (try? String(contentsOf: server.log, encoding: .utf8)) ?? ""
      let first = text.contains("\n") ? text.split(separator: "\n").first : nil
      address = first.flatMap { $0.hasPrefix("http://127.0.0.1:") ? String($0) : nil }
      var status: Int32 = 0
      if address == nil, waitpid(server.process, &status, WNOHANG) == server.process {
        throw Sandbox.Failure(text: "the application ended: \(text)")
      }
      return address != nil
    }
    return try #require(address)
  }
}
