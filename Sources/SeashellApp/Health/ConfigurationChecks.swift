import Glibc
import SeashellAPIs
import SeashellKit

@MainActor
struct ConfigurationChecks {
  private let examination: Examination
  private let directories: Directories

  init(_ examination: Examination) {
    self.examination = examination
    directories = examination.context.directories
  }

  /// The findings, and the environments to check: the shell's own, the valid ones of the file, and those that were given
  /// by an address.
  var result:
    (
      findings: [Finding],
      environments: [(environment: APIEnvironment, service: EnvironmentVisit.Service)]
    )
  {
    let builtIn = examination.program.builtIn
    guard examination.program.options.readsConfiguration else {
      return (
        [Finding("config.json", .ok, "not read: --no-config")],
        builtIn.map { ($0, .own) } + temporary([])
      )
    }
    let file = ConfigurationFile(directories)
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    let (configuration, errors) = file.examine(
      builtIn: builtIn, api: examination.context.client.api,
      sections: examination.context.sections.names)
    var findings = errors.map { error in
      Finding(Self.place(name, error), .failed, error.message, advice: error.hint)
    }
    findings += configuration.warnings.map { warning in
      Finding(
        "\(name):\(warning.line):\(warning.column)", .warning, warning.message,
        advice: warning.hint)
    }
    let known = Set(errors.map(\.message))
    findings += examination.startErrors
      .filter { error in !known.contains { error.message.hasSuffix($0) } }
      .map { Finding(name, .failed, $0.message, advice: $0.hint) }
    if findings.isEmpty { findings = [Finding(name, .ok, summary(of: configuration))] }
    let named = Set(configuration.environments.map(\.name))
    return (
      findings + StartupChecks(path: "\(directories.configuration)/rc.sea").findings,
      (configuration.environments + builtIn.filter { !named.contains($0.name) })
        .map { ($0, .own) }
        + configuration.apis.flatMap { api in
          let service = added(api)
          return api.environments.map { ($0.qualified(by: api.name), service) }
        } + temporary(configuration.apis)
    )
  }

  private func added(_ api: ConfiguredAPI?) -> EnvironmentVisit.Service {
    .added(checkedPath: api.flatMap(examination.descriptions.checkedPath))
  }

  /// The environments that were given by an address, of the shell's own API and of others.
  private func temporary(
    _ others: [ConfiguredAPI]
  ) -> [(environment: APIEnvironment, service: EnvironmentVisit.Service)] {
    examination.context.apis.used.filter(\.client.environment.isTemporary).map { api in
      let service =
        api.isOwn ? .own : added(others.first { $0.name == api.name })
      return (api.client.environment, service)
    }
  }

  private func summary(of configuration: Configuration) -> String {
    if access(directories.configurationFile, F_OK) != 0 { return "there is none" }
    let count = configuration.environments.count
    let apis = configuration.apis.count
    return "defines \(count == 1 ? "1 environment" : "\(count) environments")"
      + (apis == 0 ? "" : apis == 1 ? " and 1 API" : " and \(apis) APIs")
  }

  private static func place(_ file: String, _ error: ConfigurationError) -> String {
    guard let line = error.line else { return file }
    return "\(file):\(line)" + (error.column.map { ":\($0)" } ?? "")
  }
}
