import ShellCommands
import WebAPI
import WebMessages

/// An environment as it was when it was chosen, with what the client remembers about its server.
///
/// It does not change: a job's request keeps it, even if the user chooses or edits another.
package final class EnvironmentConnection: RequestTarget {
  package let environment: APIEnvironment
  let id: EnvironmentID
  /// The environment to send requests to, whose cookies are its own: another API or environment may be at its server.
  let target: APIEnvironment
  /// Each server needs its own list, since two servers may use the same ids.
  let announced = RecentEventIDs()
  let ownWrites: OwnWrites
  let health: CircuitBreaker
  let cache = ResponseCache()

  package var name: String { environment.name }

  /// `api` is the name of the shell's own API, for an environment whose name stands alone.
  init(_ environment: APIEnvironment, of api: String, clock: any Clock<Duration>) {
    self.environment = environment
    id = EnvironmentID(environment.name) ?? EnvironmentID(api: api, name: environment.name)
    var target = environment
    target.transport.cookieOwner = "\(id)"
    self.target = target
    ownWrites = OwnWrites(clock: clock)
    health = CircuitBreaker(clock: clock)
  }
}
