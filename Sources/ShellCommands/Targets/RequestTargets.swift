import Synchronization

/// An environment that requests can be sent to, with the state that a client keeps about its server.
public protocol RequestTarget: AnyObject, Sendable {
  /// The environment's name.
  var name: String { get }
}

/// The current API and the environment of each API, for statements that run next to those of the prompt.
///
/// A job, a rule and `watch` have a copy from the time when their line was read, so that a later `env use`
/// does not redirect their requests.
package final class RequestTargets: Sendable {
  private struct State {
    var api: String
    var targets: [String: any RequestTarget]
  }

  /// The targets of the current task's statement; nil in a statement of the shell itself.
  @TaskLocal package static var bound: RequestTargets?

  private let state: Mutex<State>

  /// - Parameters:
  ///   - api: the name of the current API, if any.
  ///   - targets: the environment of each API that has been used.
  package init(api: String = "", targets: [String: any RequestTarget] = [:]) {
    state = Mutex(State(api: api, targets: targets))
  }

  /// Returns an independent copy.
  package func copy() -> RequestTargets {
    let state = state.withLock(\.self)
    return RequestTargets(api: state.api, targets: state.targets)
  }

  /// The name of the current API.
  package var api: String {
    get { state.withLock(\.api) }
    set { state.withLock { $0.api = newValue } }
  }

  /// The environment for an API's requests, if the API has been used.
  package subscript(api: String) -> (any RequestTarget)? {
    get { state.withLock { $0.targets[api] } }
    set { state.withLock { $0.targets[api] = newValue } }
  }
}
