import ShellCommands
import WebAPI
import WebMessages

/// An environment as it was chosen, with what the client remembers of its server.
///
/// It does not change: a request of a job keeps it, whatever the user chooses or edits meanwhile.
package final class EnvironmentConnection: RequestTarget {
  package let environment: APIEnvironment
  /// The ids of the server's events that were posted already. Two servers may use the same ids.
  let announced = RecentEventIDs()
  let health: CircuitBreaker
  let cache = ResponseCache()

  package var name: String { environment.name }

  init(_ environment: APIEnvironment, clock: any Clock<Duration>) {
    self.environment = environment
    health = CircuitBreaker(clock: clock)
  }
}
