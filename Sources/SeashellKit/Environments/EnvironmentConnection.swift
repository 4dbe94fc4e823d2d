import ShellCommands
import WebAPI
import WebMessages

/// An environment as it was chosen, with what the client remembers of its server.
///
/// It does not change: a request of a job keeps it, whatever the user chooses or edits meanwhile.
package final class EnvironmentConnection: RequestTarget {
  package let environment: APIEnvironment
  /// The names of the API and of the environment.
  let id: EnvironmentID
  /// The ids of the server's events that were posted already.
  ///
  /// Two servers may use the same ids.
  let announced = RecentEventIDs()
  let health: CircuitBreaker
  let cache = ResponseCache()

  package var name: String { environment.name }

  /// - Parameter api: the name of the shell's own API, for an environment whose name stands alone.
  init(_ environment: APIEnvironment, of api: String, clock: any Clock<Duration>) {
    self.environment = environment
    id = EnvironmentID(environment.name) ?? EnvironmentID(api: api, name: environment.name)
    health = CircuitBreaker(clock: clock)
  }
}
