import SeashellHosting
import SeashellKit

@MainActor
struct InstallationChecks {
  private let examination: Examination

  init(_ examination: Examination) {
    self.examination = examination
  }

  var findings: [Finding] {
    let identity = examination.context.identity
    return [Finding("program", .ok, "\(identity.name) \(identity.version), \(Self.build)")]
      + examination.libraries().map(Self.finding)
  }

  private static func finding(_ library: LibraryVersion) -> Finding {
    library.version.map { Finding(library.name, .ok, $0) }
      ?? Finding(library.name, .failed, "not available", advice: library.advice)
  }

  private static var build: String {
    #if DEBUG
      let kind = "debug build"
    #else
      let kind = "release build"
    #endif
    #if arch(x86_64)
      return "\(kind) for x86-64"
    #elseif arch(arm64)
      return "\(kind) for arm64"
    #else
      return kind
    #endif
  }
}
