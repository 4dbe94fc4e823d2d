import FoundationEssentials
import SeashellKit
import WebCurl

/// Checks each environment: whether it can be reached, its certificate, and its response.
@MainActor
struct EnvironmentChecks {
  /// The maximum time for the requests to an environment.
  nonisolated static let limit = Duration.seconds(4)

  private let examination: Examination

  init(_ examination: Examination) {
    self.examination = examination
  }

  /// Checks all environments at the same time, without credentials.
  func findings(
    of environments: [(environment: APIEnvironment, service: EnvironmentVisit.Service)]
  ) async -> [Finding] {
    let userAgent = examination.context.identity.userAgent
    let current = examination.context.apis.current.client.environment.name
    let embedded = examination.embedded?.transport
    var found: [String: [Finding]] = [:]
    await withTaskGroup(of: (String, [Finding]).self) { group in
      for (environment, service) in environments {
        group.addTask {
          let visit = EnvironmentVisit(environment, userAgent: userAgent, limit: Self.limit)
          let isCurrent = environment.name == current
          if environment.isEmbedded, let embedded {
            return (environment.name, [await visit.finding(by: embedded, isCurrent: isCurrent)])
          }
          return (environment.name, await visit.findings(of: service, isCurrent: isCurrent))
        }
      }
      for await (name, findings) in group { found[name] = findings }
    }
    return proxies + found.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The proxies in the environment variables, without users and passwords.
  private var proxies: [Finding] {
    ["http_proxy", "https_proxy", "all_proxy"].compactMap { name in
      let upper = name.uppercased()
      guard let value = LaunchedProcess.variable(name) ?? LaunchedProcess.variable(upper),
        !value.isEmpty
      else { return nil }
      return Finding("proxy", .ok, "\(name) is \(Self.place(ofProxy: value))")
    }
  }

  static func place(ofProxy value: String) -> String {
    // A password may have any character, even a slash.
    let rest = value.lastIndex(of: "@").map { value[value.index(after: $0)...] } ?? value[...]
    let place = rest.firstRange(of: "//").map { rest[$0.upperBound...] } ?? rest
    return String(place.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}
