package import SeashellKit

/// Checks the streams on which environments share events.
package struct StreamCheck: HealthCheck {
  private let context: ModuleContext

  package init(_ context: ModuleContext) { self.context = context }

  /// A problem of an environment that is not the current one is a warning.
  package func findings() async -> [Finding] {
    var findings: [Finding] = []
    let current = context.apis.chosenAPI.client
    for api in context.apis.all {
      for environment in api.environments.all where environment.eventStream != nil {
        let id = api.client.environmentID(of: environment)
        let lines = await StreamReport.lines(of: id, in: context, mayAsk: context.mayAsk)
        findings += lines.map { line in
          let status: Finding.Status =
            switch line.status {
            case .fine: .ok
            case .warning: .warning
            case .failed: id == current.environmentID ? .failed : .warning
            }
          return Finding("events \(environment.name)", status, line.text, advice: line.advice)
        }
      }
    }
    return findings
  }
}
