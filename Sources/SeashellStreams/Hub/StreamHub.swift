import CoreLoop
import Glibc
import SeashellKit
import ShellCommands
import ShellOutput
import WebAPI

/// What the stream's server keeps for an environment.
struct Streams: Sendable {
  let environment: EnvironmentID
  let subjects: EventSubject
  /// The stream of the environment's events.
  let events: JetStream
  /// The stream of what relays and workers keep, with one message for each subject.
  let state: JetStream

  init(_ environment: EnvironmentID, _ connection: StreamConnection, named name: String) {
    self.environment = environment
    subjects = EventSubject(environment: environment)
    events = JetStream(connection, name: name)
    state = JetStream(connection, name: name + "-state")
  }
}

/// The connections of this process to streams: one for each environment, opened at its first use.
@MainActor
final class StreamHub {
  private struct Entry {
    let configuration: EventStreamConfiguration
    let outcome: SharedOutcome<Streams>
  }

  private unowned let context: ModuleContext
  private let reader: SecretReader
  private let agreements: SecretAgreements
  private var entries: [EnvironmentID: Entry] = [:]

  /// - Parameter context: the context of the shell's own API.
  init(_ context: ModuleContext, reader: SecretReader = SecretReader()) {
    (self.context, self.reader) = (context, reader)
    agreements = SecretAgreements(context.directories)
  }

  /// The hub that everything in the shell shares.
  static func shared(by context: ModuleContext) -> StreamHub {
    let own = context.apis.own.context
    return own.state { StreamHub(own) }
  }

  /// Returns the configured stream of an environment; nil if it has none.
  func configuration(of id: EnvironmentID) -> EventStreamConfiguration? {
    environment(of: id)?.events
  }

  private func environment(of id: EnvironmentID) -> APIEnvironment? {
    guard let api = context.apis.known(id.api) else { return nil }
    let all = [api.client.environment] + api.environments.all
    return all.first { api.client.environmentID(of: $0) == id }
  }

  func required(of id: EnvironmentID) throws -> EventStreamConfiguration {
    let environment = environment(of: id)
    if let configuration = environment?.events { return configuration }
    if environment?.isEmbedded == true {
      throw ShellError(
        .usage, "\(id) has no stream of events, and cannot have one",
        hint: "choose another environment: seashell -e NAME, or env use NAME")
    }
    throw ShellError(
      .usage, "\(id) has no stream of events",
      hint:
        "add events: { nats: { url: 'nats://HOST:4222', stream: 'NAME' } } to the environment in"
        + " config.json")
  }

  /// Connects for a look at an environment's streams, which are not made if they are missing.
  func look(at id: EnvironmentID, mayAsk: Bool) async throws -> Streams {
    let configuration = try required(of: id)
    let settings = try await settings(id, configuration, mayAsk: mayAsk)
    let connection = try await StreamConnection.open(settings) { _ in }
    return Streams(id, connection, named: configuration.stream)
  }

  /// Returns an environment's streams, which are made if they are missing.
  ///
  /// - Parameter mayAsk: whether the user may be asked to agree that a secret is sent.
  /// - Throws: `ShellError` if the environment has no stream, or it cannot be used; `CancellationError`.
  func streams(of id: EnvironmentID, mayAsk: Bool = true) async throws -> Streams {
    let configuration = try required(of: id)
    if let entry = entries[id], entry.configuration == configuration {
      return try await entry.outcome.value()
    }
    let outcome = SharedOutcome<Streams> { [weak self] outcome in
      self?.forget(id, outcome)
      outcome.task?.cancel()
    }
    entries[id] = Entry(configuration: configuration, outcome: outcome)
    outcome.task = Task { [weak self] in
      do {
        guard let self else { throw CancellationError() }
        outcome.settle(.success(try await open(id, configuration, mayAsk: mayAsk, outcome)))
      } catch {
        self?.forget(id, outcome)
        outcome.settle(.failure(error is StreamError ? ShellError(error) : error))
      }
    }
    return try await outcome.value()
  }

  private func forget(_ id: EnvironmentID, _ outcome: SharedOutcome<Streams>) {
    if entries[id]?.outcome === outcome { entries[id] = nil }
  }

