import SeashellKit
import SeashellTesting
import Testing

@testable import DoctorPlugin

/// The module `doctor`, which asks the checks of other modules.
@MainActor
struct DoctorModuleTests {
  private func harness(_ findings: [Finding]) throws -> ShellHarness {
    let harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(DoctorModule())
    try harness.load(CheckedModule(findings: findings))
    return harness
  }

  @Test func `what the modules' checks find is listed`() async throws {
    let harness = try harness([
      Finding("lamp", .ok, "it is lit"),
      Finding("oil", .warning, "there is little", advice: "buy some"),
    ])
    let run = await harness.run("doctor -o jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output == """
        {"check":"lamp","status":"ok","detail":"it is lit","advice":null}
        {"check":"oil","status":"warning","detail":"there is little","advice":"buy some"}

        """)
  }

  @Test func `a failed check decides the status, and is named`() async throws {
    let harness = try harness([
      Finding("lamp", .failed, "it is dark"), Finding("oil", .ok, "enough"),
      Finding("wick", .failed, "there is none"),
    ])
    let run = await harness.run("doctor -o tsv")
    #expect(run.status == 1)
    #expect(
      run.output == "lamp\tfailed\tit is dark\t\noil\tok\tenough\t\n"
        + "wick\tfailed\tthere is none\t\n")
    #expect(run.errors.contains("2 checks failed: lamp, wick"))
  }

  @Test func `the checks of a module end with it`() async throws {
    let harness = try harness([Finding("lamp", .ok, "it is lit")])
    try harness.unload("checked")
    #expect(await harness.run("doctor -o tsv").output == "")
  }
}

/// A module of somebody else with a check.
private final class CheckedModule: FeatureModule {
  let name = "checked"
  let abstract = "Has a check"
  let commands: [any Command] = []
  private let check: Check

  init(findings: [Finding]) { check = Check(found: findings) }

  var contributions: Contributions { Contributions(checks: [check]) }

  private struct Check: HealthCheck {
    let found: [Finding]

    func findings() async -> [Finding] { found }
  }
}
