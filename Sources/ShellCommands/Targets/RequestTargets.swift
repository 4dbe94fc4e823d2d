import Synchronization

/// An environment that requests can be sent to, with the state that a client keeps of its server.
public protocol RequestTarget: AnyObject, Sendable {
  /// The environment's name.
  var name: String { get }
}

/// Which API is the current one, and which environment each API's requests go to, for statements that run
/// beside those of the prompt.
///
/// A job, a rule and `watch` have a copy of what was chosen when their line was read, so that a later
/// `env use` does not send their requests elsewhere.
package final class RequestTargets: Sendable {
  private struct State {
    var api: String
    var targets: [String: any RequestTarget]
  }

  /// What the statement chose that runs in this task; nil in a statement of the shell itself.
  @TaskLocal package static var bound: RequestTargets?

  private let state: Mutex<State>

  /// - Parameters:
  ///   - api: the name of the current API; empty if there is none.
  ///   - targets: the environment of each API that has been used.
  package init(api: String = "", targets: [String: any RequestTarget] = [:]) {
    state = Mutex(State(api: api, targets: targets))
  }

  /// Returns a copy, which changes apart from this one.
  package func copy() -> RequestTargets {
    let state = state.withLock(\.self)
    return RequestTargets(api: state.api, targets: state.targets)
  }

  /// The name of the current API.
  package var api: String {
    get { state.withLock(\.api) }
    set { state.withLock { $0.api = newValue } }
  }

  /// The environment that an API's requests go to; nil if the API had not been used.
  package subscript(api: String) -> (any RequestTarget)? {
    get { state.withLock { $0.targets[api] } }
    set { state.withLock { $0.targets[api] = newValue } }
  }
}
