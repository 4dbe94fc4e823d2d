public import CoreJSON
import ShellCommands
public import ShellOutput
public import WebAPI

/// Queues the writes of an environment: writes to be sent later, writes that need the result of a queued
/// one, and failed writes that the user wants to keep.
struct QueuedWrites: WriteDeferral {
  let offline: OfflineAccess
  let environment: String

  func willSend(_ request: APIRequest) async throws {
    if DataPreference.current.isLater || offline.mode.value == .always {
      try await keep(request, isInDoubt: false)
    } else {
      let numbers = Set(request.path.segments.compactMap(QueuedWrite.number))
      if !numbers.isEmpty, try await offline.areWaiting(anyOf: numbers) {
        try await keep(request, isInDoubt: false)
      }
    }
  }

  func didFail(_ request: APIRequest, _ error: APIError) async throws {
    // Without the old values of the fields, another user's change could be overwritten.
    let isSafe =
      request.method == .post || WriteBase.current != nil || request.headers["If-Match"] != nil
    guard isSafe, request.method != .patch, request.body?.isStream != true,
      !request.path.segments.isEmpty, request.credentialName == nil,
      // A write that may have been applied must not be sent again automatically.
      !error.mayHaveBeenApplied || offline.client.honorsIdempotencyKeys,
      await offline.canQueue(for: environment)
    else { return }
    if offline.mode.value == .auto {
      let question =
        error.mayHaveBeenApplied
        ? "\(environment) did not answer; make sure that it is done, once, when it is back?"
        : "\(environment) is not reachable; send it when it is back?"
      if let answer = try await DataPreference.ask(question) {
        if answer { try await keep(request, isInDoubt: error.mayHaveBeenApplied) }
        return
      }
    }
    guard DataPreference.offersLater, !error.mayHaveBeenApplied else { return }
    var error = error
    let later = "pass --later to keep it until \(environment) is reachable"
    error.remedy = error.remedy.map { "\($0), or \(later)" } ?? later
    throw error
  }

  /// - Throws: ``CommandPostponed`` once the write is stored; another error if it cannot be stored.
  private func keep(_ request: APIRequest, isInDoubt: Bool) async throws {
    guard !request.path.segments.isEmpty else {
      throw ShellError(
        .usage, "only a write to a path under the environment's address can wait in the queue")
    }
    if let name = request.credentialName { throw QueueError(credential: name).shellError }
    try await offline.queue(
      request, for: environment, base: WriteBase.current, isInDoubt: isInDoubt)
  }
}

/// The values that the user knew before a change, for a write that may be queued.
public enum WriteBase {
  /// The values of the changed fields, by their names in the API; nil if they are unknown.
  @TaskLocal public static var current: JSONValue?
}

extension QueueError: ShellErrorConvertible {
  /// The error to show to the user; its code decides the exit status.
  public var shellError: ShellError { ShellError(shellCode, message, hint: hint) }

  private var shellCode: ShellError.Code {
    switch code {
    case .unsafe: .usage
    case .notFound: .notFound
    case .storage: .failed
    case .full: .limit
    }
  }
}

extension QueuedWrite {
  /// The hint of an error about a queued write: the command that discards it.
  ///
  /// - Parameter id: the write's name: `q-3`.
  public static func dropHint(_ id: String) -> String { "'queue drop \(id)' discards it" }
}
