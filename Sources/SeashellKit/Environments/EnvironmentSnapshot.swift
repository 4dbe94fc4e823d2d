import CoreEvents
import FoundationEssentials
import WebAPI
import WebMessages

/// The client of the environment that was chosen when a request began.
///
/// Address, transport, credentials and memory of one environment never meet those of another, even
/// where the user chooses anew meanwhile.
struct EnvironmentSnapshot: APIClient {
  let environment: APIEnvironment
  let transport: any Transport
  let retries: APIRetrySettings
  let health: CircuitBreaker?
  let cache: ResponseCache?
  let events: EventBus?
  let authorizer: (any Authorizer)?
  let announced: RecentEventIDs?
  let countdown: RetryCountdown?
  let tracer: @Sendable (_ line: () -> String) -> Void

  var baseURL: URL { environment.baseURL }
  var version: String? { environment.version }
  var format: ServiceFormat { environment.format }
  var keys: ServiceKeys { environment.keys }
  var maximumRedirects: Int { environment.maximumRedirects }
  var maximumResponseSize: Int? { environment.maximumResponseSize }

  func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws {
    guard let countdown, RetryCountdown.isWorthShowing(wait) else {
      return try await clock.sleep(for: wait.duration)
    }
    try await countdown.wait(wait, by: clock)
  }

  func trace(_ line: () -> String) { tracer(line) }
}
