import CoreEvents
import CoreSystem
import ShellCommands
import WebAPI

/// What all clients of a shell share.
package struct ClientParts: Sendable {
  /// The bus on which the clients post their events; nil posts none.
  package var events: EventBus?

  /// When and how often a failed request is sent again.
  package var retries = APIRetrySettings.standard

  /// How often it is sent again at most, if the user has set that.
  package var retrySetting = RetrySetting()

  /// Whether requests are sent without credentials.
  package var anonymous = SharedFlag()

  /// Whether the requests are those of tests: each is sent, however many have failed before, and their credentials
  /// are masked like other secrets.
  package var isTesting = false

  /// Receives the traces of requests.
  package var tracer = RequestTracer()

  /// Has the transport of each environment.
  package var transports: any TransportProvider

  /// Creates the parts of clients that retry as usual, and are not traced.
  package init(events: EventBus?, transports: any TransportProvider) {
    self.events = events
    self.transports = transports
  }
}

/// Receives the traces of requests, with secrets masked.
package struct RequestTracer: Sendable {
  /// The texts that are masked in traces and previews.
  package let secrets: SecretTexts

  private let receive: @Sendable (_ line: () -> String) -> Void
  private let receiveCommand: @Sendable (_ line: () -> String) -> Bool

  /// Creates a tracer.
  ///
  /// - Parameters:
  ///   - secrets: the texts that are masked.
  ///   - trace: receives each line of a trace as a closure; call it only if the line is wanted, and
  ///     escape the line before printing it.
  ///   - traceCommand: receives each try of a request as a command line of curl in the same way, and
  ///     returns whether the line was wanted.
  package init(
    secrets: SecretTexts = SecretTexts(),
    trace: @escaping @Sendable (_ line: () -> String) -> Void = { _ in },
    traceCommand: @escaping @Sendable (_ line: () -> String) -> Bool = { _ in false }
  ) {
    self.secrets = secrets
    receive = trace
    receiveCommand = traceCommand
  }

  func trace(_ line: () -> String) { receive { secrets.masked(line()) } }

  func traceCommand(_ line: () -> String) -> Bool { receiveCommand { secrets.masked(line()) } }
}