  private func open(
    _ id: EnvironmentID, _ configuration: EventStreamConfiguration, mayAsk: Bool,
    _ outcome: SharedOutcome<Streams>
  ) async throws -> Streams {
    let settings = try await settings(id, configuration, mayAsk: mayAsk)
    do {
      let connection = try await StreamConnection.open(settings) {
        [weak self, weak outcome] change in
        MainLoop.shared.post {
          guard let self, let outcome, self.entries[id]?.outcome === outcome else { return }
          if change == .closed { self.forget(id, outcome) }
          self.report(change, configuration.url)
        }
      }
      let streams = Streams(id, connection, named: configuration.stream)
      var kept = JetStream.Configuration(subjects: [streams.subjects.all])
      kept.maximumAge = .seconds(7 * 86_400)
      try await StreamPreparation(streams.events, configuration.url).prepare(kept)
      kept = JetStream.Configuration(subjects: [streams.subjects.allState])
      kept.maximumPerSubject = 1
      try await StreamPreparation(streams.state, configuration.url).prepare(kept)
      return streams
    } catch let error as StreamError where error.code == .denied {
      if let secret = configuration.secret { reader.forget(secret) }
      throw error
    }
  }

  private func report(_ change: StreamConnection.Change, _ address: String) {
    switch change {
    case .lost: context.console.notify("lost \(address); trying again")
    case .restored: context.console.notify("\(address) is back")
    case .denied(let error): context.console.notify(error.message)
    case .closed: context.console.notify("\(address) does not accept the credentials any more")
    case .complaint: break
    }
  }

  private func settings(
    _ id: EnvironmentID, _ configuration: EventStreamConfiguration, mayAsk: Bool
  ) async throws -> StreamSettings {
    var settings = StreamSettings(
      configuration.url, name: "\(context.identity.name) \(id) \(getpid())")
    settings.authorities = configuration.authorities
    switch configuration.credentials {
    case .none: break
    case .user(let user, let source):
      let secret = try await secret(source, id, configuration, mayAsk: mayAsk)
      settings.credentials = .user(user, password: secret)
    case .token(let source):
      settings.credentials = .token(try await secret(source, id, configuration, mayAsk: mayAsk))
    // The seed in these files signs what the server sends, and stays here.
    case .file(let path):
      _ = try SecretFile.text(of: path, named: path)
      settings.credentials = .file(path)
    case .nkey(let key, let seedFile):
      _ = try SecretFile.text(of: seedFile, named: seedFile)
      settings.credentials = .nkey(key, seedFile: seedFile)
    }
    return settings
  }

  private func secret(
    _ source: SecretSource, _ id: EnvironmentID, _ configuration: EventStreamConfiguration,
    mayAsk: Bool
  ) async throws -> String {
    let name = "the events of \(id)"
    let console: any Console = mayAsk ? context.console : UnaskedConsole(context.console)
    for origin in configuration.url.split(separator: ",") {
      do {
        try await agreements.check(source, for: name, origin: String(origin), console: console)
      } catch var error as ShellError where error.code == .unauthorized {
        if !mayAsk || error.hint != nil { error.hint = "run 'doctor' at a terminal, which asks" }
        throw error
      }
    }
    return try await reader.read(source, for: name).text
  }
}

/// A console for work that the user has not asked for, and that may not interrupt what they type.
@MainActor
private final class UnaskedConsole: Console {
  private let console: any Console

  init(_ console: any Console) { self.console = console }

  var isInteractive: Bool { console.isInteractive }
  var columns: Int? { console.columns }
  func notify(_ notice: String) { console.notify(notice) }
  func progress(_ progress: ProgressUpdate?) {}

  func ask(_ question: Question) async throws -> String { throw refusal(question.label) }

  func confirm(_ question: String) async throws -> Bool { throw refusal(question) }

  func readInput(upTo maximum: Int, isSecret: Bool) async throws -> String {
    throw refusal("a secret")
  }

  private func refusal(_ question: String) -> ShellError {
    ShellError(.unauthorized, "you have not agreed yet: \(question)")
  }
}
