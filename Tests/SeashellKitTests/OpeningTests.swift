import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

/// Adds a draft, and opens its place.
private struct AddDraft: Command {
  let id = Argument<String>("ID", "the draft's id")
  var specification: CommandSpecification {
    CommandSpecification("add", abstract: "Add a draft, and open it", parameters: [id])
  }

  func run(_ invocation: Invocation) async throws {
    let draft = invocation[id]
    try await invocation.open("drafts", draft)
  }
}

/// Prints the place that a command sees.
private struct PrintPlace: Command {
  let specification = CommandSpecification("at", abstract: "Print the place")

  func run(_ invocation: Invocation) async throws {
    try invocation.output.text(invocation.place.map { "\($0.path): \($0["drafts.id"])" } ?? "home")
  }
}

private final class DraftsModule: FeatureModule {
  let name = "drafts"
  let abstract = "Drafts"
  let commands: [any Command] = [AddDraft(), PrintPlace()]
  var places: [PlaceRoute] {
    [
      PlaceRoute("drafts/{drafts.id}") { place in
        if place["drafts.id"] == "gone" { throw ShellError(.notFound, "there is no draft 'gone'") }
      }
    ]
  }
}

/// Commands that read the current place, and open the place of a new record.
@MainActor
@Suite struct OpeningTests {
  private let harness: ShellHarness

  init() throws {
    harness = try ShellHarness(StubTransport(json: "{}"))
    try harness.load(DraftsModule())
  }

  @Test func `a command opens a place, and other commands read it`() async {
    let recorder = EventRecorder(harness.bus)
    let outcome = await harness.run("drafts at; drafts add d-1; drafts at")
    #expect(outcome.output == "home\ndrafts/d-1: d-1\n")
    #expect(harness.place == "drafts/d-1")
    #expect(recorder.events(of: LocationChanged.self).map(\.place) == ["drafts/d-1"])
    #expect(await harness.run("drafts add d-2; back; drafts at").output == "drafts/d-1: d-1\n")
  }

  @Test(arguments: [("a/b", "a%2Fb"), ("..", "%2E%2E"), ("100%", "100%25")])
  func `an id with any characters is one part of a place`(id: String, part: String) async {
    let outcome = await harness.run("drafts add '\(id)'; pwd; drafts at")
    #expect(outcome.output == "drafts/\(part)\ndrafts/\(part): \(id)\n")
  }

  @Test func `a command opens places from the root, if they exist`() async {
    #expect(await harness.run("drafts add d-1; drafts add d-2").status == 0)
    #expect(harness.place == "drafts/d-2")
    let outcome = await harness.run("drafts add gone")
    #expect(outcome.status == 3 && outcome.errors.contains("there is no draft 'gone'"))
    #expect(harness.place == "drafts/d-2")
  }

  @Test func `a place opened in a job is the job's own`() async {
    let outcome = await harness.run("drafts add d-1 &\nwait\npwd")
    #expect(outcome.status == 0 && outcome.output == "/\n", "\(outcome)")
    #expect(harness.place == nil)
  }
}
