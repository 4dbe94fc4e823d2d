import SeashellKit

struct DoctorCommand: Command {
  let abstract: String
  let checks: @MainActor () -> [any HealthCheck]

  var specification: CommandSpecification {
    CommandSpecification(
      "doctor",
      abstract: abstract,
      discussion: """
        It checks the program and its libraries, the folders and their rights, the configuration with \
        every error in it, each environment (its address, its certificate and what it answers), the \
        streams of events, the terminal, the added modules and the session. It sends at most two GET requests without \
        credentials to each environment, and waits at most 4 seconds. An added API gets one: for an operation of its \
        description that needs no parameters and says how the service is, such as /health or /version, else for its \
        base address, of which any answer will do. It shows no passwords and no tokens. The exit status is 1 if a check failed.
        """,
      examples: [
        .init("doctor || true", "checks everything"),
        .init("doctor -o json > report.json || true", "writes a report for a bug report"),
      ],
      changesData: false, columns: Self.columns)
  }

  func run(_ invocation: Invocation) async throws {
    var findings: [Finding] = []
    for check in checks() { findings += await check.findings() }
    try write(findings, to: invocation)
    // The list is complete, even if checks failed.
    try invocation.output.finish()
    let failed = findings.filter { $0.status == .failed }
    guard !failed.isEmpty else { return }
    throw ShellError(
      .failed,
      (failed.count == 1 ? "a check failed: " : "\(failed.count) checks failed: ")
        + failed.map(\.check).joined(separator: ", "))
  }

  /// Writes the findings; on a terminal, warnings and failures are not cut off.
  private func write(_ findings: [Finding], to invocation: Invocation) throws {
    let output = invocation.output
    guard output.isTerminalTable else {
      try output.columns(Self.columns)
      for finding in findings { try output.row(Self.row(finding)) }
      return
    }
    try output.columns(Array(Self.columns.dropLast()))
    for finding in findings { try output.row(Array(Self.row(finding).dropLast())) }
    try output.showNow()
    for finding in findings where finding.status != .ok {
      let advice = finding.advice.map { "; \($0)" } ?? ""
      invocation.console.notify("\(finding.check): \(finding.detail)\(advice)")
    }
  }

  private static let columns = ["check", "status", "detail", "advice"].map { Column($0) }

  private static func row(_ finding: Finding) -> [CellValue] {
    [
      .text(finding.check), .text(finding.status.rawValue), .text(finding.detail),
      finding.advice.map(CellValue.text) ?? .null,
    ]
  }
}
